import { packageNames } from '../../config/config.js'
import { readArguments, UsageError } from '../command-line.js'
import { COMMANDS } from '../command-table.js'
import { bashScript, fishScript, zshScript } from '../completion-scripts.js'
import { createConsole } from '../console.js'
import type { Host } from '../host.js'

const SCRIPTS: Readonly<Record<string, () => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}

export async function completionCommand(host: Host, args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args, COMMANDS.completion.flags)
  const [shell, ...others] = positionals
  if (shell === 'packages' && others.length === 0) return printPackages(host)
  const known = shell !== undefined && others.length === 0 && Object.hasOwn(SCRIPTS, shell)
  const script = known ? SCRIPTS[shell] : undefined
  if (!script) throw new UsageError('completion requires a shell: bash, zsh or fish.')
  const flags = { json: values.json === true, quiet: values.quiet === true }
  const text = script().trimEnd()
  createConsole(host, flags).result(flags.json ? JSON.stringify({ shell, script: text }) : text)
  return 0
}

/**
 * Prints the package names for the scripts. A shell may evaluate them, so only plain names are
 * printed.
 */
async function printPackages(host: Host): Promise<number> {
  const names = await packageNames(host.cwd)
  const plain = names.filter((name) => /^[\w@][\w@./-]*$/.test(name))
  if (plain.length > 0) host.stdout.write(`${plain.join('\n')}\n`)
  return 0
}

import { bashScript, fishScript, zshScript } from './completion-scripts.js'
import { createConsole } from './console.js'
import { COMMANDS } from './table.js'
import { readArguments, UsageError } from './usage.js'

const SCRIPTS: Readonly<Record<string, () => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}

export async function completionCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args, COMMANDS.completion.flags)
  const [shell, ...others] = positionals
  const known = shell !== undefined && others.length === 0 && Object.hasOwn(SCRIPTS, shell)
  const script = known ? SCRIPTS[shell] : undefined
  if (!script) throw new UsageError('completion takes bash, zsh or fish.')
  const flags = { json: values.json === true, quiet: values.quiet === true }
  const text = script().trimEnd()
  createConsole(flags).result(flags.json ? JSON.stringify({ shell, script: text }) : text)
  return 0
}

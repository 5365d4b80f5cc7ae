import { type Diagnostic, Fault } from '../diagnostics/diagnostic.js'
import { findingOf } from '../diagnostics/finding.js'
import { LocatedFault } from '../diagnostics/located-fault.js'
import type { Locator } from '../diagnostics/print.js'
import { toolVersion } from '../pipeline/tool-version.js'
import { didYouMean, UsageError } from './command-line.js'
import { COMMAND_NAMES, COMMON, type CommandName, isCommand } from './command-table.js'
import { NOWHERE, showDiagnostics } from './console.js'
import { helpOf, helpText, helpWidth } from './help-text.js'
import type { Host } from './host.js'

type Command = (host: Host, args: readonly string[]) => Promise<number>

/** Commands are loaded on demand: they load compilers, and `--help` should not wait for them. */
const LOAD: Readonly<Record<CommandName, () => Promise<Command>>> = {
  generate: async () => (await import('./commands/generate.js')).generateCommand,
  check: async () => (await import('./commands/check.js')).checkCommand,
  diff: async () => (await import('./commands/diff.js')).diffCommand,
  probe: async () => (await import('./commands/probe.js')).probeCommand,
  ci: async () => (await import('./commands/ci.js')).ciCommand,
  inspect: async () => (await import('./commands/inspect.js')).inspectCommand,
  update: async () => (await import('./commands/update.js')).updateCommand,
  init: async () => (await import('./commands/init.js')).initCommand,
  completion: async () => (await import('./commands/completion.js')).completionCommand,
}

/** Runs one command line and returns its exit code. */
export async function run(host: Host, args: readonly string[]): Promise<number> {
  try {
    return await dispatch(host, args)
  } catch (error) {
    return explain(host, error, args)
  }
}

async function dispatch(host: Host, args: readonly string[]): Promise<number> {
  const [first, ...rest] = args
  const named = first !== undefined && isCommand(first) ? first : undefined
  if (args.includes('--version') || args.includes('-v'))
    return print(
      host,
      args.includes('--json') ? JSON.stringify({ version: toolVersion }) : toolVersion,
    )
  if (first !== undefined && first !== 'help' && !named && !first.startsWith('-'))
    throw new UsageError(`Unknown command "${first}".${insteadOf(first)}`)
  if (args.includes('--help') || args.includes('-h')) {
    const width = helpWidth(host.stdout)
    const help = named ? helpOf(named, width) : helpText(width)
    return print(host, args.includes('--json') ? JSON.stringify({ help }) : help)
  }
  if (first === 'help') return print(host, helpFor(rest[0], helpWidth(host.stdout)))
  if (!named) throw new UsageError(misplaced(first))
  const command = await LOAD[named]()
  // Those two know later whether there is anything to do, and how much.
  if (named !== 'generate' && named !== 'check') host.beforeWork?.()
  return command(host, rest)
}

/** `tagwire help check`, as in other tools. */
function helpFor(word: string | undefined, width: number): string {
  if (word === undefined) return helpText(width)
  if (isCommand(word)) return helpOf(word, width)
  throw new UsageError(`Unknown command "${word}".${insteadOf(word)}`)
}

/** The message for a command line that begins with an option. */
function misplaced(option: string | undefined): string {
  const known = Object.entries(COMMON).flatMap(([name, flag]) => [
    `--${name}`,
    ...('short' in flag ? [`-${flag.short}`] : []),
  ])
  if (option === undefined || known.includes(option)) return 'A command is required.'
  return `Unknown option '${option}'.${didYouMean(option, known)}`
}

/** A suggestion: a command with a similar name, or a command for a document. */
function insteadOf(word: string): string {
  if (/\.(?:ya?ml|json)$/i.test(word))
    return ` To start with a document, run \`tagwire init ${word}\`.`
  return didYouMean(word, COMMAND_NAMES)
}

function print({ stdout }: Host, text: string): number {
  stdout.write(`${text}\n`)
  return 0
}

/** Reports an error without a stack, because it is about the document or the command line. */
function explain(host: Host, error: unknown, args: readonly string[]): number {
  const json = args.includes('--json')
  if (error instanceof UsageError) {
    if (json) printFindings(host, [misused(error)], NOWHERE)
    const alone = args.length === 0
    const text = alone
      ? helpText(helpWidth(host.stderr))
      : `${error.message} See \`tagwire --help\`.`
    host.stderr.write(`${text}\n`)
    return 2
  }
  const fault = error instanceof Fault ? error : unexpected(host, error)
  const locator = fault instanceof LocatedFault ? fault.locator : NOWHERE
  if (json) printFindings(host, fault.diagnostics, locator)
  showDiagnostics(host, fault.diagnostics, locator, { json, quiet: false })
  return 1
}

function printFindings(host: Host, found: readonly Diagnostic[], locator: Locator): void {
  const diagnostics = found.map((each) => findingOf(each, locator))
  print(host, JSON.stringify({ diagnostics }, undefined, 2))
}

function misused({ message }: UsageError): Diagnostic {
  return { code: 'TW7004', severity: 'error', message }
}

/** A bug in tagwire. The stack is only shown on request. */
function unexpected({ env, stderr }: Host, error: unknown): Fault {
  if (env.TAGWIRE_DEBUG && error instanceof Error) stderr.write(`${error.stack}\n`)
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return new Fault({ code: 'TW9002', severity: 'error', message })
}

#!/usr/bin/env node
import { COMMAND_NAMES, COMMON, type CommandName, isCommand } from './cli/command-table.js'
import { NOWHERE, showDiagnostics } from './cli/console.js'
import { didYouMean, helpOf, helpText, UsageError } from './cli/usage.js'
import { type Diagnostic, Fault } from './diagnostics/diagnostic.js'
import { findingOf } from './diagnostics/finding.js'
import { PlacedFault } from './diagnostics/placed-fault.js'
import type { Places } from './diagnostics/print.js'
import { toolVersion } from './pipeline/versions.js'

type Command = (args: readonly string[]) => Promise<number>

/** Each command is loaded when it is called: they bring compilers along, and help should not wait. */
const LOAD: Readonly<Record<CommandName, () => Promise<Command>>> = {
  generate: async () => (await import('./cli/commands/generate.js')).generateCommand,
  check: async () => (await import('./cli/commands/check.js')).checkCommand,
  diff: async () => (await import('./cli/commands/diff.js')).diffCommand,
  probe: async () => (await import('./cli/commands/probe.js')).probeCommand,
  inspect: async () => (await import('./cli/commands/inspect.js')).inspectCommand,
  init: async () => (await import('./cli/commands/init.js')).initCommand,
  completion: async () => (await import('./cli/commands/completion.js')).completionCommand,
}

async function main(args: readonly string[]): Promise<number> {
  const [first, ...rest] = args
  const named = first !== undefined && isCommand(first) ? first : undefined
  if (args.includes('--version') || args.includes('-v'))
    return print(args.includes('--json') ? JSON.stringify({ version: toolVersion }) : toolVersion)
  if (first !== undefined && first !== 'help' && !named && !first.startsWith('-'))
    throw new UsageError(`There is no command "${first}".${insteadOf(first)}`)
  if (args.includes('--help') || args.includes('-h')) {
    const help = named ? helpOf(named) : helpText()
    return print(args.includes('--json') ? JSON.stringify({ help }) : help)
  }
  if (first === 'help') return print(helpFor(rest[0]))
  if (!named) throw new UsageError(misplaced(first))
  const command = await LOAD[named]()
  return command(rest)
}

/** `tagwire help check`, as other tools have it. */
function helpFor(word: string | undefined): string {
  if (word === undefined) return helpText()
  if (isCommand(word)) return helpOf(word)
  throw new UsageError(`There is no command "${word}".${insteadOf(word)}`)
}

/** What is wrong with a line that begins with an option. */
function misplaced(option: string | undefined): string {
  const known = Object.entries(COMMON).flatMap(([name, flag]) => [
    `--${name}`,
    ...('short' in flag ? [`-${flag.short}`] : []),
  ])
  if (option === undefined || known.includes(option)) return 'A command is missing.'
  return `Unknown option '${option}'.${didYouMean(option, known)}`
}

/** What was probably meant: a command that is called nearly so, or what is done with a document. */
function insteadOf(word: string): string {
  if (/\.(?:ya?ml|json)$/i.test(word)) return ` To begin with a document: \`tagwire init ${word}\`.`
  return didYouMean(word, COMMAND_NAMES)
}

function print(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}

/** What went wrong is said once, without a stack: it is about the document or the command line. */
function explain(error: unknown, args: readonly string[]): number {
  const json = args.includes('--json')
  if (error instanceof UsageError) {
    if (json) printFindings([misused(error)], NOWHERE)
    const alone = args.length === 0
    process.stderr.write(alone ? `${helpText()}\n` : `${error.message} See \`tagwire --help\`.\n`)
    return 2
  }
  const fault = error instanceof Fault ? error : unexpected(error)
  const places = fault instanceof PlacedFault ? fault.places : NOWHERE
  if (json) printFindings(fault.diagnostics, places)
  showDiagnostics(fault.diagnostics, places, { json, quiet: false })
  return 1
}

function printFindings(found: readonly Diagnostic[], places: Places): void {
  const diagnostics = found.map((each) => findingOf(each, places))
  print(JSON.stringify({ diagnostics }, undefined, 2))
}

function misused({ message }: UsageError): Diagnostic {
  return { code: 'TW7004', severity: 'error', message }
}

/** A fault of ours. The stack is for us, so it is shown when it is asked for. */
function unexpected(error: unknown): Fault {
  if (process.env.TAGWIRE_DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return new Fault({ code: 'TW9002', severity: 'error', message })
}

/** `tagwire check | head`: a reader that has seen enough is no fault, and the run ends as it would have. */
function heedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') return
      if (stream === process.stdout) process.stderr.write(`Cannot write: ${error.message}\n`)
      process.once('exit', () => {
        process.exitCode = 1
      })
    })
  }
}

heedOutput()
const args = process.argv.slice(2)
process.exitCode = await main(args).catch((error: unknown) => explain(error, args))

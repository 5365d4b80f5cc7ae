import { type ParseArgsConfig, parseArgs } from 'node:util'
import { nearest } from '../diagnostics/suggestion.js'
import { COMMAND_NAMES, COMMON, type CommandName, entryOf, type Flag } from './command-table.js'

/** A faulty command line: one sentence, and exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

type Options = NonNullable<ParseArgsConfig['options']>

type Arguments<Known extends Options> = ReturnType<
  typeof parseArgs<{ options: typeof COMMON & Known; allowPositionals: true }>
>

export function readArguments<const Known extends Options>(
  args: readonly string[],
  known: Known,
): Arguments<Known> {
  const options = { ...COMMON, ...known }
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    const [first = ''] = String(error instanceof Error ? error.message : error).split('. ')
    const [, stranger = ''] = /^Unknown option '(-*[^']*)'/.exec(first) ?? []
    const names = Object.keys(options).map((name) => `--${name}`)
    throw new UsageError(`${first}.${didYouMean(stranger, names)}`)
  }
}

/** The end of a sentence about an unknown word. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = nearest(word, known)
  return near === undefined ? '' : ` Did you mean ${near}?`
}

/** The flags about reading documents. */
export function readingOf(values: {
  readonly strict?: boolean | undefined
  readonly 'allow-remote'?: boolean | undefined
  readonly config?: string | undefined
}): { strict: boolean; allowRemote: boolean; config?: string } {
  return {
    strict: values.strict === true,
    allowRemote: values['allow-remote'] === true,
    ...(values.config === undefined ? {} : { config: values.config }),
  }
}

const ABOUT = 'tagwire generates TypeScript packages from OpenAPI 3.x and OpenRPC 1.x documents.'

const EXAMPLES = [
  'tagwire generate',
  'tagwire generate --spec openapi.yaml --out packages/api --name @acme/api',
  'tagwire check --json',
  'tagwire inspect openrpc.json',
]

/** The help of the whole tool. */
export function helpText(): string {
  const rows = COMMAND_NAMES.map((name) => {
    const { args, summary } = entryOf(name)
    return [`${name} ${args}`, summary] as const
  })
  return [
    `${ABOUT}\n\nUsage: tagwire <command> [options]`,
    table(rows, 20),
    `Options of all commands:\n${flagsText(COMMON)}`,
    examplesText(EXAMPLES),
  ].join('\n\n')
}

export function helpOf(command: CommandName): string {
  const { about, args, flags, details, examples, usage } = entryOf(command)
  const ways = usage ?? [`${command} ${args} [options]`]
  const calls = ways.map((way, at) => `${at === 0 ? 'Usage:' : '      '} tagwire ${way}`)
  return [
    `${about}\n\n${calls.join('\n')}`,
    flagsText({ ...flags, ...COMMON }),
    ...(details === undefined ? [] : [details]),
    examplesText(examples),
  ].join('\n\n')
}

function flagsText(flags: Readonly<Record<string, Flag>>): string {
  const rows = Object.entries(flags).map(
    ([name, { value, text }]) => [`--${name}${value ? ` ${value}` : ''}`, text] as const,
  )
  return table(rows, 17)
}

function table(rows: readonly (readonly [string, string])[], width: number): string {
  return rows.map(([left, right]) => `  ${left.padEnd(width - 1)} ${right}`).join('\n')
}

function examplesText(examples: readonly string[]): string {
  const lines = examples.map((each) => `  ${each}`)
  return [lines.length === 1 ? 'Example:' : 'Examples:', ...lines].join('\n')
}

const MOST_JOBS = 64

/** `--jobs N` */
export function jobsIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const jobs = /^\d+$/.test(text) ? Number(text) : 0
  if (jobs >= 1 && jobs <= MOST_JOBS) return jobs
  throw new UsageError(`--jobs is a number from 1 to ${MOST_JOBS}, not "${text}".`)
}

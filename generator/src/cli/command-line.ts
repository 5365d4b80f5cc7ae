import { type ParseArgsConfig, parseArgs } from 'node:util'
import { nearest } from '../diagnostics/suggestion.js'
import { COMMON } from './command-table.js'

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

const MAX_JOBS = 64

/** `--jobs N` */
export function jobsIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const jobs = /^\d+$/.test(text) ? Number(text) : 0
  if (jobs >= 1 && jobs <= MAX_JOBS) return jobs
  throw new UsageError(`--jobs must be a number from 1 to ${MAX_JOBS}, not "${text}".`)
}

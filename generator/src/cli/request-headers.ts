import { UsageError } from './command-line.js'

/** Header lines from the environment: secrets are in no command line, and may contain spaces. */
const VARIABLE = 'TAGWIRE_HEADERS'

type Environment = Readonly<Record<string, string | undefined>>

/** The headers of `--header`, and those of the environment, one per line. Messages never contain a value. */
export function headersOf(texts: readonly string[], env: Environment): Record<string, string> {
  return Object.fromEntries([
    ...linesOf(env).map((line) => pairOf(line, LINE)),
    ...texts.map((text) => pairOf(text, FLAG)),
  ])
}

const LINE = `every line of ${VARIABLE} must be 'Name: value'.`
const FLAG = "--header must be 'Name: value'."

function linesOf(env: Environment): string[] {
  return (env[VARIABLE] ?? '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function pairOf(text: string, wrong: string): readonly [string, string] {
  const colon = text.indexOf(':')
  if (colon < 1) throw new UsageError(wrong)
  return [text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim()]
}

/**
 * The same for several packages: `api=Name: value` is for the servers of the package `api` only, anything else for
 * all of them.
 */
export function headersByPackage(
  texts: readonly string[],
  env: Environment,
  names: readonly string[],
): (name: string) => Record<string, string> {
  const pairs = [
    ...linesOf(env).map((text) => ({ text, wrong: LINE })),
    ...texts.map((text) => ({ text, wrong: FLAG })),
  ].map(({ text, wrong }) => {
    const owner = names.find((each) => text.startsWith(`${each}=`))
    const [, unknown] = /^([^:=]*)=/.exec(owner === undefined ? text : '') ?? []
    if (unknown !== undefined) {
      throw new UsageError(`a header is for ${unknown}, which is none of ${names.join(', ')}.`)
    }
    const line = owner === undefined ? text : text.slice(owner.length + 1)
    return { owner, pair: pairOf(line, wrong) }
  })
  return (name) =>
    Object.fromEntries(
      pairs.flatMap(({ owner, pair }) => (owner === undefined || owner === name ? [pair] : [])),
    )
}

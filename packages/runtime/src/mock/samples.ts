import { checkOptions } from '../core/check-options.js'
import { type Sample, type SampleRule, type SampleSource, sample } from '../sample/index.js'

/** Data for responses that have no example in the document; rules are the JSON of a `SampleRule`. */
export interface MockSamples {
  /** The rule of each response, and the try that gives valid data. */
  readonly answers: Readonly<Record<string, { readonly rule: string; readonly attempt?: number }>>
  /** The rules that references lead to. */
  readonly rules: Readonly<Record<string, string>>
  readonly examples?: Readonly<Record<string, unknown>>
}

/** What a mock makes up. */
export interface SampleMockOptions {
  /** Another seed gives other data; the same seed gives the same. @default 1 */
  readonly seed?: number | undefined
  /** How many items lists have, where the document allows it. @default 2 */
  readonly items?: number | undefined
}

/** Checks the options; a list of infinite length would never be complete. */
export function checkSampleOptions({ seed, items }: SampleMockOptions): void {
  checkOptions({ seed, items }, { number: 'seed', 'number >= 0': 'items' })
  for (const [name, value = 0] of Object.entries({ seed, items })) {
    if (!Number.isFinite(value)) throw new TypeError(`${name} takes finite number`)
  }
}

/** Plausible data for the response to a call; `undefined` if the document does not describe it as JSON. */
export type SampleOf = (key: string, options: SampleMockOptions) => Sample | undefined

/** A function, so that mocks of documents with examples for everything bundle nothing that makes up data. */
export function sampledBy(samples: MockSamples): SampleOf {
  return (key, { seed, items }) => {
    if (!Object.hasOwn(samples.answers, key)) return undefined
    const { rule, attempt } = samples.answers[key] ?? {}
    if (rule === undefined) return undefined
    return sample(JSON.parse(rule), sourceOf(samples), { name: key, seed, items, attempt })
  }
}

const sources = new WeakMap<MockSamples, SampleSource>()

/** Read at the first response that is made up, which most programs never ask for. */
function sourceOf(samples: MockSamples): SampleSource {
  const before = sources.get(samples)
  if (before) return before
  const rules = Object.entries(samples.rules).map(([name, rule]): [string, SampleRule] => [
    name,
    JSON.parse(rule),
  ])
  const source = { ...samples, rules: Object.fromEntries(rules) }
  sources.set(samples, source)
  return source
}

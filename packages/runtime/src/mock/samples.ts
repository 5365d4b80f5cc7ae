import { type Sample, type SampleRule, type SampleSource, sample } from '../sample/index.js'

/** Data for responses that have no example in the document. */
export interface MockSamples extends SampleSource {
  /** The rule of each response, and the try that gives valid data. */
  readonly answers: Readonly<
    Record<string, { readonly rule: SampleRule; readonly attempt?: number }>
  >
}

/** What a mock makes up. */
export interface SampleMockOptions {
  /** Another seed gives other data; the same seed gives the same. @default 1 */
  readonly seed?: number | undefined
  /** How many items lists have, where the document allows it. @default 2 */
  readonly items?: number | undefined
}

/** Plausible data for a response; `undefined` if the document does not describe it as JSON. */
export function sampleAnswer(
  samples: MockSamples | undefined,
  key: string,
  { seed, items }: SampleMockOptions,
): Sample | undefined {
  if (!samples || !Object.hasOwn(samples.answers, key)) return undefined
  const { rule, attempt } = samples.answers[key] ?? {}
  return rule && sample(rule, samples, { name: key, seed, items, attempt })
}

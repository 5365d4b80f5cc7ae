import { checkOptions } from '../core/check-options.js'
import { type SampleRule, type SampleSource, sample } from '../sample/index.js'
import type { StreamForm } from '../server/facts.js'
import { itemText, streamEnd, streamType } from '../server/result-streams.js'

/** How a response without an example is made. */
export interface MockSample {
  /** The JSON of a `SampleRule`: of the body, or of an item of a stream. */
  readonly rule: string
  /** The try that gives valid data. @default 0 */
  readonly attempt?: number
  /** The content type, if the response is not one JSON value. */
  readonly type?: string
  /** The value is the example of the document, so nothing is made up. */
  readonly shown?: true
  /** Bytes in place of a text. */
  readonly bytes?: true
  /** How the items of a stream are written. */
  readonly stream?: StreamForm
  /** The events of a stream whose data is JSON, if the data of others is text. */
  readonly json?: readonly string[]
}

/** Data for responses that have no example in the document; rules are the JSON of a `SampleRule`. */
export interface MockSamples {
  readonly answers: Readonly<Record<string, MockSample>>
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
  if (!Number.isFinite(seed ?? 0)) throw new TypeError('seed takes finite number')
  if (!Number.isInteger(items ?? 0)) throw new TypeError('items takes a whole number')
}

/** Made-up data for the response to a call. */
export interface MadeUp {
  /** One JSON value, or the first item of a stream. */
  readonly value: unknown
  /** The content type and the text of a response that is not one JSON value. */
  readonly other?: readonly [type: string, body: string | ArrayBuffer]
  /** It is the example of the document. */
  readonly shown?: true
}

/** Plausible data for the response to a call; `undefined` if the document does not say what it is. */
export type SampleOf = (key: string, options: SampleMockOptions) => MadeUp | undefined

/** How many items a stream has, unless `items` says otherwise. */
const usualItems = 2

/** A function, so that mocks of documents with examples for everything bundle nothing that makes up data. */
export function sampledBy(samples: MockSamples): SampleOf {
  return (key, { seed = 1, items }) => {
    const made = Object.hasOwn(samples.answers, key) ? samples.answers[key] : undefined
    if (!made) return undefined
    const { rule, attempt, type, shown, bytes, stream, json } = made
    const whole: SampleRule = JSON.parse(rule)
    // Each event that the document describes, in turn.
    const rules = (stream === 'json-events' && whole.choices?.[0]?.members) || [whole]
    const drawn = (index: number) =>
      sample(rules[index % rules.length] ?? whole, sourceOf(samples), {
        name: key,
        seed: seed + index,
        items,
        attempt,
      })
    const first = drawn(0)
    if (!first || type === undefined) return first
    const text = String(first.value)
    if (bytes) return { ...first, other: sampleBytes(type, text) }
    if (stream === undefined) return { ...first, other: [type, text], ...(shown && { shown }) }
    const count = items ?? usualItems
    const ways = { stream, ...(json && { json }) }
    const texts = Array.from({ length: count }, (_, index) => drawn(index)).map(
      (item) => item && itemText(item.value, ways),
    )
    return { ...first, other: [streamType(type, ways), texts.join('') + streamEnd(ways)] }
  }
}

/** What a download has: a picture of one pixel, which browsers show as any type of image, or a word. */
function sampleBytes(type: string, word: string): NonNullable<MadeUp['other']> {
  if (/^image\//i.test(type)) {
    const { buffer } = Uint8Array.from(atob(pixel), (each) => each.charCodeAt(0))
    return [type.replace('*', 'png'), buffer]
  }
  return [type.includes('*') ? 'application/octet-stream' : type, new TextEncoder().encode(word).buffer]
}

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mOYCQAAmwCaAKYyOQAAAABJRU5ErkJggg=='

export function sampleResponse({ value, other }: MadeUp): Response {
  if (!other) return Response.json(value)
  const [type, body] = other
  return new Response(body, { headers: { 'content-type': type } })
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

// For every way to place a value in a request: random values, sent by the generated client and read by the generated server.
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { runs } from '../../../property/length.js'
import {
  type Combination,
  type CombinationsPackage,
  combinations,
  combinationsPackage,
  MEMBER,
  nameOf,
} from './combinations.fixture.js'

/** What the handlers received, by operation: one server and one client for all values. */
const received = new Map<string, unknown>()
let client: ReturnType<CombinationsPackage['createCombinationsClient']>

beforeAll(async () => {
  const made = await combinationsPackage()
  const handlers = combinations.map((_, index) => {
    const name = nameOf(index)
    const handler = (given: unknown) => {
      received.set(name, given)
      return { status: 204 }
    }
    return [name, handler] as const
  })
  const server = made.createServer({ operations: Object.fromEntries(handlers) })
  const fetch = (address: string | Request, init?: RequestInit) =>
    server.fetch(new Request(address, init))
  client = made.createCombinationsClient({ fetch, retry: false })
}, 120_000)

/** What the handler of an operation receives for an input of its client. */
async function receivedFrom(name: string, input: unknown): Promise<unknown> {
  received.delete(name)
  await client[name]?.(input)
  return received.get(name)
}

const without = (given: fc.Arbitrary<string>, pattern: RegExp) =>
  given.filter((each) => !pattern.test(each))

const anyText = fc.string({ unit: 'grapheme', maxLength: 12 })
const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })

/** The texts that a place can have; what a style joins by a character that nothing escapes cannot contain it. */
function textIn({ place, style, kind }: Combination): fc.Arbitrary<string> {
  // A header has visible characters, and its lists are joined by commas.
  if (place === 'headers')
    return style === 'json' ? anyText : fc.stringMatching(/^[!-+\--~]{1,12}$/)
  if (place === 'path') return without(word, /^\.{1,2}$/)
  if (style === 'pipeDelimited') return without(anyText, /\|/)
  if (style === 'spaceDelimited') return without(anyText, / /)
  // Some parsers of multipart bodies turn a single line end into two characters.
  if (style === 'multipart' && kind !== 'object:nested') return without(anyText, /[\r\n]/)
  return anyText
}

const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => each + 0)
const moment = fc
  .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())
const bytes = fc.uint8Array({ maxLength: 40 })

function valuesOfKind(kind: string, text: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const few = (item: fc.Arbitrary<unknown>, least = 1) =>
    fc.array(item, { minLength: least, maxLength: 4 })
  const [, item] = /^array<(.*)>$/.exec(kind) ?? []
  // A text has no null, and neither has a list of texts.
  if (item === 'null|string') return few(text)
  if (item !== undefined && !kind.endsWith('|string')) return few(valuesOfKind(item, text))
  const flat = fc.record(
    { count: fc.integer(), label: text, on: fc.boolean() },
    { requiredKeys: ['count'], noNullPrototype: true },
  )
  switch (kind) {
    case 'string':
      return text
    case 'integer':
      return fc.integer()
    case 'number':
      return number
    case 'boolean':
      return fc.boolean()
    case 'string:date':
      return moment.map((each) => each.slice(0, 10))
    case 'string:date-time':
      return moment
    case 'integer|string':
      // A text of digits is the number.
      return fc.oneof(fc.integer(), without(text, /^\s*[-+.\d]/))
    case 'array<string>|string':
      // A list of one text is that text.
      return fc.oneof(few(text, 2), text)
    case 'object:flat':
      return flat
    case 'object:open':
      return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), text, {
        minKeys: 1,
        noNullPrototype: true,
      })
    case 'object:nested':
      return fc.record(
        { inner: flat, rows: few(flat), tags: few(text) },
        { requiredKeys: ['inner'], noNullPrototype: true },
      )
    case 'string:binary':
    case 'bytes':
      return bytes.map((each) => new Blob([each]))
    default:
      throw new Error(`no values of the kind ${kind}`)
  }
}

/** Files as their bytes, which can be compared. */
async function comparable(value: unknown): Promise<unknown> {
  if (value instanceof Blob) return new Uint8Array(await value.arrayBuffer())
  if (Array.isArray(value)) return Promise.all(value.map(comparable))
  return value
}

function valuesOf(combination: Combination): fc.Arbitrary<unknown> {
  return valuesOfKind(combination.kind, textIn(combination))
}

describe('what the client writes, the server reads', () => {
  const rows = combinations
    .map((each, index) => [each.label, index, each] as const)
    .filter(([, , { refused }]) => refused === undefined)
  test.each(rows)('%s', async (_, index, combination) => {
    const { place, member } = combination
    const values = valuesOf(combination)
    await fc.assert(
      fc.asyncProperty(values, async (value) => {
        const seen = await receivedFrom(
          nameOf(index),
          member === undefined ? value : { [MEMBER]: value },
        )
        const got: unknown = Reflect.get(Object(seen), place)
        const part: unknown = member === undefined ? got : Reflect.get(Object(got), MEMBER)
        expect(await comparable(part)).toEqual(await comparable(value))
      }),
      runs(15),
    )
  })

  test('or the client refuses what has no text', async () => {
    const refused = combinations.flatMap((each, index) => (each.refused ? [nameOf(index)] : []))
    expect(refused).toHaveLength(2)
    for (const name of refused)
      await expect(receivedFrom(name, { [MEMBER]: [{ a: 'b' }] })).rejects.toThrow(TypeError)
  })
})

test('names that every object has are members like others', async () => {
  const index = combinations.findIndex(({ label }) => label === 'query form, exploded: object:open')
  const value = JSON.parse('{ "__proto__": "a", "constructor": "b", "hasOwnProperty": "c" }')
  const seen = await receivedFrom(nameOf(index), { [MEMBER]: value })
  const query: unknown = Reflect.get(Object(seen), 'query')
  const got: unknown = Reflect.get(Object(query), MEMBER)
  expect(JSON.stringify(got)).toBe(JSON.stringify(value))
  expect(Object.getPrototypeOf(got)).toBe(Object.prototype)
})

// Random valid inputs, sent by the generated client and read by the generated server: the same values arrive.
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { runs } from '../../../property/length.js'
import { emittedPackages } from '../emitted.fixture.js'
import { handlers, loadShop, type Shop, security } from './shop.js'

let shop: Shop
beforeAll(async () => {
  shop = await loadShop(await emittedPackages())
}, 120_000)

/** What the handler of an operation received for an input of its client. */
async function received(operation: string, input: unknown, options?: object): Promise<unknown> {
  let seen: unknown
  const handler = (given: unknown) => {
    seen = given
    return { status: 204 }
  }
  const operations = { ...handlers, [operation]: handler }
  const server = shop.createServer({ security, operations })
  const fetch = (address: string | Request, init?: RequestInit) =>
    server.fetch(new Request(address, init))
  await shop.createShopClient({ fetch, retry: false })[operation]?.(input, options)
  return seen
}

/** All characters but halves of pairs, which no URL has. */
const text = fc.string({ unit: 'grapheme', maxLength: 12 })
const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
const integer = fc.integer()
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => each + 0)
const few = <T>(item: fc.Arbitrary<T>) => fc.array(item, { minLength: 1, maxLength: 4 })
const record = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }, required: (keyof T)[]) =>
  fc.record(model, { requiredKeys: required, noNullPrototype: true })
const flat = (label = text) => record({ count: integer, label, on: fc.boolean() }, ['count'])
/** What the style joins by a character that it does not escape cannot contain it. */
const without = (pattern: RegExp, given = word) => given.filter((each) => !pattern.test(each))
/** A URL has no segments of dots alone. */
const segment = without(/^\.{1,2}$/)
const header = fc.stringMatching(/^[!-+\--~]{1,12}$/)
/** Empty arrays and records are sent as nothing. */
const deep = record(
  {
    name: text,
    size: number,
    tags: few(text),
    inner: flat(),
    rows: few(flat()),
  },
  ['name'],
)

describe('what the client writes, the server reads', () => {
  test('in paths', async () => {
    const inputs = record(
      {
        plain: segment,
        list: few(integer),
        record: flat(),
        dotted: number,
        dots: few(integer),
        labels: flat(),
        semi: text,
        semis: few(text),
        matrix: flat(),
      },
      ['plain', 'list', 'record', 'dotted', 'dots', 'labels', 'semi', 'semis', 'matrix'],
    )
    await fc.assert(
      fc.asyncProperty(inputs, async (path) => {
        expect(await received('paths', path)).toMatchObject({ path })
      }),
      runs(100),
    )
  })

  test('in queries, headers and cookies', async () => {
    const query = record(
      {
        text,
        yes: fc.boolean(),
        number,
        either: fc.oneof(integer, fc.boolean()),
        list: few(text),
        commas: few(text),
        flat: flat(),
        joined: flat(),
        spaces: few(integer),
        pipes: few(without(/\|/, text)),
        deep,
        json: deep,
        open: text,
      },
      [],
    )
    const headers = record({ 'X-Text': header, 'X-List': few(integer), 'X-Json': flat(header) }, [])
    const cookies = record({ biscuit: text, raw: integer }, [])
    await fc.assert(
      fc.asyncProperty(query, headers, cookies, async (inQuery, inHeaders, inCookies) => {
        const input = { ...inQuery, ...inHeaders, ...inCookies }
        const seen = await received('queries', input)
        expect(seen).toEqual({
          path: {},
          query: inQuery,
          headers: inHeaders,
          cookies: inCookies,
          body: undefined,
        })
      }),
      runs(150),
    )
  })

  test('as the whole query', async () => {
    await fc.assert(
      fc.asyncProperty(flat(), async (all) => {
        expect(await received('wholeQuery', { all })).toMatchObject({ query: { all } })
      }),
      runs(50),
    )
  })

  test('in forms', async () => {
    const form = record(
      {
        text,
        number,
        yes: fc.boolean(),
        list: few(integer),
        record: flat(),
        pipes: few(without(/\|/, text)),
        deep,
        json: few(text),
      },
      ['text'],
    )
    await fc.assert(
      fc.asyncProperty(form, async (body) => {
        expect(await received('sendForm', body)).toMatchObject({ body })
      }),
      runs(100),
    )
  })

  test('in forms with files', async () => {
    // A multipart body has line ends as they are, but some parsers turn a single one into two characters.
    const line = without(/[\r\n]/, text)
    const parts = record({ name: line, count: integer, tags: few(line), record: flat() }, ['name'])
    const bytes = fc.uint8Array({ maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(parts, bytes, few(bytes), async (body, one, several) => {
        const file = new File([one], 'a "file".png', { type: 'image/png' })
        const files = several.map((each) => new Blob([each]))
        const seen = await received('sendParts', { ...body, file, files })
        const { body: parsed } = seen as { body: { file: File; files: File[] } }
        const { file: gotFile, files: gotFiles, ...others } = parsed
        expect(others).toEqual(body)
        expect([gotFile.name, gotFile.type]).toEqual([file.name, file.type])
        const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())
        expect(await bytesOf(gotFile)).toEqual(one)
        expect(await Promise.all(gotFiles.map(bytesOf))).toEqual(several)
      }),
      runs(50),
    )
  })

  test('in each content type of a body', async () => {
    await fc.assert(
      fc.asyncProperty(deep, text, fc.uint8Array(), async (json, plain, bytes) => {
        expect(await received('sendChoice', json)).toMatchObject({ body: json })
        const asText = await received('sendChoice', plain, { contentType: 'text/plain' })
        expect(asText).toMatchObject({ body: plain })
        const type = 'application/octet-stream'
        const asBytes = await received('sendChoice', bytes, { contentType: type })
        const { body } = asBytes as { body: Blob }
        expect([body.type, new Uint8Array(await body.arrayBuffer())]).toEqual([type, bytes])
        expect(await received('sendChoice', undefined)).toMatchObject({ body: undefined })
      }),
      runs(50),
    )
  })
})

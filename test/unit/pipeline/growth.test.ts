import { expect, test } from 'vitest'
import { generate, ref, schemasOnly } from '../lower/generate.fixture.js'

// Documents of strangers are long, and what takes the square of their length takes minutes. How long
// anything takes is the business of the benchmarks: here it is only held that four times as much of one
// thing takes about four times as long.

type Schemas = Record<string, object>

function named(count: number, schema: (index: number) => object): Schemas {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`S${at}`, schema(at)]))
}

const answer = (schema: object): object => ({
  200: { description: 'Fine.', content: { 'application/json': { schema } } },
})

function operations(count: number, schemas: Schemas, own: (index: number) => object): object {
  const paths = Array.from({ length: count }, (_, at) => [
    `/p${at}/{id}`,
    {
      post: {
        operationId: `call${at}`,
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: { content: { 'application/json': { schema: own(at) } } },
        responses: answer(own(at)),
      },
    },
  ])
  return { ...schemasOnly(schemas), paths: Object.fromEntries(paths) }
}

const leaf = { type: 'object', properties: { a: { type: 'string' } } }

const documents: readonly [what: string, few: number, document: (count: number) => object][] = [
  [
    'a chain of schemas',
    500,
    (count) =>
      schemasOnly(
        named(count, (at) => ({
          type: 'object',
          properties: at + 1 < count ? { next: ref(`S${at + 1}`) } : {},
        })),
      ),
  ],
  [
    'a chain of schemas, the last of which is only received',
    350,
    (count) =>
      schemasOnly(
        named(count, (at) => ({
          type: 'object',
          properties:
            at + 1 < count
              ? { next: ref(`S${at + 1}`) }
              : { last: { type: 'string', readOnly: true } },
        })),
      ),
  ],
  [
    'schemas with forty references each',
    45,
    (count) =>
      schemasOnly(
        named(count, (at) => ({
          type: 'object',
          properties: Object.fromEntries(
            Array.from({ length: 40 }, (_, key) => [
              `p${key}`,
              ref(`S${(at * 7 + key * 13 + 1) % count}`),
            ]),
          ),
        })),
      ),
  ],
  [
    'operations with schemas that have names',
    90,
    (count) =>
      operations(
        count,
        named(count, () => leaf),
        (at) => ref(`S${at}`),
      ),
  ],
  [
    'operations with schemas in place',
    65,
    (count) =>
      operations(count, {}, (at) => ({ type: 'object', properties: { [`a${at}`]: leaf } })),
  ],
  [
    'properties of one schema',
    250,
    (count) => schemasOnly({ S: { type: 'object', properties: named(count, () => leaf) } }),
  ],
  [
    'variants of one union',
    100,
    (count) =>
      schemasOnly({
        ...named(count, () => leaf),
        U: {
          oneOf: Array.from({ length: count }, (_, at) => ({
            type: 'object',
            properties: { [`k${at}`]: ref(`S${at}`) },
            required: [`k${at}`],
          })),
        },
      }),
  ],
  [
    'values of one enum',
    5000,
    (count) =>
      schemasOnly({
        E: { type: 'string', enum: Array.from({ length: count }, (_, at) => `v${at}`) },
      }),
  ],
]

/** In CPU time, so that other programs on this machine do not count. */
async function secondsFor(document: object): Promise<number> {
  const start = process.cpuUsage()
  const { diagnostics } = await generate(document)
  const { user, system } = process.cpuUsage(start)
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return (user + system) / 1e6
}

/** The square would take sixteen times as long, and comes near that once there is enough of it. */
const MOST = 5.5
const enough = process.env.TAGWIRE_LONG ? 16 : 1

test.each(documents)('four times as many %s', { timeout: 600_000 }, async (_, least, document) => {
  const few = least * enough
  await secondsFor(document(few))
  let best = Number.POSITIVE_INFINITY
  // The compiler and the collector of the machine do not always work at the same time.
  for (let tries = 0; tries < 4 && best > MOST; tries++) {
    const one = await secondsFor(document(few))
    best = Math.min(best, (await secondsFor(document(4 * few))) / one)
  }
  expect(best).toBeLessThan(MOST)
})

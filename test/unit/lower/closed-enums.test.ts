import { describe, expect, test } from 'vitest'
import type { EnumOpenness } from '../../../generator/src/model/enum-openness.js'
import { lowered, openapi, ref } from '../schema-model.fixture.js'
import { shapeText } from './shape-text.fixture.js'

const side = { type: 'string', enum: ['up', 'down'] }
const record = (properties: object): object => ({ type: 'object', properties })
const content = (schema: object, mediaType = 'application/json'): object => ({
  content: { [mediaType]: { schema } },
})
const call = (sent: object | undefined, received: object): object => ({
  '/a': {
    post: {
      operationId: 'a',
      ...(sent ? { requestBody: content(sent) } : {}),
      responses: { 200: { description: 'A', ...received } },
    },
  },
})

/** The shapes and rules of all declarations, of which some enums may be closed. */
async function closed(
  schemas: object,
  members: object,
  openness?: EnumOpenness,
): Promise<Readonly<Record<string, readonly [shape: string, isOpen: boolean]>>> {
  const { model } = await lowered(openapi(schemas, members), { enums: openness })
  return Object.fromEntries(
    model.declarations.map(({ name, shape, rule }) => [
      name,
      [shapeText(shape), JSON.stringify(rule).includes('"open":true')],
    ]),
  )
}

const OPEN = ['"up" | "down" | …', true]
const CLOSED = ['"up" | "down"', false]

describe('an enum', () => {
  test.each([
    ['that is only sent is closed', call(ref('E'), {}), undefined, CLOSED],
    ['that is only received is open', call(undefined, content(ref('E'))), undefined, OPEN],
    ['that is sent and received is open', call(ref('E'), content(ref('E'))), undefined, OPEN],
    ['that nothing refers to is open', {}, undefined, OPEN],
    ['that is only sent is open where all are', { paths: call(ref('E'), {}) }, 'open', OPEN],
    [
      'that is received is closed where all are',
      call(undefined, content(ref('E'))),
      'closed',
      CLOSED,
    ],
  ] as const)('%s', async (_, paths, openness, expected) => {
    const members = 'paths' in paths ? paths : { paths }
    expect((await closed({ E: side }, members, openness)).E).toEqual(expected)
  })

  test.each([
    [
      'an error',
      {
        paths: {
          '/a': {
            get: {
              operationId: 'a',
              responses: { default: { description: 'A', ...content(ref('E')) } },
            },
          },
        },
      },
    ],
    ['a stream', { paths: call(ref('E'), content(ref('E'), 'application/jsonl')) }],
    [
      'a webhook',
      {
        paths: call(ref('E'), {}),
        webhooks: {
          w: { post: { operationId: 'w', requestBody: content(ref('E')), responses: {} } },
        },
      },
    ],
  ])('is received in %s', async (_, members) => {
    expect((await closed({ E: side }, members)).E).toEqual(OPEN)
  })

  test('is sent or received with what contains it', async () => {
    const schemas = {
      E: side,
      F: side,
      Sent: record({ e: ref('E') }),
      Got: record({ f: { type: 'array', items: ref('F') } }),
    }
    const found = await closed(schemas, { paths: call(ref('Sent'), content(ref('Got'))) })
    expect([found.E, found.F]).toEqual([CLOSED, OPEN])
  })

  test('of a property that is only sent is closed in a type for both', async () => {
    const Both = record({ sent: { ...side, writeOnly: true }, both: side })
    const { Both: found } = await closed(
      { Both },
      { paths: call(ref('Both'), content(ref('Both'))) },
    )
    expect(found).toEqual(['{ not write sent?: "up" | "down", both?: "up" | "down" | … }', true])
  })

  test('by name is only sent in a property that is only sent, and never in one that is only received', async () => {
    const Both = record({
      w: { allOf: [ref('E')], writeOnly: true },
      r: { allOf: [ref('F')], readOnly: true },
    })
    const found = await closed(
      { E: side, F: side, Both },
      { paths: call(ref('Both'), content(ref('Both'))) },
    )
    expect([found.E, found.F]).toEqual([CLOSED, OPEN])
  })

  test('that the document opens is never closed', async () => {
    const E = { ...side, 'x-tagwire-open': true }
    expect((await closed({ E }, { paths: call(ref('E'), {}) }, 'closed')).E?.[0]).toBe(
      '"up" | "down" | … always',
    )
  })
})

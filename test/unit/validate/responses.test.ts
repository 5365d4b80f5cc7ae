import { describe, expect, test } from 'vitest'
import { compile } from './compile.fixture.js'

const piece = { $ref: '#/components/schemas/Piece' }
const json = (schema: object) => ({ 'application/json': { schema } })

/** A document with one operation whose success is that. */
function made(responses: object, method = 'get') {
  return compile({
    openapi: '3.2.0',
    info: { title: 'Answers', version: '1' },
    paths: { '/it': { [method]: { operationId: 'it_now', responses } } },
    components: {
      schemas: {
        Piece: { type: 'object', required: ['delta'], properties: { delta: { type: 'string' } } },
      },
    },
  })
}

async function validatorsOf(responses: object, method?: string) {
  return (await made(responses, method)).responseValidators
}

const streamed = (content: object) => ({ 200: { description: 'Many.', content } })

describe('items of streams', () => {
  test.each([
    ['application/jsonl', { itemSchema: piece }],
    ['application/x-ndjson', { schema: { type: 'array', items: piece } }],
    ['application/json-seq', { itemSchema: piece }],
    ['text/event-stream', { schema: piece }],
  ])('%s', async (type, described) => {
    const { itNow, it_now } = await validatorsOf(streamed({ [type]: described }))
    expect(itNow?.is({ delta: 'a' })).toBe(true)
    expect(itNow?.check({ delta: 1 })).toMatchObject([{ path: 'delta' }])
    expect(it_now).toBe(itNow)
  })

  test('beside a single event with a name, others are drift', async () => {
    const said = { properties: { event: { const: 'said' }, data: piece } }
    const { itNow } = await validatorsOf(streamed({ 'text/event-stream': { itemSchema: said } }))
    expect(itNow?.check({ event: 'said', data: {} })).toMatchObject([{ path: 'data.delta' }])
    expect(itNow?.is({ event: 'heartbeat', data: 'ping' })).toBe(true)
    expect(itNow?.drift({ event: 'heartbeat', data: 'ping' })).toMatchObject([{ path: 'event' }])
  })

  test('events are distinguished by their names; unknown ones are drift', async () => {
    const data = (contentSchema: object) => ({
      contentMediaType: 'application/json',
      contentSchema,
    })
    const { itNow } = await validatorsOf(
      streamed({
        'text/event-stream': {
          itemSchema: {
            oneOf: [
              { properties: { event: { const: 'said' }, data: data(piece) } },
              { properties: { event: { const: 'left' }, data: data({ type: 'string' }) } },
            ],
          },
        },
      }),
    )
    expect(itNow?.is({ event: 'said', data: { delta: 'a' }, id: '7', retry: 5 })).toBe(true)
    expect(itNow?.drift({ event: 'said', data: { delta: 'a' }, id: '7', retry: 5 })).toEqual([])
    expect(itNow?.check({ event: 'said', data: { delta: 5 } })).toMatchObject([
      { path: 'data.delta' },
    ])
    expect(itNow?.check({ event: 'left', data: {} })).toMatchObject([{ path: 'data' }])
    expect(itNow?.is({ event: 'sang', data: 5 })).toBe(true)
    expect(itNow?.drift({ event: 'sang', data: 5 })).toMatchObject([{ path: 'event' }])
  })

  test('are beside the answer where an operation has both', async () => {
    const { itNow, itNowStream, it_now } = await validatorsOf(
      streamed({ ...json({ type: 'string' }), 'application/jsonl': { itemSchema: piece } }),
    )
    expect(it_now).toBe(itNow)
    expect(itNow?.is('a')).toBe(true)
    expect(itNowStream?.is({ delta: 'a' })).toBe(true)
    expect(itNowStream?.is('a')).toBe(false)
  })

  test('that are text have none', async () => {
    const { itNow } = await validatorsOf(streamed({ 'text/event-stream': {} }))
    expect(itNow).toBeUndefined()
  })

  test('with a keyword that is not honoured are announced', async () => {
    const itemSchema = { type: 'string', pattern: '^(a)\\1$' }
    const { diagnostics } = await made(streamed({ 'application/jsonl': { itemSchema } }))
    expect(diagnostics.map((each) => each.code)).toEqual(['TW2007'])
  })
})

describe('answers', () => {
  test('that may be JSON, text, bytes or nothing', async () => {
    const ok = (content: object) => ({ description: 'Well.', content })
    const { itNow } = await validatorsOf({
      200: ok(json(piece)),
      201: ok({ 'text/plain': { schema: { type: 'string' } } }),
      204: { description: 'Nothing.' },
    })
    expect(itNow?.is({ delta: 'a' })).toBe(true)
    expect(itNow?.is('created')).toBe(true)
    expect(itNow?.is(undefined)).toBe(true)
    expect(itNow?.is({ delta: 1 })).toBe(false)
  })

  test('of HEAD are headers, whatever a GET would answer', async () => {
    const { itNow } = await validatorsOf(
      { 200: { description: 'Well.', content: json(piece) } },
      'head',
    )
    expect(itNow).toBeUndefined()
  })
})

import { describe, expect, test } from 'vitest'
import type { Model } from '../../../generator/src/model/model.js'
import type { EventItem } from '../../../generator/src/model/operations/operation.js'
import { maySendBytes } from '../../../generator/src/view/http/bodies.js'
import { httpMethods } from '../../../generator/src/view/http/methods.js'
import { operationDescriptor } from '../../../generator/src/view/http/operation-descriptor.js'
import { itemReader } from '../../../generator/src/view/http/streaming.js'
import { lowered, openapi } from '../schema-model.fixture.js'
import { plain } from './facts.fixture.js'

// What the runtime is told of an operation. What it does with that has tests of its own.

const TEXT = { type: 'string' }
const LIST = { type: 'array', items: TEXT }
const RECORD = { type: 'object', properties: { a: TEXT } }
const AS_JSON = { 'application/json': { schema: RECORD } }

const query = (name: string, more: object = {}): object => ({
  name,
  in: 'query',
  schema: TEXT,
  ...more,
})
const header = (name: string, more: object = {}): object => ({ ...query(name, more), in: 'header' })
const body = (content: object): object => ({ requestBody: { content } })
const form = (properties: object, encoding: object): object => {
  const schema = { type: 'object', properties }
  return body({ 'application/x-www-form-urlencoded': { schema, encoding } })
}
const answers = (content: object, more: object = {}): object => ({
  responses: { '200': { description: 'Fine.', content }, ...more },
})

async function modelOf(operation: object, verb = 'post', path = '/x'): Promise<Model> {
  const whole = { operationId: 'x', ...answers(AS_JSON), ...operation }
  const document = openapi({}, { openapi: '3.2.0', paths: { [path]: { [verb]: whole } } })
  return (await lowered(document)).model
}

async function answeringWith(schema: object, schemas: object): Promise<unknown[]> {
  const operation = { operationId: 'x', ...answers({ 'application/json': { schema } }) }
  const paths = { '/x': { post: operation } }
  return descriptors((await lowered(openapi(schemas, { paths }))).model)
}

function descriptors(model: Model): unknown[] {
  const declarations = new Map(model.declarations.map((each) => [each.name, each]))
  return httpMethods(model.operations).map((each) =>
    plain(operationDescriptor(model, each, declarations)),
  )
}

/** What is the same for all: an answer that is a record. */
const SAME = { name: 'x', method: 'POST', path: '/x' }

describe('a request with', () => {
  test.each<[string, object, object]>([
    ['nothing', {}, { bare: true }],
    [
      'a query',
      { parameters: [query('a'), query('b', { schema: LIST })] },
      { place: 'placeQuery()' },
    ],
    [
      'a record in the query',
      { parameters: [query('a', { schema: RECORD })] },
      {
        place: 'placeStyled()',
        parameters: [{ name: 'a', in: 'query', write: 'form()', explode: true }],
      },
    ],
    [
      'a list in the query, as one text',
      { parameters: [query('a', { schema: LIST, explode: false })] },
      { place: 'placeStyled()', parameters: [{ name: 'a', in: 'query', write: 'form()' }] },
    ],
    [
      'a list in the query, between bars',
      { parameters: [query('a', { schema: LIST, style: 'pipeDelimited' })] },
      {
        place: 'placeStyled()',
        parameters: [{ name: 'a', in: 'query', write: 'pipeDelimited()' }],
      },
    ],
    [
      'a record in the query, in brackets',
      { parameters: [query('a', { schema: RECORD, style: 'deepObject' })] },
      { place: 'placeStyled()', parameters: [{ name: 'a', in: 'query', write: 'deepObject()' }] },
    ],
    [
      'reserved characters',
      { parameters: [query('a', { allowReserved: true })] },
      {
        place: 'placeStyled()',
        parameters: [
          { name: 'a', in: 'query', write: 'form()', explode: true, allowReserved: true },
        ],
      },
    ],
    [
      'parameters that are JSON',
      {
        parameters: ['query', 'header'].map((place) => ({
          name: place,
          in: place,
          content: AS_JSON,
        })),
      },
      {
        place: 'placeStyled()',
        parameters: [
          { name: 'query', in: 'query', write: 'jsonPair()' },
          { name: 'header', in: 'header', write: 'jsonText()' },
        ],
      },
    ],
    [
      'a parameter of another media type',
      { parameters: [{ name: 'a', in: 'query', content: { 'text/plain': { schema: TEXT } } }] },
      { place: 'placeStyled()', parameters: [{ name: 'a', in: 'query', write: 'form()' }] },
    ],
    [
      'a header',
      { parameters: [header('X-A'), query('b')] },
      { headers: ['X-A'], place: 'placeSimple()' },
    ],
    [
      'a list in a header',
      { parameters: [header('X-A', { schema: LIST })] },
      { place: 'placeStyled()', parameters: [{ name: 'X-A', in: 'header', write: 'simple()' }] },
    ],
    [
      'a record in a header',
      { parameters: [header('X-A', { schema: RECORD, explode: true })] },
      {
        place: 'placeStyled()',
        parameters: [{ name: 'X-A', in: 'header', write: 'simple()', explode: true }],
      },
    ],
    [
      'cookies',
      {
        parameters: [
          { ...query('a'), in: 'cookie' },
          { ...query('b', { style: 'cookie' }), in: 'cookie' },
        ],
      },
      {
        place: 'placeStyled()',
        parameters: [
          { name: 'a', in: 'cookie', write: 'form()', explode: true },
          { name: 'b', in: 'cookie', write: 'form()', explode: true, raw: true },
        ],
      },
    ],
    [
      'the same name in two places',
      { parameters: [query('a'), header('a')] },
      {
        place: 'placeStyled()',
        parameters: [
          { name: 'a', in: 'query', write: 'form()', explode: true },
          { name: 'header_a', wire: 'a', in: 'header', write: 'simple()' },
        ],
      },
    ],
    [
      'a query parameter called body',
      { parameters: [query('body')] },
      {
        place: 'placeStyled()',
        parameters: [{ name: 'body', in: 'query', write: 'form()', explode: true }],
      },
    ],
    ['a body', body(AS_JSON), {}],
    [
      'a body with its character set',
      body({ 'application/json; charset=utf-8': { schema: RECORD } }),
      {},
    ],
    [
      'a body of another kind of JSON',
      body({ 'application/merge-patch+json': { schema: RECORD } }),
      { place: 'placeBody()', body: { type: 'application/merge-patch+json', write: 'jsonBody()' } },
    ],
    [
      'a text',
      body({ 'text/plain': { schema: TEXT } }),
      { place: 'placeBody()', body: { type: 'text/plain', write: 'textBody()' } },
    ],
    [
      'bytes',
      body({ 'application/octet-stream': { schema: {} } }),
      { place: 'placeBody()', body: { type: 'application/octet-stream', write: 'binaryBody()' } },
    ],
    [
      'anything',
      body({ '*/*': { schema: {} } }),
      { place: 'placeBody()', body: { type: '*/*', write: 'anyBody()' } },
    ],
    [
      'a form with JSON in it',
      form(
        { a: LIST, b: RECORD },
        { a: { style: 'form', explode: false }, b: { contentType: 'application/json' } },
      ),
      {
        place: 'placeBody()',
        body: {
          type: 'application/x-www-form-urlencoded',
          write: 'formBody()',
          parts: { a: { write: 'form()' }, b: { type: 'application/json' } },
        },
      },
    ],
    [
      'a form with styles',
      form(
        { a: LIST, b: RECORD, c: TEXT },
        {
          a: { style: 'pipeDelimited', contentType: 'text/plain' },
          b: { style: 'deepObject' },
          c: { allowReserved: true },
        },
      ),
      {
        place: 'placeBody()',
        body: {
          type: 'application/x-www-form-urlencoded',
          write: 'formBody()',
          parts: {
            a: { write: 'pipeDelimited()' },
            b: { write: 'deepObject()' },
            c: { write: 'form()', explode: true, encode: 'escapeSome()' },
          },
        },
      },
    ],
    [
      'files',
      body({
        'multipart/form-data': {
          schema: { type: 'object', properties: { f: TEXT } },
          encoding: { f: { contentType: 'image/png', style: 'form' } },
        },
      }),
      {
        place: 'placeBody()',
        body: {
          type: 'multipart/form-data',
          write: 'multipartBody()',
          parts: { f: { type: 'image/png', write: 'form()', explode: true } },
        },
      },
    ],
    [
      'a choice of media types',
      body({ ...AS_JSON, 'text/plain': { schema: TEXT } }),
      {
        place: 'placeBody()',
        body: {
          type: 'application/json',
          write: 'chosenBody()',
          choices: [
            { type: 'application/json', write: 'jsonBody()' },
            { type: 'text/plain', write: 'textBody()' },
          ],
        },
      },
    ],
    [
      'a body and a query',
      { ...body(AS_JSON), parameters: [query('a')] },
      { place: 'placeSimple()' },
    ],
    [
      'a text and a header',
      { ...body({ 'text/plain': { schema: TEXT } }), parameters: [header('X-A')] },
      {
        place: 'placeStyled()',
        parameters: [{ name: 'X-A', in: 'header', write: 'simple()' }],
        body: { type: 'text/plain', write: 'textBody()' },
      },
    ],
  ])('%s', async (_, operation, facts) => {
    expect(descriptors(await modelOf(operation))).toEqual([
      { ...SAME, expects: 'anyRecord()', ...facts },
    ])
  })
})

test('an answer that may be null is looked at by whatever name', async () => {
  const record = { ...RECORD, type: ['object', 'null'], required: ['a'] }
  const schemas = {
    Found: record,
    Alias: { $ref: '#/components/schemas/Found' },
    Again: { anyOf: [{ $ref: '#/components/schemas/Alias' }, { type: 'null' }] },
  }
  for (const name of Object.keys(schemas)) {
    expect(await answeringWith({ $ref: `#/components/schemas/${name}` }, schemas)).toEqual([
      { ...SAME, bare: true, names: ['a'], expects: 'anyNameOrNull()' },
    ])
  }
})

describe('an answer with', () => {
  test.each<[string, object, object]>([
    ['JSON', answers(AS_JSON), { bare: true, expects: 'anyRecord()' }],
    [
      'another kind of JSON',
      answers({ 'application/problem+json': { schema: RECORD } }),
      {
        bare: true,
        accept: 'application/problem+json',
        expects: 'anyRecord()',
        place: 'placeBody()',
      },
    ],
    [
      'a text',
      answers({ 'text/csv': { schema: TEXT } }),
      { bare: true, accept: 'text/csv', read: 'readText()', place: 'placeBody()' },
    ],
    [
      'bytes',
      answers({ 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }),
      { bare: true, accept: 'application/octet-stream', read: 'readBlob()', place: 'placeBody()' },
    ],
    ['nothing', answers({}), { bare: true, noContent: true }],
    [
      'JSON or nothing',
      answers(AS_JSON, { '204': { description: 'None.' } }),
      { bare: true, read: 'readJsonOrNothing()' },
    ],
    [
      'an object with a required name, or null',
      answers({
        'application/json': {
          schema: { ...RECORD, type: ['object', 'null'], required: ['a'] },
        },
      }),
      { bare: true, names: ['a'], expects: 'anyNameOrNull()' },
    ],
    [
      'a union by key',
      answers({
        'application/json': {
          schema: {
            oneOf: ['a', 'b'].map((key) => ({
              type: 'object',
              required: [key],
              properties: { [key]: RECORD },
            })),
          },
        },
      }),
      { bare: true, names: ['a', 'b'], expects: 'anyKind()' },
    ],
    [
      'JSON with a required name, or nothing',
      answers(
        { 'application/json': { schema: { ...RECORD, required: ['a'] } } },
        { '204': { description: 'None.' } },
      ),
      { bare: true, read: 'readJsonOrNothing()', names: ['a'], expects: 'anyName()' },
    ],
    [
      'text or nothing',
      answers({ 'text/csv': { schema: TEXT } }, { '204': { description: 'None.' } }),
      { bare: true, accept: 'text/csv', read: 'readText()', place: 'placeBody()' },
    ],
    [
      'JSON or a text',
      answers(AS_JSON, {
        '201': { description: 'Fine.', content: { 'text/plain': { schema: TEXT } } },
      }),
      {
        bare: true,
        accept: 'application/json, text/plain',
        read: 'readAsSent()',
        place: 'placeBody()',
      },
    ],
    [
      'anything',
      answers({ 'application/json': { schema: {} } }),
      { bare: true, read: 'readAsSent()' },
    ],
    [
      'what looks like an error',
      answers({
        'application/json': {
          schema: { type: 'object', properties: { code: TEXT, message: TEXT } },
        },
      }),
      { bare: true },
    ],
    [
      'only a redirect',
      { responses: { '302': { description: 'There.' } } },
      { bare: true, accept: '*/*', read: 'readAsSent()', place: 'placeBody()' },
    ],
    [
      'a text where a body is sent',
      { ...body(AS_JSON), ...answers({ 'text/csv': { schema: TEXT } }) },
      {
        accept: 'text/csv',
        read: 'readText()',
        place: 'placeBody()',
        body: { type: 'application/json', write: 'jsonBody()' },
      },
    ],
    [
      'a text where a query is sent',
      { parameters: [query('a')], ...answers({ 'text/csv': { schema: TEXT } }) },
      {
        accept: 'text/csv',
        read: 'readText()',
        place: 'placeStyled()',
        parameters: [{ name: 'a', in: 'query', write: 'form()', explode: true }],
      },
    ],
  ])('%s', async (_, operation, facts) => {
    expect(descriptors(await modelOf(operation))).toEqual([{ ...SAME, ...facts }])
  })
})

test.each([
  ['nothing', {}, false],
  ['JSON', body(AS_JSON), false],
  ['bytes', body({ 'application/octet-stream': {} }), true],
  ['lines of JSON', body({ 'application/jsonl': { itemSchema: RECORD } }), true],
])('a body of %s may be a stream of bytes: %s', async (_, operation, may) => {
  const { operations } = await modelOf(operation)
  expect(operations.map(maySendBytes)).toEqual([may])
})

test('events of JSON whose data is text in some of them', () => {
  const read = (...given: readonly Pick<EventItem, 'event' | 'plain'>[]): unknown => {
    const events = given.map((each): EventItem => ({ ...each, data: { kind: 'json' }, rule: {} }))
    const stream = { form: 'json-events', events } as const
    return plain(itemReader({ mediaType: 'text/event-stream', stream }))
  }
  expect(read({ event: 'a' }, { event: 'b' })).toBe('knownEvents("a", "b")')
  expect(read({ event: 'a' }, {})).toBe('jsonEvents()')
  expect(read({ event: 'a' }, { event: 'b', plain: true }, {}, { event: 'a' })).toBe(
    'jsonEventsOf("a")',
  )
})

test.each([
  ['application/json', 'jsonText()'],
  ['application/x-www-form-urlencoded', 'formQuery()'],
])('a whole query of %s is written by %s', async (mediaType, write) => {
  const parameter = { name: 'q', in: 'querystring', content: { [mediaType]: { schema: RECORD } } }
  const [found] = descriptors(await modelOf({ parameters: [parameter] }))
  expect(found).toMatchObject({ parameters: [{ name: 'q', in: 'query', write }] })
})

describe('a stream of', () => {
  test.each<[string, object, object[]]>([
    [
      'events of text',
      answers({ 'text/event-stream': { schema: TEXT } }),
      [
        {
          bare: true,
          accept: 'text/event-stream',
          read: 'readNothing()',
          stream: 'streamOf()',
          items: 'textEvents()',
          place: 'placeBody()',
        },
      ],
    ],
    [
      'lines of JSON',
      answers({ 'application/jsonl': { itemSchema: RECORD } }),
      [
        {
          bare: true,
          accept: 'application/jsonl',
          read: 'readNothing()',
          stream: 'streamOf()',
          items: 'jsonLines()',
          place: 'placeBody()',
        },
      ],
    ],
    [
      'records of JSON',
      answers({ 'application/json-seq': { itemSchema: RECORD } }),
      [
        {
          bare: true,
          accept: 'application/json-seq',
          read: 'readNothing()',
          stream: 'streamOf()',
          items: 'jsonSequence()',
          place: 'placeBody()',
        },
      ],
    ],
    [
      'JSON or lines of it',
      answers({ ...AS_JSON, 'application/jsonl': { itemSchema: RECORD } }),
      [
        { bare: true, expects: 'anyRecord()' },
        {
          name: 'xStream',
          id: 'x',
          bare: true,
          accept: 'application/jsonl',
          read: 'readNothing()',
          stream: 'streamOf()',
          items: 'jsonLines()',
          place: 'placeBody()',
        },
      ],
    ],
  ])('%s', async (_, operation, facts) => {
    const all = facts.map((each) => ({ ...SAME, bare: true, ...each }))
    expect(descriptors(await modelOf(operation))).toEqual(all)
  })

  /** Answers with JSON or lines of it, as the member `stream` asks. */
  const asked = (request: object, value: unknown): object => ({
    ...request,
    'x-tagwire-stream': { stream: value },
    ...answers({ ...AS_JSON, 'application/jsonl': { itemSchema: RECORD } }),
  })
  const asBody = (stream: object): object =>
    body({ 'application/json': { schema: { type: 'object', properties: { stream } } } })

  test.each<[string, object, unknown[]]>([
    [
      'a member of the body',
      asked(asBody({ type: 'boolean' }), true),
      [undefined, 'placeWith("placeBody()", {"stream":true})'],
    ],
    [
      'one that asks unless told not to',
      asked(asBody({ type: 'boolean', default: true }), true),
      ['placeWith("placeBody()", {"stream":false})', 'placeWith("placeBody()", {"stream":true})'],
    ],
    [
      'a word',
      asked(asBody({ type: 'string' }), 'lines'),
      [undefined, 'placeWith("placeBody()", {"stream":"lines"})'],
    ],
    [
      'a parameter',
      asked({ parameters: [query('stream')] }, true),
      ['placeQuery()', 'placeWith("placeStyled()", {"stream":true})'],
    ],
    [
      'a member of the body beside a query',
      asked({ ...asBody({ type: 'boolean' }), parameters: [query('a')] }, true),
      ['placeSimple()', 'placeWith("placeStyled()", {"stream":true}, "body")'],
    ],
  ])('the media types requested by %s', async (_, operation, places) => {
    const made = descriptors(await modelOf(operation))
    expect(made.map((each) => Reflect.get(Object(each), 'place'))).toEqual(places)
  })
})

describe('an operation', () => {
  test('that may be repeated says so, unless its body is bytes that can be read once', async () => {
    const repeated = { 'x-tagwire-idempotent': true }
    expect(descriptors(await modelOf(repeated))).toMatchObject([{ idempotent: true }])
    const bytes = body({ 'application/octet-stream': { schema: {} } })
    const [made] = descriptors(await modelOf({ ...bytes, ...repeated }))
    expect(made).not.toHaveProperty('idempotent')
  })

  test('is called without the fragment of its path', async () => {
    expect(descriptors(await modelOf({}, 'post', '/x#two'))).toMatchObject([{ path: '/x' }])
  })

  test('with a query in its path appends its own parameters', async () => {
    const model = await modelOf({ parameters: [query('a')] }, 'post', '/x?kind=1')
    expect(descriptors(model)).toMatchObject([{ path: '/x?kind=1', place: 'placeStyled()' }])
  })

  test('of HEAD gives the headers', async () => {
    expect(descriptors(await modelOf({}, 'head'))).toMatchObject([{ read: 'readHeaders()' }])
  })

  test('has a method for its stream of which the name is free', async () => {
    const both = answers({ ...AS_JSON, 'application/jsonl': { itemSchema: RECORD } })
    const other = { operationId: 'xStream', ...answers(AS_JSON) }
    const paths = { '/x': { post: { operationId: 'x', ...both } }, '/y': { get: other } }
    const { model } = await lowered(openapi({}, { openapi: '3.2.0', paths }))
    const names = httpMethods(model.operations).map(({ name, stream }) => [
      name,
      stream !== undefined,
    ])
    expect(names).toEqual([
      ['x', false],
      ['xStream_', true],
      ['xStream', false],
    ])
  })
})

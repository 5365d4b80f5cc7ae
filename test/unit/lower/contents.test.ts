import { describe, expect, test } from 'vitest'
import { lowered, openapi, ref } from '../schema-model.fixture.js'
import {
  AS_JSON,
  answers,
  body,
  fine,
  type Place,
  part,
  query,
  R,
  S,
  unusual,
} from './operations.fixture.js'
import { shapeText } from './shape-text.fixture.js'

// What bodies and answers become.

describe('a body', () => {
  test.each<[string, object, Place, ...unknown[]]>([
    [
      'of JSON',
      body(AS_JSON, { required: true, description: 'What.' }),
      {},
      { body: 'application/json XRequest' },
    ],
    [
      'of several media types',
      body({ ...AS_JSON, 'text/plain': { schema: S } }),
      {},
      { body: 'perhaps application/json XRequest, text/plain string' },
    ],
    [
      'of GET',
      body(AS_JSON),
      { verb: 'get' },
      { binding: { kind: 'http', method: 'GET', path: '/x' }, safe: true, idempotent: true },
      'TW5011',
    ],
    [
      'with a media type per part',
      part({ contentType: 'image/png', style: 'form', explode: true, allowReserved: false }),
      {},
      {
        body: 'perhaps multipart/form-data XRequest (f {"contentType":"image/png","style":"form","explode":true,"allowReserved":false})',
      },
    ],
    [
      'with a media type per part in OpenAPI 3.0',
      part({ contentType: 'image/png', style: 'form' }),
      { members: { openapi: '3.0.3' } },
      { body: 'perhaps multipart/form-data XRequest (f {"contentType":"image/png"})' },
    ],
    [
      'with styles in a form of OpenAPI 3.0',
      part(
        { style: 'deepObject', 'x-tagwire-lists': 'brackets' },
        'application/x-www-form-urlencoded',
      ),
      { members: { openapi: '3.0.3' } },
      {
        body: 'perhaps application/x-www-form-urlencoded XRequest (f {"style":"deepObject","lists":"brackets"})',
      },
    ],
    [
      'with headers of a part',
      part({ headers: { 'X-A': { schema: S }, 'Content-Disposition': { schema: S } } }),
      {},
      { body: 'perhaps multipart/form-data XRequest (f {})' },
      'TW5014',
    ],
    [
      'with parts of a part',
      part({ encoding: {}, itemEncoding: {} }),
      {},
      { body: 'perhaps multipart/form-data XRequest (f {})' },
      'TW5014',
      'TW5014',
    ],
    [
      'of positions in a form',
      body({ 'multipart/form-data': { schema: R, prefixEncoding: [] } }),
      {},
      { body: 'perhaps multipart/form-data XRequest' },
      'TW5014',
    ],
    [
      'of parts that are no form',
      part({}, 'multipart/mixed'),
      {},
      { body: 'perhaps multipart/mixed XRequest (f {})' },
      'TW5014',
    ],
    [
      'of bytes',
      body({
        'multipart/form-data': { schema: { properties: { f: { ...S, format: 'binary' } } } },
      }),
      {},
      { body: 'perhaps multipart/form-data XRequest' },
    ],
    [
      'of bytes in JSON',
      body({ 'application/json': { schema: { properties: { f: { ...S, format: 'binary' } } } } }),
      {},
      { body: 'perhaps application/json XRequest' },
    ],
  ])('%s', async (_, operation, place, ...found) => {
    expect(await unusual(operation, place)).toEqual(found)
  })
})

describe('answers', () => {
  test.each<[string, object, ...unknown[]]>([
    ['of JSON', answers(AS_JSON), { outputs: ['200: application/json XResponse'] }],
    [
      'of several statuses',
      {
        responses: {
          ...fine(AS_JSON),
          '204': { description: 'None.' },
          '404': { description: 'Lost.', content: AS_JSON },
          '5XX': { description: 'Down.' },
        },
      },
      {
        outputs: ['200: application/json XResponse', '204: nothing'],
        failures: ['404: application/json XResponse_404', '5XX: nothing'],
      },
    ],
    [
      'of every other status',
      { responses: { ...fine(AS_JSON), default: { description: 'Else.', content: AS_JSON } } },
      {
        outputs: ['200: application/json XResponse'],
        failures: ['default: application/json XResponseDefault'],
      },
    ],
    [
      'of every status',
      { responses: { default: { description: 'Else.', content: AS_JSON } } },
      {
        outputs: ['default: application/json XResponse'],
        failures: ['default: application/json XResponse'],
      },
    ],
    ['of a status that is none', { responses: { fine: { description: 'Fine.' } } }, {}],
    [
      'with headers',
      {
        responses: {
          '200': {
            description: 'Fine.',
            headers: {
              'X-A': { required: true, schema: S, description: 'What.' },
              'Content-Type': { schema: S },
            },
          },
        },
      },
      {
        outputs: ['200: nothing'],
        headers: [
          {
            doc: 'What.',
            name: 'X-A',
            required: true,
            shape: { kind: 'scalar', type: 'string' },
          },
        ],
      },
    ],
    [
      'of named types',
      answers({ 'application/json': { schema: ref('Text') } }),
      { outputs: ['200: application/json Text'] },
    ],
  ])('%s', async (_, operation, ...found) => {
    expect(await unusual(operation)).toEqual(found)
  })
})

describe('a stream of', () => {
  test.each<[string, object, ...unknown[]]>([
    [
      'text events',
      answers({ 'text/event-stream': { schema: S } }),
      { outputs: ['200: text/event-stream string of text-events'] },
    ],
    [
      'events with JSON',
      answers({
        'text/event-stream': { itemSchema: { properties: { event: { const: 'a' }, data: R } } },
      }),
      { outputs: ['200: text/event-stream any of json-events { a: XResponseA }'] },
    ],
    [
      'events of several kinds',
      answers({
        'text/event-stream': {
          itemSchema: {
            oneOf: [
              {
                properties: {
                  event: { const: 'a' },
                  data: { ...S, contentMediaType: 'application/json', contentSchema: R },
                },
              },
              { properties: { event: { enum: ['b'] }, data: S } },
            ],
          },
        },
      }),
      {
        outputs: [
          '200: text/event-stream any of json-events { a: XResponseA, b: string as it is }',
        ],
      },
    ],
    [
      'events of several kinds with something in common',
      answers({
        'text/event-stream': {
          itemSchema: {
            properties: { event: S, data: R },
            anyOf: [{ properties: { event: { const: 'a' } } }, { properties: { data: S } }],
          },
        },
      }),
      {
        outputs: [
          '200: text/event-stream any of json-events { a: XResponseA, *: string as it is }',
        ],
      },
    ],
    [
      'a list of events',
      answers({
        'text/event-stream': { schema: { type: 'array', items: { properties: { data: R } } } },
      }),
      {
        outputs: [
          '200: text/event-stream { data?: { a?: string } }[] of event-data { data?: { a?: string } }',
        ],
      },
    ],
    [
      'data of events',
      answers({ 'text/event-stream': { schema: R } }),
      { outputs: ['200: text/event-stream XResponse of event-data XResponse'] },
    ],
    [
      'events with any JSON',
      answers({
        'text/event-stream': {
          itemSchema: { properties: { data: { ...S, contentMediaType: 'application/json' } } },
        },
      }),
      { outputs: ['200: text/event-stream any of json-events { *: any }'] },
    ],
    [
      'events with other data',
      answers({
        'text/event-stream': {
          itemSchema: { properties: { data: { ...S, contentMediaType: 'image/png' } } },
        },
      }),
      { outputs: ['200: text/event-stream any of text-events'] },
    ],
    [
      'lines',
      answers({ 'application/jsonl': { itemSchema: R } }),
      { outputs: ['200: application/jsonl any of lines XResponseItem'] },
    ],
    [
      'lines of a list',
      answers({ 'application/jsonl': { schema: { type: 'array', items: R } } }),
      { outputs: ['200: application/jsonl { a?: string }[] of lines { a?: string }'] },
    ],
    [
      'lines of anything',
      answers({ 'application/jsonl': {} }),
      { outputs: ['200: application/jsonl any of lines any'] },
    ],
    [
      'records',
      answers({ 'application/json-seq': { schema: R } }),
      { outputs: ['200: application/json-seq XResponse of sequence XResponse'] },
    ],
    [
      'parts',
      answers({ 'multipart/mixed': { itemSchema: R } }),
      { outputs: ['200: multipart/mixed any of parts XResponseItem'] },
    ],
    [
      'parts that are JSON by their encoding',
      answers({
        'multipart/mixed': { itemSchema: S, itemEncoding: { contentType: 'application/json' } },
      }),
      { outputs: ['200: multipart/mixed any of parts string'] },
    ],
    [
      'parts that may be texts: none',
      answers({ 'multipart/mixed': { itemSchema: { anyOf: [S, R] } } }),
      { outputs: ['200: multipart/mixed any'] },
    ],
    [
      'parts of other types: none',
      answers({
        'multipart/mixed': { itemSchema: R, itemEncoding: { contentType: 'image/png' } },
      }),
      { outputs: ['200: multipart/mixed any'] },
    ],
    [
      'parts of a body: none',
      body({ 'multipart/mixed': { itemSchema: R } }),
      { body: 'perhaps multipart/mixed any' },
    ],
    [
      'what a member of the body asks for',
      { ...body(AS_JSON), 'x-tagwire-stream': { a: true } },
      {
        streamSwitch: { member: 'a', value: true, inBody: true },
        body: 'perhaps application/json XRequest',
      },
    ],
    [
      'what a parameter asks for',
      { ...query({}), 'x-tagwire-stream': { a: 'yes' } },
      {
        streamSwitch: { member: 'a', value: 'yes', inBody: false },
        parameters: ['query a?: string'],
      },
    ],
    ['what nothing asks for', { 'x-tagwire-stream': { a: {} } }, {}],
  ])('%s', async (_, operation, ...found) => {
    expect(await unusual(operation)).toEqual(found)
  })
})

describe('names of events beside a union of their data, as ASP.NET writes them,', () => {
  const EITHER = 'one of { OrderPlaced: OrderPlaced, Halt: Halt }'
  const both = { oneOf: [ref('OrderPlaced'), ref('Halt')] }
  const streamed = async (names: readonly string[], data: object) => {
    const properties = { event: { enum: names }, data }
    const content = answers({ 'text/event-stream': { itemSchema: { properties } } })
    const operation = { operationId: 'x', ...content }
    const paths = { '/x': { get: operation } }
    const { model } = await lowered(openapi({ OrderPlaced: R, Halt: R }, { paths }))
    const [output] = model.operations.flatMap(({ outputs }) => outputs)
    const stream = output?.contents[0]?.stream
    if (stream?.form !== 'json-events') return stream?.form
    return Object.fromEntries(stream.events.map(({ event, data }) => [event, shapeText(data)]))
  }

  test.each<[string, readonly string[], object, unknown]>([
    ['exactly', ['Halt', 'OrderPlaced'], both, { Halt: 'Halt', OrderPlaced: 'OrderPlaced' }],
    [
      'in another spelling',
      ['halt', 'order-placed'],
      both,
      { halt: 'Halt', 'order-placed': 'OrderPlaced' },
    ],
    [
      'in `contentSchema`',
      ['halt', 'order_placed'],
      { ...S, contentMediaType: 'application/json', contentSchema: both },
      { halt: 'Halt', order_placed: 'OrderPlaced' },
    ],
    [
      'in another spelling, but not all: any may have any data',
      ['halt', 'placed'],
      both,
      { halt: EITHER, placed: EITHER },
    ],
  ])('%s', async (_, names, data, found) => {
    expect(await streamed(names, data)).toEqual(found)
  })
})

describe('bytes', () => {
  const F = { properties: { f: { ...S, format: 'binary' } } }
  const shapesWith = async (content: object): Promise<(string | undefined)[]> => {
    const { model } = await lowered(
      openapi({ F, G: { items: ref('F') } }, { paths: { '/x': { post: content } } }),
    )
    return model.declarations.map(({ shape }) => shapeText(shape))
  }
  const asForm = body({ 'multipart/form-data': { schema: ref('F') } })

  test('are bytes in a form', async () => {
    expect(await shapesWith(asForm)).toEqual(['{ f?: binary(binary) }', 'F[]'])
  })

  test('are a string in JSON, or if the content type is unknown', async () => {
    const asText = ['{ f?: string(binary) }', 'F[]']
    expect(
      await shapesWith({ ...asForm, ...answers({ 'application/json': { schema: ref('F') } }) }),
    ).toEqual(asText)
    expect(
      await shapesWith({ ...asForm, ...answers({ 'application/json': { schema: ref('G') } }) }),
    ).toEqual(asText)
    expect(
      await shapesWith({
        ...asForm,
        responses: { '400': { content: { 'application/json': { schema: ref('F') } } } },
      }),
    ).toEqual(asText)
    expect(await shapesWith({ ...asForm, ...query({ schema: ref('F') }) })).toEqual(asText)
    expect(await shapesWith({})).toEqual(asText)
  })
})

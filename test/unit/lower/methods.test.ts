import { describe, expect, test } from 'vitest'
import type { Model } from '../../../generator/src/model/model.js'
import type { Operation } from '../../../generator/src/model/operations/operation.js'
import { type Lowered, lowered, openapi } from '../schema-model.fixture.js'
import { operationText } from './shape-text.fixture.js'

// What methods of OpenRPC become, and the effect of `x-tagwire-` extensions on them and on the document.

const S = { type: 'string' }
const schemas = { Text: S, Message: { type: 'object', properties: { data: S } } }

function openrpc(methods: readonly unknown[], members: object = {}): Promise<Lowered> {
  const info = { title: 'T', version: '1' }
  return lowered({ openrpc: '1.3.2', info, methods, components: { schemas }, ...members })
}

async function methodOf(method: object): Promise<[Operation | undefined, readonly string[]]> {
  const { model, codes } = await openrpc([{ name: 'get_it', params: [], ...method }])
  return [model.operations[0], codes]
}

describe('a method', () => {
  test('has a name that TypeScript likes, and is called by position where it may be', async () => {
    const [method, codes] = await methodOf({
      summary: 'One <b>thing</b>.',
      tags: [{ name: 'a' }, 'b', {}],
    })
    expect([method, codes]).toMatchObject([
      {
        id: 'get_it',
        name: 'getIt',
        summary: 'One thing.',
        tags: ['a', 'b'],
        safe: false,
        idempotent: false,
        outputs: [],
        failures: [],
        binding: { kind: 'call', method: 'get_it', byPosition: true },
      },
      [],
    ])
    expect((await methodOf({ paramStructure: 'by-name' }))[0]?.binding).toMatchObject({
      byPosition: false,
    })
    expect((await methodOf({ paramStructure: 'either' }))[0]?.binding).toMatchObject({
      byPosition: true,
    })
  })

  test('says whether it is safe', async () => {
    const [method] = await methodOf({ 'x-tagwire-safe': true, 'x-tagwire-idempotent': true })
    expect(method).toMatchObject({ safe: true, idempotent: true })
  })

  test.each<[string, object, string[]]>([
    ['required', { name: 'a', required: true, schema: S }, ['params a: string']],
    [
      'with a default',
      { name: 'a', schema: { ...S, default: 'x' } },
      ['params a?: string (default "x")'],
    ],
    [
      'with an encoding',
      { name: 'a', schema: S, 'x-tagwire-encoding': { jsonrpc: 'hex', uri: '0x-hex' } },
      ['params a?: string (encoding {"jsonrpc":"hex","uri":"0x-hex"})'],
    ],
    [
      'with a number as text',
      { name: 'a', schema: S, 'x-tagwire-encoding': { jsonrpc: 'decimal-string', uri: 'decimal' } },
      ['params a?: string (encoding {"jsonrpc":"decimal-string","uri":"decimal"})'],
    ],
    [
      'with bytes',
      { name: 'a', schema: S, 'x-tagwire-encoding': { jsonrpc: 'base64', uri: 'quoted' } },
      ['params a?: string (encoding {"jsonrpc":"base64","uri":"quoted"})'],
    ],
    [
      'as it is',
      { name: 'a', schema: S, 'x-tagwire-encoding': { jsonrpc: 'json', uri: 'json' } },
      ['params a?: string (encoding {"jsonrpc":"json","uri":"json"})'],
    ],
    [
      'with an encoding for messages',
      { name: 'a', schema: S, 'x-tagwire-encoding': { jsonrpc: 'hex' } },
      ['params a?: string (encoding {"jsonrpc":"hex","uri":"json"})'],
    ],
    [
      'with half an encoding',
      { name: 'a', schema: S, 'x-tagwire-encoding': { uri: 'json' } },
      ['params a?: string'],
    ],
  ])('takes a parameter %s', async (_, parameter, texts) => {
    const [method, codes] = await methodOf({ params: [parameter] })
    expect([method && operationText(method).parameters, codes]).toEqual([texts, []])
  })

  test('needs a name, and so do its parameters, and a schema', async () => {
    const { model, codes } = await openrpc([
      { params: [] },
      'a',
      { name: 'b', params: [{ schema: S }, { name: 'c' }, 'd'] },
    ])
    expect([model.operations.map(({ id }) => id), codes]).toEqual([
      ['b'],
      ['TW5005', 'TW5005', 'TW5005'],
    ])
    expect(model.operations[0]?.input.parameters).toEqual([])
  })

  test('has a result, and errors with a type if they refer to one', async () => {
    const errors = [
      { code: 1, message: 'No.', data: { $ref: '#/components/schemas/Text' } },
      { code: 'x', message: 'Odd.', data: S },
      {},
    ]
    const [method] = await methodOf({
      result: { name: 'r', description: 'It.', schema: { properties: { a: S } } },
      errors,
    })
    expect(method).toMatchObject({
      outputs: [
        {
          doc: 'It.',
          contents: [
            { mediaType: 'application/json', shape: { kind: 'reference', name: 'GetItResult' } },
          ],
        },
      ],
      failures: [
        { code: 1, message: 'No.', contents: [{ shape: { name: 'Text' } }] },
        { message: 'Odd.', contents: [] },
        { contents: [] },
      ],
    })
    expect(method?.failures[1]).not.toHaveProperty('code')
    expect(method?.failures[2]).not.toHaveProperty('message')
  })
})

describe('names of methods', () => {
  test.each([
    [['get_pet', 'getPet'], [/^getPet$/, /^getPet_?[A-Za-z0-9]+$/], ['TW4002']],
    [
      ['http', 'transport', 'close', 'then', 'constructor'],
      [/^http.+/, /^transport.+/, /^close.+/, /^then.+/, /^constructor.+/],
      Array(5).fill('TW4002'),
    ],
    [['a', 'b'], [/^a$/, /^b$/], []],
  ])('%j', async (ids, names, codes) => {
    const made = await openrpc(ids.map((name) => ({ name, params: [] })))
    expect(made.model.operations.map(({ name }) => name)).toEqual(
      names.map((each) => expect.stringMatching(each)),
    )
    expect(made.codes).toEqual(codes)
  })

  test('can be given', async () => {
    const { model, codes } = await openrpc([
      { name: 'a', params: [] },
      { name: 'b', params: [], 'x-tagwire-name': 'a2' },
    ])
    expect([model.operations.map(({ name }) => name), codes]).toEqual([['a', 'a2'], []])
  })
})

describe('words of a method', () => {
  const REF = { $ref: '#/components/schemas/Message' }
  test.each<[string, unknown, object]>([
    ['transports', ['http', 1], { transports: ['http'] }],
    ['requires', 'rpc.unsafe', { requires: 'rpc.unsafe' }],
    [
      'waiter',
      { name: 'w', watch: 'b', after: 'send' },
      { waiter: { name: 'w', watch: 'b', after: 'send' } },
    ],
    [
      'waiter',
      { name: 'w', until: { pointer: '/a', values: ['x'], failure: ['y'], givenUp: ['z'] } },
      {
        waiter: {
          name: 'w',
          until: { pointer: '/a', values: ['x'], failure: ['y'], givenUp: ['z'] },
        },
      },
    ],
    [
      'waiter',
      { name: 'w', until: { pointer: ['/a', '/b'], values: [] } },
      { waiter: { name: 'w', until: { pointer: ['/a', '/b'], values: [] } } },
    ],
    [
      'waiter',
      {
        name: 'w',
        begin: { name: 'track', operation: 'start', timeoutMs: 5 },
        tolerate: [404, 'x', {}],
        intervalMs: { first: 1, most: 2 },
        timeoutMs: 3,
      },
      {
        waiter: {
          name: 'w',
          begin: { name: 'track', operation: 'start', timeoutMs: 5 },
          tolerate: [404, 'x'],
          intervalMs: { first: 1, most: 2 },
          timeoutMs: 3,
        },
      },
    ],
    ['waiter', { name: 'w', begin: { name: 'track' } }, { waiter: { name: 'w' } }],
    [
      'paginator',
      { name: 'p', page: 'page', size: 'size', most: 9, items: '/a', total: '/n' },
      { paginator: { name: 'p', page: 'page', size: 'size', most: 9, items: '/a', total: '/n' } },
    ],
    [
      'paginator',
      { name: 'p', page: 'page', items: '/a', total: '/n' },
      { paginator: { name: 'p', page: 'page', items: '/a', total: '/n' } },
    ],
    [
      'sequence',
      { name: 's', index: 'i', total: 't', data: 'd', encoding: 'base64', content: REF },
      {
        sequence: {
          name: 's',
          index: 'i',
          total: 't',
          data: 'd',
          encoding: 'base64',
          content: 'Message',
        },
      },
    ],
    [
      'events',
      {
        query: 'q',
        key: 'k',
        unsubscribe: 'u',
        notification: REF,
        data: '/data',
        kinds: [
          {
            name: 'Tx',
            tag: 'tx',
            level: 'block',
            resume: 'gaps',
            description: 'One.',
            keys: [{ name: 'h', type: 'int', description: 'What.' }, { name: 'i' }],
            attributes: true,
            examples: [1],
            'x-tagwire-source': 'observed',
          },
          { name: 'Vote' },
        ],
      },
      {
        events: {
          query: 'q',
          key: 'k',
          unsubscribe: 'u',
          notification: 'Message',
          data: 'data',
          kinds: [
            {
              name: 'Tx',
              tag: 'tx',
              level: 'block',
              resume: 'gaps',
              description: 'One.',
              keys: [
                { name: 'h', type: 'int', description: 'What.' },
                { name: 'i', description: '' },
              ],
              attributes: true,
              examples: [1],
              provenance: 'observed',
            },
            { name: 'Vote', tag: '', level: '', resume: 'none', description: '', keys: [] },
          ],
        },
      },
    ],
    [
      'rules',
      [
        { oneOf: ['a', 'b'] },
        { at: '/x', needs: ['c'] },
        { at: '/x', sameSum: '/y' },
        { at: '/x', sameLength: { operation: 'o', at: '/z' } },
        { at: '/x', sum: '/s', asSent: { operation: 'o', at: '/z' } },
        {
          at: '/x',
          addressOf: {
            chains: { operation: 'o', at: '/c', id: 'i', family: 'f', prefix: 'p' },
            ids: { operation: 'o', at: '/i' },
          },
        },
        {
          at: '/x',
          addressOf: { chains: { operation: 'o', at: '/c', id: 'i', family: 'f', prefix: 'p' } },
        },
        {},
      ],
      {
        rules: [
          { oneOf: ['a', 'b'] },
          { at: '/x', needs: ['c'] },
          { at: '/x', sameSum: '/y' },
          { at: '/x', sameLength: { operation: 'o', at: '/z' } },
          { at: '/x', sum: '/s', asSent: { operation: 'o', at: '/z' } },
          {
            at: '/x',
            addressOf: {
              chains: { operation: 'o', at: '/c', id: 'i', family: 'f', prefix: 'p' },
              ids: { operation: 'o', at: '/i' },
            },
          },
          {
            at: '/x',
            addressOf: { chains: { operation: 'o', at: '/c', id: 'i', family: 'f', prefix: 'p' } },
          },
        ],
      },
    ],
    [
      'made-from',
      {
        name: 'm',
        operation: 'o',
        members: ['a'],
        given: { b: { member: 'c', by: 'd', required: true }, e: {} },
      },
      {
        madeFrom: {
          name: 'm',
          operation: 'o',
          members: ['a'],
          given: {
            b: { member: 'c', by: 'd', required: true },
            e: { member: 'e', required: false },
          },
        },
      },
    ],
  ])('%s', async (word, value, extensions) => {
    const [method] = await methodOf({ [`x-tagwire-${word}`]: value })
    expect(method?.extensions).toEqual(extensions)
  })
})

test('words of a document', async () => {
  const { model } = await openrpc([], {
    'x-tagwire-dialect': 'cometbft',
    'x-tagwire-keywords': ['a'],
    'x-tagwire-transports': {
      http: { path: '/', description: 'One.', 'x-tagwire-source': 'stated' },
      websocket: {},
    },
    'x-tagwire-settings': [
      { key: 'k', default: 'd', description: 'What.', 'x-tagwire-source': 'public' },
    ],
    'x-tagwire-errors': [
      { reason: 'r', code: 1, match: 'm', description: 'Why.' },
      { reason: 'q', match: 'n' },
    ],
  })
  expect(model.extensions).toEqual({
    dialect: 'cometbft',
    keywords: ['a'],
    transports: {
      http: { path: '/', description: 'One.', provenance: 'stated' },
      websocket: { description: '' },
    },
    settings: [{ key: 'k', default: 'd', description: 'What.', provenance: 'public' }],
    errors: [
      { reason: 'r', code: 1, match: 'm', description: 'Why.' },
      { reason: 'q', match: 'n' },
    ],
  })
})

test('what a document says of itself', async () => {
  const heading = ({ title, version, doc, tags, document }: Model) => ({
    title,
    version,
    doc,
    tags,
    document,
  })
  const tags = [{ name: 'a', description: ' <b>A</b>. ' }, { name: 'b' }, {}]
  const { model } = await openrpc([], {
    info: { title: 'Shop', version: '2', description: '<p>Sells.</p>' },
    tags,
  })
  expect(heading(model)).toEqual({
    title: 'Shop',
    version: '2',
    doc: 'Sells.',
    tags: [{ name: 'a', doc: 'A.' }, { name: 'b' }],
    document: { file: expect.stringMatching(/spec\.json$/), language: 'openrpc', version: '1.3.2' },
  })
  const silent = await lowered(openapi({}, { info: undefined }))
  expect(heading(silent.model)).toMatchObject({ title: 'API', version: '0', tags: [] })
})

describe('a JSON Schema', () => {
  const namesOf = async (document: object): Promise<[string[], readonly string[]]> => {
    const { model, codes } = await lowered(document)
    return [model.declarations.map(({ name }) => name), codes]
  }
  const dialect = 'https://json-schema.org/draft/2020-12/schema'

  test.each<[string, object, string[], string[]]>([
    [
      'is named by its title',
      { $schema: dialect, title: 'Pet shop', properties: { a: S } },
      ['PetShop'],
      [],
    ],
    ['is named by its file', { $schema: dialect, properties: { a: S } }, ['Spec'], []],
    [
      'has definitions of both kinds',
      { $schema: dialect, $defs: { A: S }, definitions: { B: S }, type: 'string' },
      ['B', 'A', 'Spec'],
      [],
    ],
    [
      'may be nothing but definitions',
      { $schema: dialect, $id: 'x', title: 'T', 'x-y': 1, $defs: { A: S } },
      ['A'],
      [],
    ],
    [
      'may be of a dialect that nobody knows',
      { $schema: 'https://example.com/mine', properties: { a: S } },
      ['Spec'],
      ['TW2006'],
    ],
  ])('%s', async (_, document, names, codes) => {
    expect(await namesOf(document)).toEqual([names, codes])
  })
})

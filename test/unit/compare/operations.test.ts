import { describe, expect, test } from 'vitest'
import { brief, changesBetween, methods, service } from './compare.fixture.js'

const get = (more = '', id = 'find', path = '/find'): string =>
  `  ${path}: { get: { operationId: ${id}, responses: { '200': { description: Ok. } }${more} } }`
const query = (parameters: string): string => get(`, parameters: [${parameters}]`)
const Q = '{ name: q, in: query, schema: { type: string } }'
const answers = (responses: string): string =>
  `  /find: { get: { operationId: find, responses: { ${responses} } } }`
const posts = (body: string, more = ''): string =>
  `  /find: { post: { operationId: find, requestBody: ${body}${more}, responses: { '200': { description: Ok. } } } }`
const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`
const servers = (...urls: string[]): string =>
  `servers: [${urls.map((url) => `{ url: ${url} }`).join(', ')}]\n`

const inHttp: readonly (readonly [change: string, before: string, after: string])[] = [
  ['additive operation-added other', get(), `${get()}\n${get('', 'other', '/other')}`],
  ['breaking operation-removed other', `${get()}\n${get('', 'other', '/other')}`, get()],
  ['breaking operation-renamed seek', get(), get('', 'seek')],
  ['breaking operation-moved find', get(), get('', 'find', '/v2/find')],
  ['breaking operation-server find', get(), get(", servers: [{ url: 'https://b.test' }]")],
  [
    'breaking operation-moved find',
    get(', x-tagwire-safe: true'),
    get()
      .replace('get:', 'put:')
      .replace('Ok. } }', 'Ok. } }, x-tagwire-safe: true, x-tagwire-idempotent: true'),
  ],
  ['breaking retry-lost find', get(), get(', x-tagwire-idempotent: false')],
  [
    'additive retry-gained find',
    get(', x-tagwire-idempotent: false, x-tagwire-safe: false'),
    get(),
  ],
  ['additive field-added find(q)', get(), query(Q)],
  ['breaking required-field-added find(q)', get(), query(Q.replace('in:', 'required: true, in:'))],
  ['breaking field-removed find(q)', query(Q), get()],
  ['breaking field-required find(q)', query(Q), query(Q.replace('in:', 'required: true, in:'))],
  [
    'breaking encoding-changed find(q)',
    query(Q.replace('query', 'header')),
    query(Q.replace('query', 'cookie')),
  ],
  [
    'breaking encoding-changed find(q)',
    query(Q),
    query(Q.replace('in:', 'style: pipeDelimited, in:')),
  ],
  [
    'breaking default-changed find(q)',
    query(Q.replace('string', 'string, default: a')),
    query(Q.replace('string', 'string, default: b')),
  ],
  ['breaking type-changed find(q)', query(Q), query(Q.replace('string', 'boolean'))],
  [
    'breaking field-required find(body)',
    posts(`{ ${json('{ type: string }')} }`),
    posts(`{ required: true, ${json('{ type: string }')} }`),
  ],
  [
    'breaking media-type-removed find(body)',
    posts('{ content: { application/json: {}, text/plain: { schema: { type: string } } } }'),
    posts('{ content: { application/json: {} } }'),
  ],
  [
    'additive media-type-added find(body)',
    posts('{ content: { application/json: {} } }'),
    posts('{ content: { application/json: {}, text/plain: { schema: { type: string } } } }'),
  ],
  [
    'additive failure-added find → 404',
    answers("'200': { description: Ok. }"),
    answers("'200': { description: Ok. }, '404': { description: No. }"),
  ],
  [
    'docs failure-removed find → 404',
    answers("'200': { description: Ok. }, '404': { description: No. }"),
    answers("'200': { description: Ok. }"),
  ],
  [
    'breaking success-added find → 202',
    answers("'200': { description: Ok. }"),
    answers("'200': { description: Ok. }, '202': { description: Later. }"),
  ],
  [
    'breaking success-removed find → 202',
    answers("'200': { description: Ok. }, '202': { description: Later. }"),
    answers("'200': { description: Ok. }"),
  ],
  [
    'breaking type-changed find → 404',
    answers(`'404': { description: No., ${json('{ type: string }')} }`),
    answers(`'404': { description: No., ${json('{ type: boolean }')} }`),
  ],
  ['docs deprecated find', get(), get(', deprecated: true')],
  ['docs docs-changed find', get(', summary: A'), get(', summary: B')],
]

test.each(inHttp)('%s', async (change, before, after) => {
  expect((await changesBetween(service(before), service(after))).map(brief)).toEqual([change])
})

test('a body that gets company is another argument', async () => {
  const body = `{ required: true, ${json('{ type: string }')} }`
  const changes = await changesBetween(
    service(posts(body)),
    service(posts(body, `, parameters: [${Q}]`)),
  )
  expect(changes.map(brief)).toEqual([
    'breaking argument-changed find',
    'additive field-added find(q)',
  ])
})

describe('the service', () => {
  const [one, two] = ['https://one.test', 'https://two.test']
  test.each([
    ['additive server-added servers', servers(one), servers(one, two)],
    ['breaking server-removed servers', servers(one, two), servers(one)],
    ['breaking server-default servers', servers(one, two), servers(two, one)],
    [
      'breaking server-changed servers https://a.test',
      "servers: [{ url: 'https://{v}.test', variables: { v: { default: a } } }]\n",
      "servers: [{ url: 'https://{v}.test', variables: { v: { default: a, enum: [a, b] } } }]\n",
    ],
    ['docs docs-changed document', 'tags: [{ name: a }]\n', 'tags: [{ name: b }]\n'],
  ])('%s', async (change, before, after) => {
    const changes = await changesBetween(service(get(), before), service(get(), after))
    expect(changes.map(brief)).toEqual([change])
  })

  test('its version is not a change', async () => {
    const after = service(get()).replace('1.0.0', '2.0.0')
    expect(await changesBetween(service(get()), after)).toEqual([])
  })

  test.each([
    ['additive credential-added credential', undefined, 'x-key'],
    ['breaking credential-removed credential', 'x-key', undefined],
    ['breaking credential-changed credential', 'x-key', 'x-other'],
  ])('%s', async (change, before, after) => {
    const text = (header?: string): string =>
      header === undefined
        ? service(get())
        : `${service(get())}  securitySchemes: { key: { type: apiKey, in: header, name: ${header} } }\n`
    expect((await changesBetween(text(before), text(after))).map(brief)).toEqual([change])
  })

  test.each([
    ['one credential', ''],
    ['one of several', ', other: { type: apiKey, in: query, name: key }'],
  ])('the case of a header changes nothing: %s', async (_, more) => {
    const text = (header: string): string =>
      `${service(get())}  securitySchemes: { key: { type: apiKey, in: header, name: ${header} }${more} }\n`
    expect(await changesBetween(text('X-Key'), text('x-key'))).toEqual([])
  })
})

describe('webhooks and callbacks', () => {
  const hooks = (name: string, type: string): string =>
    `webhooks: { ${name}: { post: { requestBody: { ${json(`{ type: ${type} }`)} }, responses: { '200': { description: Ok. } } } } }\n`
  test.each([
    ['additive webhook-added webhooks.ping', '', hooks('ping', 'string')],
    ['breaking webhook-removed webhooks.ping', hooks('ping', 'string'), ''],
    ['breaking type-changed webhooks.ping', hooks('ping', 'string'), hooks('ping', 'boolean')],
  ])('%s', async (change, before, after) => {
    const changes = await changesBetween(service(get(), before), service(get(), after))
    expect(changes.map(brief)).toEqual([change])
  })

  const stream = (schema: string): string =>
    answers(
      `'200': { description: Ok., content: { application/jsonl: { itemSchema: ${schema} } } }`,
    )
  test('items of a stream are received', async () => {
    const [before, after] = [stream('{ type: integer }'), stream('{ type: number }')].map((paths) =>
      service(paths).replace('3.1.0', '3.2.0'),
    )
    expect((await changesBetween(before ?? '', after ?? '')).map(brief)).toEqual([
      'breaking type-widened find → 200',
    ])
  })
})

describe('x-tagwire words', () => {
  const method = (words = ''): string =>
    `{ name: page, params: [], result: { name: r, schema: { type: string } }${words} }`
  const errors = (...reasons: string[]): string =>
    `x-tagwire-errors: [${reasons.map((each) => `{ match: 'no ${each}*', reason: ${each} }`).join(', ')}]\n`
  test.each([
    ['breaking condition-added page', method(), method(', x-tagwire-requires: rpc.unsafe')],
    ['additive condition-removed page', method(', x-tagwire-requires: rpc.unsafe'), method()],
    [
      'additive retry-gained page',
      method(),
      method(', x-tagwire-safe: true, x-tagwire-idempotent: true'),
    ],
  ])('%s', async (change, before, after) => {
    expect((await changesBetween(methods(before), methods(after))).map(brief)).toEqual([change])
  })

  test.each([
    ['additive word-added document', '', errors('a')],
    ['breaking word-removed document', errors('a'), ''],
    ['breaking word-changed document', errors('a'), errors('b')],
    ['additive word-extended document', errors('a', 'b'), errors('a', 'c', 'b')],
    ['breaking word-changed document', errors('a', 'b'), errors('b', 'a')],
  ])('%s', async (change, before, after) => {
    const changes = await changesBetween(methods(method(), before), methods(method(), after))
    expect(changes.map(brief)).toEqual([change])
  })
})

describe('how a parameter is written is said in words', () => {
  const q = (more: string): string => service(query(`{ name: q, ${more} }`))
  const array = 'in: query, schema: { type: array, items: { type: string } }'
  const object = 'in: query, style: deepObject, schema: { type: object }'
  const pages = (encoding: string): string =>
    methods(
      `{ name: page, params: [{ name: q, schema: { type: string }${encoding} }], result: { name: r, schema: {} } }`,
    )
  const words = (jsonrpc: string, uri: string): string =>
    `, x-tagwire-encoding: { jsonrpc: ${jsonrpc}, uri: ${uri} }`
  test.each([
    [q(array), q(`explode: false, ${array}`), 'is written not exploded now, was exploded'],
    [
      q(array),
      q(`style: pipeDelimited, ${array}`),
      'is written in the style pipeDelimited, not exploded now, was in the style form, exploded',
    ],
    [
      q(array),
      q(`allowReserved: true, ${array}`),
      'is written with reserved characters as they are now, was with reserved characters escaped',
    ],
    [
      q(object),
      q(`x-tagwire-lists: brackets, ${object}`),
      'is written with [] after names of lists now, was with an index after names of lists',
    ],
    [
      q('in: query, content: { application/json: { schema: {} } }'),
      q('in: query, content: { text/plain: { schema: {} } }'),
      'is written as text/plain now, was as application/json',
    ],
    [
      pages(words('hex', '0x-hex')),
      pages(words('base64', '0x-hex')),
      'is written as base64 in messages now, was as hex in messages',
    ],
  ])('%#', async (before, after, message) => {
    const changes = await changesBetween(before, after)
    const found = changes.filter(({ kind }) => kind === 'encoding-changed')
    expect(found.map((each) => each.message)).toEqual([message])
  })

  test('and what only states the default is no change', async () => {
    expect(await changesBetween(pages(''), pages(words('json', 'json')))).toEqual([])
  })
})

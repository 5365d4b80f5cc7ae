import { describe, expect, test } from 'vitest'
import { brief, changesBetween, document, service } from './compare.fixture.js'
import { checkRow, type Row } from './rows.fixture.js'

const OK = "responses: { '200': { description: Ok. } }"
const get = (more: string): string => `  /find: { get: { operationId: find, ${more} } }`
const query = (schema: string, place = 'query'): string =>
  get(`parameters: [{ name: q, in: ${place}, schema: ${schema} }], ${OK}`)
const sends = (schema: string): string =>
  `  /find: { post: { operationId: find, requestBody: { content: { application/json: { schema: ${schema} } } }, ${OK} } }`
const answers = (schema: string): string =>
  get(
    `responses: { '200': { description: Ok., content: { application/json: { schema: ${schema} } } } }`,
  )
const headers = (list: string): string =>
  get(`responses: { '200': { description: Ok., headers: { ${list} } } }`)

const limited: readonly (readonly [change: string, before: string, after: string])[] = [
  [
    'breaking bound-tightened find(q)',
    query('{ type: integer, maximum: 100 }'),
    query('{ type: integer, maximum: 50 }'),
  ],
  [
    'additive bound-loosened find(q)',
    query('{ type: integer, maximum: 50 }'),
    query('{ type: integer, maximum: 100 }'),
  ],
  [
    'breaking bound-tightened find(q)',
    query('{ type: string, maxLength: 20 }', 'header'),
    query('{ type: string, maxLength: 5 }', 'header'),
  ],
  [
    'breaking bound-tightened find(q)[]',
    query('{ type: array, items: { type: string } }'),
    query('{ type: array, items: { type: string, pattern: "^a" } }'),
  ],
  [
    'breaking bound-tightened find(body)',
    sends('{ type: array, items: {}, minItems: 1 }'),
    sends('{ type: array, items: {}, minItems: 3 }'),
  ],
  [
    'breaking field-required FindRequest.a',
    sends('{ type: object, properties: { a: {} } }'),
    sends('{ type: object, properties: { a: {} }, required: [a] }'),
  ],
  [
    'additive field-optional FindRequest.a',
    sends('{ type: object, properties: { a: {} }, required: [a] }'),
    sends('{ type: object, properties: { a: {} } }'),
  ],
  [
    'breaking bound-loosened find → 200',
    answers('{ type: array, items: {}, maxItems: 3 }'),
    answers('{ type: array, items: {} }'),
  ],
  [
    'breaking header-removed find → 200 (header X-Next)',
    headers('X-Next: { required: true, schema: { type: string } }'),
    headers(''),
  ],
  [
    'docs optional-header-removed find → 200 (header X-Next)',
    headers('X-Next: { schema: { type: string } }'),
    headers(''),
  ],
  [
    'additive header-added find → 200 (header X-Next)',
    headers(''),
    headers('X-Next: { schema: { type: string } }'),
  ],
  [
    'breaking field-optional find → 200 (header X-Next)',
    headers('X-Next: { required: true }'),
    headers('x-next: {}').replace('x-next', 'X-Next'),
  ],
  [
    'breaking type-changed find → 200 (header X-Next)',
    headers('X-Next: { schema: { type: string } }'),
    headers('X-Next: { schema: { type: integer } }'),
  ],
  [
    'breaking bound-loosened find → 200 (header X-Next)',
    headers('X-Next: { schema: { type: integer, maximum: 9 } }'),
    headers('X-Next: { schema: { type: integer } }'),
  ],
]

test.each(limited)('%s', async (change, before, after) => {
  expect((await changesBetween(service(before), service(after))).map(brief)).toEqual([change])
})

test('names of headers are the same in any case', async () => {
  const changes = await changesBetween(
    service(headers('X-Next: {}')),
    service(headers('x-next: {}')),
  )
  expect(changes).toEqual([])
})

describe('limits that say the same', () => {
  test.each([
    ['{ type: string }', '{ type: string, minLength: 0 }'],
    ['{ type: array, items: {} }', '{ type: array, items: {}, minItems: 0 }'],
    ['{ type: integer, minimum: 5 }', '{ type: integer, exclusiveMinimum: 4 }'],
    [
      '{ type: string, maxLength: 5 }',
      '{ allOf: [{ type: string, maxLength: 5 }, { maxLength: 9 }] }',
    ],
  ])('%s and %s', async (before, after) => {
    const changes = await changesBetween(service(query(before)), service(query(after)))
    expect(changes.filter((each) => /^bound/.test(each.kind))).toEqual([])
  })
})

describe('parts of allOf that say the same again', () => {
  test.each([
    '{ type: string, minLength: 1 }',
    '{ type: integer, multipleOf: 2 }',
    '{ type: object, additionalProperties: { type: string } }',
    '{ enum: [a, b] }',
    '{ const: null }',
    '{ type: array, items: { type: string }, minItems: 1, contains: { const: a } }',
    '{ type: object, properties: { a: {} }, not: { required: [b] }, dependentRequired: { a: [c] } }',
    '{ type: object, properties: { a: {} }, additionalProperties: false, propertyNames: { maxLength: 1 } }',
  ])('%s', async (schema) => {
    const [once, twice] = [`T: ${schema}`, `T: { allOf: [${schema}, ${schema}] }`]
    for (const [before, after] of [
      [once, twice],
      [twice, once],
    ] as const) {
      const changes = await changesBetween(document('both', before), document('both', after))
      expect(changes.filter((each) => each.class === 'breaking').map(brief)).toEqual([])
    }
  })

  test('a union of which one member may be null', async () => {
    const union = "{ oneOf: [{ type: integer }, { type: [integer, 'null'] }] }"
    const [alone, inAllOf] = [`T: ${union}`, `T: { allOf: [${union}] }`]
    for (const [before, after] of [
      [alone, inAllOf],
      [inAllOf, alone],
    ] as const) {
      const changes = await changesBetween(document('both', before), document('both', after))
      expect(changes.map(brief)).toEqual([])
    }
  })
})

test('a type that is new in one place is compared with what stood there', async () => {
  const types = 'Short: { type: string, maxLength: 3 }'
  const after = service(query("{ $ref: '#/components/schemas/Short' }")).replace(
    'Cat:',
    `${types}, Cat:`,
  )
  const changes = (
    await changesBetween(service(query('{ type: string, maxLength: 5 }')), after)
  ).map(brief)
  expect(changes).toContain('breaking bound-tightened find(q)')
})

test('texts are never empty', async () => {
  const [change] = await changesBetween(
    service(query('{ type: string, pattern: "^a" }')),
    service(query('{ type: string, pattern: "" }')),
  )
  expect(change?.message).toBe('pattern is "" now, was "^a"')
})

const list = (words: string): string => `T: { type: array, items: {}, ${words} }`
const object = (words: string): string =>
  `T: { type: object, properties: { a: { type: string }, b: { type: string } }, ${words} }`
const enforced: readonly Row[] = [
  [
    'assertion-added T',
    object('minProperties: 0'),
    object('dependentRequired: { a: [b] }'),
    'breaking',
    'additive',
  ],
  [
    'assertion-removed T',
    object('propertyNames: { maxLength: 3 }'),
    object('minProperties: 0'),
    'additive',
    'breaking',
  ],
  [
    'assertion-added T',
    object('minProperties: 0'),
    object('not: { required: [a] }'),
    'breaking',
    'additive',
  ],
  [
    'assertion-added T',
    object('minProperties: 0'),
    object('if: { required: [a] }, then: { required: [b] }'),
    'breaking',
    'additive',
  ],
  [
    'assertion-added T',
    object('minProperties: 0'),
    object('unevaluatedProperties: false'),
    // Callers send no fields that the document does not describe.
    'additive',
    'additive',
  ],
  [
    'assertion-added T',
    'T: { type: string, enum: [on, off] }',
    'T: { type: number, enum: [on, off] }',
    'breaking',
    'additive',
  ],
  [
    'assertion-changed T',
    list('contains: { const: 1 }'),
    list('contains: { const: 2 }'),
    'breaking',
    'breaking',
  ],
  [
    'assertion-changed T',
    list('contains: { type: string, pattern: "^a" }'),
    list('contains: { type: string, pattern: "^b" }'),
    'breaking',
    'breaking',
  ],
  [
    'bound-tightened T',
    'T: { type: number, multipleOf: 5 }',
    'T: { type: number, multipleOf: 10 }',
    'breaking',
    'additive',
  ],
  [
    'value-added T',
    'T: { type: string, x-extensible-enum: [a] }',
    'T: { type: string, x-extensible-enum: [a, b] }',
    'additive',
    'additive',
  ],
  [
    'value-removed T',
    'T: { type: string, x-extensible-enum: [a, b] }',
    'T: { type: string, x-extensible-enum: [a] }',
    'breaking',
    'additive',
  ],
]
test.each(enforced)('%s: %s → %s', async (...row) => checkRow(row))

describe('addresses', () => {
  const item = (name: string, path = `/items/{${name}}`): string =>
    `  ${path}: { get: { operationId: item, parameters: [{ name: ${name}, in: path, required: true, schema: { type: string } }], ${OK} } }`

  test('breaking parameter-renamed item(key) is not operation-moved', async () => {
    const changes = await changesBetween(service(item('id')), service(item('key')))
    expect(changes.map(brief)).toEqual(['breaking parameter-renamed item(key)'])
  })

  test('another path moves it', async () => {
    const changes = await changesBetween(service(item('id')), service(item('id', '/v2/items/{id}')))
    expect(changes.map(brief)).toEqual(['breaking operation-moved item'])
  })
})

describe('security', () => {
  const scheme = (name: string): string => `${name}: { type: oauth2, flows: {} }`
  const schemes = `components: { securitySchemes: { ${scheme('a')}, ${scheme('b')} } }\n`
  const doc = (security: string): string =>
    service(get(`${security === '' ? '' : `security: ${security}, `}${OK}`)).replace(
      'components:\n',
      `components:\n  ${schemes.slice(14, -3)}\n`,
    )

  test.each([
    ['breaking security-tightened find', '', '[{ a: [] }]'],
    ['additive security-relaxed find', '[{ a: [] }]', '[{ a: [] }, { b: [] }]'],
    ['breaking security-tightened find', '[{ a: [] }, { b: [] }]', '[{ a: [] }]'],
    ['breaking security-tightened find', '[{ a: [] }]', '[{ a: [], b: [] }]'],
    ['breaking security-tightened find', '[{ a: [x] }]', '[{ a: [x, y] }]'],
    ['additive security-relaxed find', '[{ a: [x, y] }]', '[{ a: [x] }]'],
    ['additive security-relaxed find', '[{ a: [] }]', '[{}]'],
  ])('%s: %s → %s', async (change, before, after) => {
    expect((await changesBetween(doc(before), doc(after))).map(brief)).toEqual([change])
  })

  test('alternatives in another order are the same', async () => {
    expect(
      await changesBetween(doc('[{ a: [] }, { b: [] }]'), doc('[{ b: [] }, { a: [] }]')),
    ).toEqual([])
  })

  test("a change to the document's default is reported once", async () => {
    const two = `${get(OK)}\n${get(OK).replace('/find', '/seek').replace('find', 'seek')}`
    const before = service(two)
    const changes = await changesBetween(
      before,
      before
        .replace('paths:', 'security: [{ a: [] }]\npaths:')
        .replace('components:\n', `components:\n  ${schemes.slice(14, -3)}\n`),
    )
    expect(changes.filter((each) => each.kind === 'security-tightened').map(brief)).toEqual([
      'breaking security-tightened find &seek',
    ])
  })
})

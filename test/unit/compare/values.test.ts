import { describe, expect, test } from 'vitest'
import { compareReadings } from '../../../generator/src/pipeline/diff.js'
import { brief, changesBetween, document, methods, readTexts } from './compare.fixture.js'

/**
 * What decides for schemas is which values are valid, not how they are written. Each of these was classified wrongly
 * while shapes and rules were compared keyword by keyword.
 */

type Class = 'breaking' | 'additive' | 'docs' | 'nothing'

const CLASSES = ['breaking', 'additive', 'docs'] as const

async function worst(before: string, after: string): Promise<Class> {
  const changes = await changesBetween(before, after)
  return CLASSES.find((name) => changes.some((each) => each.class === name)) ?? 'nothing'
}

type Row = readonly [name: string, before: string, after: string]

const INTEGER = '{ type: integer }'
const field = (schema: string): string => `T: { type: object, properties: { a: ${schema} } }`
const BASE = 'Base: { type: object, properties: { a: { type: string }, b: { type: integer } } }'
const derived = (own: string, base = BASE): string =>
  `T: { allOf: [{ $ref: '#/components/schemas/Base' }, ${own}] }, ${base}`
const key = (name: string, payload: string): string =>
  `{ type: object, required: [${name}], properties: { ${name}: ${payload} } }`
const kinds = (...members: string[]): string => `T: { oneOf: [${members.join(', ')}] }`
const two = [key('go', INTEGER), key('stay', INTEGER)] as const

const FEW = 'Few: { type: object, properties: { x: { type: string }, y: { type: string } } }'
const LESS = FEW.replace('type: object', 'type: object, additionalProperties: false')
const more = '{ type: object, required: [a], properties: { a: { type: string } } }'
const either = (few: string): string =>
  `T: { anyOf: [{ $ref: '#/components/schemas/Few' }, ${more}] }, ${few}`
const kind = (name: string, required: string): string =>
  `{ type: object, required: [${required}], properties: { kind: { type: string, enum: [${name}] } } }`
const tagged = (required: string): string =>
  `T: { oneOf: [${kind('cat', required)}, ${kind('dog', 'kind')}] }`

const MAP =
  '{ type: object, required: [a], properties: { a: { type: string } }, additionalProperties: { type: string } }'
const few = (properties: string): string =>
  `T: { anyOf: [{ $ref: '#/components/schemas/Few' }, ${MAP}] }, Few: { type: object, properties: { ${properties} } }`

const orNull = (word: string): string =>
  `T: { ${word}: [{ $ref: '#/components/schemas/Few' }, { type: 'null' }] }, Few: { type: [string, 'null'] }`

const SENT: readonly Row[] = [
  ['null that two members of a oneOf accept', orNull('anyOf'), orNull('oneOf')],
  [
    'items that only contains described',
    'T: { type: array, contains: { type: integer }, unevaluatedItems: false }',
    'T: { type: array, items: { type: string } }',
  ],
  [
    'a new field of a member beside a map',
    few('x: { type: string }, y: { type: string }'),
    few('x: { type: string }, y: { type: string }, z: { type: boolean }'),
  ],
  // What is sent may have fields of both members.
  ['a member of a union that is closed now', either(FEW), either(LESS)],
  [
    'a string that is a oneOf of shorter strings',
    field('{ type: string }'),
    field('{ oneOf: [{ type: string, maxLength: 3 }] }'),
  ],
  [
    'an integer that is an optional of smaller ones',
    field(INTEGER),
    field("{ anyOf: [{ type: integer, maximum: 3 }, { type: 'null' }] }"),
  ],
  [
    'a shorter optional string',
    field('{ type: string, maxLength: 9 }'),
    field("{ anyOf: [{ type: string, maxLength: 3 }, { type: 'null' }] }"),
  ],
  [
    'a derived schema that narrows a property',
    derived('{}'),
    derived('{ properties: { a: { maxLength: 3 } } }'),
  ],
]

const RECEIVED: readonly Row[] = [
  [
    'items that only contains describes',
    'T: { type: array, items: { type: string } }',
    'T: { type: array, contains: { type: integer }, unevaluatedItems: false }',
  ],
  ['a tag that may be absent now', tagged('kind'), tagged('')],
  [
    'a derived schema that no longer narrows',
    derived('{ properties: { a: { maxLength: 3 } } }'),
    derived('{}'),
  ],
  [
    'a map of integers with a field of another type',
    'T: { type: object, properties: { b: { type: string } }, additionalProperties: { type: integer } }',
    'T: { type: object, properties: { b: { type: string }, a: { type: string } }, additionalProperties: { type: integer } }',
  ],
]

describe('what old programs send and the new service refuses is breaking:', () => {
  test.each(SENT)('%s', async (_, before, after) => {
    expect(await worst(document('sent', before), document('sent', after))).toBe('breaking')
  })
})

describe('what the new service sends and old packages refuse is breaking:', () => {
  test.each(RECEIVED)('%s', async (_, before, after) => {
    expect(await worst(document('received', before), document('received', after))).toBe('breaking')
  })
})

describe('a new kind of a one-key union is additive for tolerant readers, and breaking for strict ones:', () => {
  test.each([
    ['one whose payload is null', key('wait', "{ type: 'null' }")],
    ['one whose payload may be null', key('wait', "{ type: [integer, 'null'] }")],
    ['one that is only its name', '{ type: string, enum: [halt] }'],
  ])('%s', async (_, member) => {
    const [old, now] = await readTexts(
      document('received', kinds(...two)),
      document('received', kinds(...two, member)),
    )
    const classes = (reader: 'tolerant' | 'strict') =>
      compareReadings({ old, new: now }, { for: reader }).changes?.map((each) => each.class)
    expect(classes('tolerant')).toEqual(['additive'])
    expect(classes('strict')).toEqual(['breaking'])
  })
})

const head = 'openapi: 3.1.0\ninfo: { title: Small, version: 1.0.0 }\n'
const posts = (mediaType: string): string =>
  `${head}paths: { /a: { post: { operationId: a, requestBody: { required: true, content: { ${mediaType}: { schema: { type: string } } } }, responses: { '204': { description: Ok. } } } } }`

const U = ', U: { type: object, properties: { n: { type: integer } } }'

describe('what changes nothing for values is not breaking:', () => {
  test('a media type with a charset', async () => {
    const [before, after] = [posts('application/json'), posts("'application/json; charset=utf-8'")]
    expect(await worst(before, after)).not.toBe('breaking')
    expect(await worst(after, before)).not.toBe('breaking')
  })

  const rows: readonly Row[] = [
    [
      'a union of one',
      field("{ $ref: '#/components/schemas/U' }") + U,
      field("{ oneOf: [{ $ref: '#/components/schemas/U' }] }") + U,
    ],
    [
      'a union of one, written out',
      field('{ type: string, maxLength: 3 }'),
      field('{ anyOf: [{ type: string, maxLength: 3 }] }'),
    ],
    [
      'unevaluatedProperties: true',
      'T: { type: object, properties: { a: { type: string } } }',
      'T: { type: object, properties: { a: { type: string } }, unevaluatedProperties: true }',
    ],
    [
      'a limit that moved from the derived schema to its base',
      derived('{ properties: { a: { maxLength: 3 } } }'),
      derived('{}', BASE.replace('type: string', 'type: string, maxLength: 3')),
    ],
  ]
  const checked = async (flow: 'sent' | 'received', [, before, after]: Row): Promise<void> => {
    expect(await worst(document(flow, before), document(flow, after))).not.toBe('breaking')
    expect(await worst(document(flow, after), document(flow, before))).not.toBe('breaking')
  }
  for (const row of rows) {
    test(`${row[0]}, sent`, async () => checked('sent', row))
    test(`${row[0]}, received`, async () => checked('received', row))
  }

  test.each(['sent', 'received'] as const)(
    'null beside a reference as a part of its own, %s',
    async (flow) => {
      const ref = "{ $ref: '#/components/schemas/U' }"
      const of = (a: string): string =>
        document(flow, field(a) + U).replace('openapi: 3.1.0', 'openapi: 3.0.3')
      const before = of(`{ nullable: true, allOf: [${ref}] }`)
      const after = of(`{ allOf: [${ref}, { nullable: true }] }`)
      expect(await worst(before, after)).toBe('nothing')
      expect(await worst(after, before)).toBe('nothing')
    },
  )

  test('a required field of a base that is only received through allOf', async () => {
    const more = BASE.replace('type: object', 'type: object, required: [a]')
    const [before, after] = [derived('{}'), derived('{}', more)]
    expect(await worst(document('received', before), document('received', after))).not.toBe(
      'breaking',
    )
  })
})

test('TInput that disappears with the last readOnly field is breaking', async () => {
  const of = (a: string): string => document('both', field(a))
  expect(await worst(of('{ type: string, readOnly: true }'), of('{ type: string }'))).toBe(
    'breaking',
  )
})

const param = (name: string, required: boolean): string =>
  `{ name: ${name}, required: ${required}, schema: { type: integer } }`
const calls = (params: string, more = ''): string =>
  methods(`{ name: move, params: [${params}], result: { name: r, schema: {} }${more} }`)
const [from, to] = [param('from', true), param('to', true)]

describe('a method of JSON-RPC breaks callers', () => {
  test.each([
    ['by the order of its parameters', calls(`${from}, ${to}`), calls(`${to}, ${from}`)],
    [
      'by an optional parameter between others',
      calls(`${from}, ${param('note', false)}`),
      calls(`${from}, ${param('memo', false)}, ${param('note', false)}`),
    ],
    [
      'by other data of an error',
      calls(from, ', errors: [{ code: 1, message: No, data: { type: string } }]'),
      calls(from, ', errors: [{ code: 1, message: No, data: { type: integer } }]'),
    ],
  ])('%s', async (_, before, after) => {
    expect(await worst(before, after)).toBe('breaking')
  })
})

describe('null is reported once,', () => {
  const uses: readonly (readonly [string, (schema: string) => string])[] = [
    ['at a type that is a body or a response', (schema) => `T: ${schema}`],
    [
      'at a type of a field',
      (schema) => `${field("{ $ref: '#/components/schemas/U' }")}, U: ${schema}`,
    ],
    [
      'at a type with another name',
      (schema) => `T: { $ref: '#/components/schemas/U' }, U: ${schema}`,
    ],
  ]
  const none = '{ type: object, properties: { n: { type: integer } } }'
  const some = none.replace('type: object', 'type: [object, "null"]')
  test.each(uses)('%s', async (_, uses) => {
    const [before, after] = [uses(none), uses(some)]
    const kinds = async (flow: 'sent' | 'received', old: string, now: string) =>
      (await changesBetween(document(flow, old), document(flow, now))).map((each) => each.kind)
    expect(await kinds('received', before, after)).toEqual(['null-allowed'])
    expect(await kinds('sent', after, before)).toEqual(['null-refused'])
  })

  test('and not where the use of a type alone may be null', async () => {
    const type = 'U: { type: object, properties: { n: { type: integer } } }'
    const ref = "{ $ref: '#/components/schemas/U' }"
    const optional = field(`{ anyOf: [${ref}, { type: 'null' }] }`)
    expect(
      (
        await changesBetween(
          document('received', `${field(ref)}, ${type}`),
          document('received', `${optional}, ${type}`),
        )
      ).map(brief),
    ).toEqual(['breaking null-allowed T.a'])
  })

  test.each(['sent', 'received'] as const)(
    'whether a union or one of its members may be null, %s',
    async (flow) => {
      const of = (schema: string): string =>
        document(flow, field(schema)).replace('openapi: 3.1.0', 'openapi: 3.0.3')
      const whole = of('{ oneOf: [{ type: string }, { type: integer }], nullable: true }')
      const member = of('{ oneOf: [{ type: string, nullable: true }, { type: integer }] }')
      const neither = of('{ oneOf: [{ type: string }, { type: integer }] }')
      expect(await worst(whole, member)).toBe('nothing')
      expect(await worst(member, whole)).toBe('nothing')
      expect((await changesBetween(neither, member)).map((each) => each.kind)).toEqual([
        'null-allowed',
      ])
    },
  )
})

test('an optional is compared with what is optional', async () => {
  const before = document('sent', 'T: { type: string, maxLength: 9 }')
  const optional = (most: number): string =>
    document('sent', `T: { anyOf: [{ type: string, maxLength: ${most} }, { type: "null" }] }`)
  const messages = async (after: string): Promise<string[]> =>
    (await changesBetween(before, after)).map((each) => `${brief(each)}: ${each.message}`)
  expect(await messages(optional(3))).toEqual([
    'breaking bound-tightened T: maxLength is 3 now, was 9',
    'additive null-allowed T: may be null now',
  ])
  expect(await messages(optional(9))).toEqual(['additive null-allowed T: may be null now'])
})

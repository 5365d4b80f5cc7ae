import { describe, expect, test } from 'vitest'
import { brief, changesBetween, document } from './compare.fixture.js'

/**
 * Values of the new type may all be valid for the old one, and code that was written for it does not compile: it reads
 * a field that only some members of a union have, writes one that is not described, or calls a function that is gone.
 */

const between = async (
  flow: 'sent' | 'received',
  before: string,
  after: string,
): Promise<string[]> =>
  (await changesBetween(document(flow, before), document(flow, after))).map(
    (each) => `${brief(each)} (${each.evidence})`,
  )

const CAT =
  'Cat: { type: object, required: [kind], properties: { kind: { type: string }, claws: { type: integer } } }'
const DOG = CAT.replaceAll('Cat', 'Dog').replace('claws', 'barks')
const ref = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`
const mapping = "{ cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' }"
const PET = `{ oneOf: [${ref('Cat')}, ${ref('Dog')}], discriminator: { propertyName: kind, mapping: ${mapping} } }`
const field = (schema: string): string =>
  `T: { type: object, required: [pet], properties: { pet: ${schema} } }, ${CAT}, ${DOG}`
const pet = (schema: string): string => `${field(ref('Pet'))}, Pet: ${schema}`

describe('an object that is a union now', () => {
  test('is read by code that knows no other members', async () => {
    expect(await between('received', field(ref('Cat')), field(PET))).toEqual([
      'breaking type-widened T.pet +TPet (type)',
    ])
  })

  test.each([
    [
      'whose members all have its fields',
      'additive',
      '{ type: object, properties: { name: { type: string }, age: { type: integer } } }',
    ],
    [
      'of which one lacks a field',
      'breaking',
      '{ type: object, properties: { age: { type: integer }, size: { type: integer } } }',
    ],
    // Code reads it as before, but beside `age`, `name` can have any value.
    ['of keys', 'breaking', '{ type: object, properties: { age: { type: integer } } }'],
    [
      'of which one has it as another type',
      'breaking',
      '{ type: object, properties: { name: { type: integer } } }',
    ],
  ])('%s is %s', async (_, expected, other) => {
    const NAMED = '{ type: object, properties: { name: { type: string } } }'
    const [before, after] = [field(NAMED), field(`{ anyOf: [${NAMED}, ${other}] }`)]
    const [change] = await changesBetween(document('received', before), document('received', after))
    expect(change?.class).toBe(expected)
  })

  test('whose members extend what it was is read as before, unless one has a field as another type', async () => {
    const BASE = 'type: object, required: [size], properties: { size: { type: integer }'
    const members = ['', ', more: { type: string }'].map((more) => `{ ${BASE}${more} } }`)
    const union = `{ oneOf: [${members.join(', ')}] }`
    const [before, after] = [
      pet(`{ ${BASE} } }`),
      pet(union.replace('size: { type: integer }, m', 'size: { type: number }, m')),
    ]
    expect(await between('received', before, pet(union))).not.toContainEqual(
      expect.stringMatching(/^breaking/),
    )
    expect(await between('received', before, after)).toContainEqual(
      expect.stringMatching(/^breaking/),
    )
  })

  test('is written as before', async () => {
    const changes = await between('sent', field(ref('Cat')), pet(PET))
    expect(changes.filter((each) => each.includes('(type)') && !each.includes('added'))).toEqual([])
  })
})

describe('the way back from a union that is read as the object before it', () => {
  const BASE = 'type: object, required: [size], properties: { size: { type: integer }'
  const object = field(`{ ${BASE} } }`)
  const more = ['more', 'other'].map((name) => `{ ${BASE}, ${name}: { type: string } } }`)
  const union = field(`{ anyOf: [${more.join(', ')}] }`)

  test.each([
    ['received', 'additive type-narrowed T.pet (value)', 'breaking type-widened T.pet (type)'],
    ['sent', 'additive type-narrowed T.pet (value)', 'breaking type-widened T.pet (type)'],
  ] as const)('has the opposite kind, %s', async (flow, there, back) => {
    expect(await between(flow, object, union)).toEqual([there])
    expect(await between(flow, union, object)).toEqual([back])
  })
})

describe('a member more', () => {
  const three = (...members: string[]): string => field(`{ anyOf: [${members.join(', ')}] }`)
  const NUMBERS = '{ type: array, items: { type: integer } }'
  const NAMES = '{ type: object, properties: { name: { type: string } } }'

  test('that has no field of the others is breaking to read, although it may be valid', async () => {
    const ANY = '{ type: object, properties: { name: {} } }'
    const OTHER = '{ type: object, properties: { age: { type: integer } } }'
    const changes = await between('received', three(ANY, NUMBERS), three(ANY, NUMBERS, OTHER))
    expect(changes).toEqual(['breaking member-added T.pet (type)'])
  })

  test('that is as narrow as another one is not', async () => {
    const short = '{ type: object, properties: { name: { type: string, maxLength: 3 }, age: {} } }'
    const changes = await between('received', three(NAMES, NUMBERS), three(NAMES, NUMBERS, short))
    expect(changes).toEqual(['additive member-added T.pet (value)'])
  })
})

describe('a type that has the same values, but other functions', () => {
  test.each(['sent', 'received'] as const)('an enumeration that is a string, %s', async (flow) => {
    const [before, after] = [pet('{ type: string, enum: [cat, dog] }'), pet('{ type: string }')]
    expect(await between(flow, before, after)).toEqual(['breaking type-widened Pet (type)'])
  })

  test.each(['sent', 'received'] as const)(
    'a union that is one of its members, %s',
    async (flow) => {
      const changes = await between(flow, pet(PET), pet(ref('Cat')))
      const kinds = changes.map((each) => each.split(' ').slice(0, 3).join(' '))
      // The fields of Dog cannot be written any more, either.
      expect(kinds).toEqual(['breaking type-narrowed Pet'])
    },
  )

  test.each(['sent', 'received'] as const)(
    'values written in place have no functions, %s',
    async (flow) => {
      const [before, after] = [
        field('{ type: string, enum: [cat, dog] }'),
        field('{ type: string }'),
      ]
      expect(await between(flow, before, after)).toEqual(['additive type-widened T.pet (value)'])
    },
  )
})

import { describe, expect, test } from 'vitest'
import { brief, changesBetween, document } from './compare.fixture.js'
import { checkRow, holding, key, type Row, STRING, tagged, union } from './rows.fixture.js'

const unions: readonly Row[] = [
  ['variant-added T.y', union(key('x')), union(key('x'), key('y')), 'additive', 'additive'],
  ['variant-removed T.x', union(key('x'), key('y')), union(key('y')), 'breaking', 'breaking'],
  [
    'variant-removed T.q',
    union(tagged('p'), tagged('q'), tagged('r')),
    union(tagged('p'), tagged('r')),
    'breaking',
    'breaking',
  ],
  [
    'variant-renamed T.x',
    union(key('x'), key('y')),
    union(key('x').replace('{', '{ x-tagwire-name: Other,'), key('y')),
    'breaking',
    'breaking',
  ],
  [
    'type-changed T.x',
    union(key('x'), key('y')),
    union(key('x').replace('string', 'boolean'), key('y')),
    'breaking',
    'breaking',
  ],
  [
    'type-changed T.x',
    union(key('y'), '{ const: x }'),
    union(key('y'), key('x')),
    'breaking',
    'breaking',
  ],
  [
    'tagging-changed T',
    union(tagged('p'), tagged('q')),
    union(tagged('p'), tagged('q')).replaceAll('kind', 'type'),
    'breaking',
    'breaking',
  ],
  [
    'required-field-added T.n',
    union(key('x'), key('y')),
    `T: { required: [n], properties: { n: ${STRING} }, oneOf: [${key('x')}, ${key('y')}] }`,
    'breaking',
    'additive',
  ],
  [
    'member-added T.a',
    holding(`{ anyOf: [${STRING}, { type: integer }] }`),
    holding(`{ anyOf: [${STRING}, { type: integer }, { type: boolean }] }`),
    'additive',
    'breaking',
  ],
  [
    'member-removed T.a',
    holding(`{ anyOf: [${STRING}, { type: integer }, { type: boolean }] }`),
    holding(`{ anyOf: [${STRING}, { type: integer }] }`),
    'breaking',
    'additive',
  ],
  [
    'type-widened T.a',
    holding(STRING),
    holding(`{ anyOf: [${STRING}, { type: integer }] }`),
    'additive',
    'breaking',
  ],
  [
    'type-narrowed T.a',
    holding(`{ anyOf: [${STRING}, { type: integer }] }`),
    holding(STRING),
    'breaking',
    'additive',
  ],
]

describe.each([['unions', unions]])('%s', (_, rows) => {
  test.each(rows)('%s', async (...row) => {
    await checkRow(row)
  })
})

test('a number as tag is not the text that looks like it', async () => {
  const [before, after] = ['7', "'7'"].map((kind) =>
    document('both', union(tagged(kind), tagged('q'))),
  )
  const changes = await changesBetween(before ?? '', after ?? '')
  expect(changes.map(brief).map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
    'additive variant-added T.7',
    'breaking variant-removed T.7',
  ])
})

describe('a kind whose tag is among its fields', () => {
  const kind = (name: string, more = ''): string =>
    `{ type: object, required: [kind], properties: { kind: { const: ${name} }${more} } }`
  const TEXT = ', text: { type: string }'
  const T = (one: string, more = ''): string => `T: { oneOf: [${one}, ${kind('b')}] }${more}`
  const A = "{ $ref: '#/components/schemas/A' }"

  test.each(['sent', 'received'] as const)(
    'gains a field beside nothing but its tag, %s',
    async (flow) => {
      const [before, after] = [document(flow, T(kind('a'))), document(flow, T(kind('a', TEXT)))]
      expect((await changesBetween(before, after)).map(brief)).toEqual([
        'additive field-added T.a.text',
      ])
      expect((await changesBetween(after, before)).map(brief)).toEqual([
        'breaking field-removed T.a.text',
      ])
    },
  )

  test.each([
    ['nothing else', ''],
    ['another field', TEXT],
  ])('is the same as a type of its own, with %s', async (_, more) => {
    const inPlace = document('both', T(kind('a', more)))
    const named = document('both', T(A, `, A: ${kind('a', more)}`))
    expect((await changesBetween(inPlace, named)).map(brief)).toEqual(['additive type-added A'])
    expect((await changesBetween(named, inPlace)).map(brief)).toEqual(['breaking type-removed A'])
  })
})

describe('a kind that is added as the default of all others', () => {
  const kind = (name: string): string =>
    `${name}: { type: object, required: [kind], properties: { kind: { type: string }, has${name}: { type: integer } } }`
  const to = (name: string): string => `'#/components/schemas/${name}'`
  const pets = (more = '', fallback = ''): string =>
    `T: { oneOf: [{ $ref: ${to('Cat')} }, { $ref: ${to('Dog')} }${more}], discriminator: { propertyName: kind, mapping: { cat: ${to('Cat')}, dog: ${to('Dog')} }${fallback} } }`
  const kinds = ['Cat', 'Dog', 'Other'].map(kind).join(', ')
  const before = `${pets()}, ${kinds}`
  const grown = (others: string): string =>
    `${pets(`, { $ref: ${to('Other')} }`, `, defaultMapping: ${to('Other')}`)}, ${others}`
  const between = async (now: string): Promise<string[]> => {
    const texts = [before, now].map((each) => document('received', each).replace('3.1.0', '3.2.0'))
    return (await changesBetween(texts[0] ?? '', texts[1] ?? '')).map(brief)
  }

  test('is a new kind to readers, like any other', async () => {
    expect(await between(grown(kinds))).toEqual(['additive variant-added T.Other'])
  })

  test('is breaking if it needs no tag: readers know no value without one', async () => {
    const free = kinds.replace(/(Other: \{ type: object, )required: \[kind\], /, '$1')
    expect(await between(grown(free))).toContain('breaking variant-added T.Other')
  })
})

/** A type is only widened to a union if its values are values of the union, not if they are under a key there. */
describe('a type that is a union now', () => {
  const of = (a: string): string =>
    document('sent', `T: { type: object, required: [a], properties: { a: ${a} } }`)
  const member = (tag: string, type: string): string =>
    `{ type: object, required: [kind, value], properties: { kind: { const: ${tag} }, value: { type: ${type} } } }`

  test.each<[string, string, string]>([
    [
      'of the type itself',
      'oneOf: [{ type: string }, { type: boolean }]',
      'additive type-widened T.a',
    ],
    [
      'of pairs',
      `oneOf: [${member('x', 'string')}, ${member('y', 'boolean')}]`,
      'breaking type-changed T.a +TA',
    ],
  ])('a union %s', async (_, union, change) => {
    const changes = await changesBetween(of('{ type: string }'), of(`{ ${union} }`))
    expect(changes.map(brief)).toContain(change)
  })
})

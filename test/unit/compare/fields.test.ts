import { describe, expect, test } from 'vitest'
import { brief, changesBetween, document } from './compare.fixture.js'
import { checkRow, holding, NULLABLE, type Row, record, STRING } from './rows.fixture.js'

const fields: readonly Row[] = [
  [
    'field-added T.b',
    record(`a: ${STRING}`),
    record(`a: ${STRING}, b: ${STRING}`),
    'additive',
    'additive',
  ],
  [
    'required-field-added T.b',
    record(`a: ${STRING}`),
    record(`a: ${STRING}, b: ${STRING}`, 'b'),
    'breaking',
    'additive',
  ],
  [
    'field-removed T.b',
    record(`a: ${STRING}, b: ${STRING}`),
    record(`a: ${STRING}`),
    'breaking',
    'breaking',
  ],
  ['field-required T.a', record(`a: ${STRING}`), holding(STRING), 'breaking', 'additive'],
  ['field-optional T.a', holding(STRING), record(`a: ${STRING}`), 'additive', 'breaking'],
  ['null-allowed T.a', holding(STRING), holding(NULLABLE), 'additive', 'breaking'],
  ['null-refused T.a', holding(NULLABLE), holding(STRING), 'breaking', 'additive'],
  [
    'null-allowed T.a[]',
    holding(`{ type: array, items: ${STRING} }`),
    holding(`{ type: array, items: ${NULLABLE} }`),
    'additive',
    'breaking',
  ],
  [
    'field-removed T.a{}.b',
    holding(
      '{ type: object, additionalProperties: { type: object, properties: { b: {}, c: {} } } }',
    ),
    holding('{ type: object, additionalProperties: { type: object, properties: { c: {} } } }'),
    'breaking',
    'breaking',
  ],
  [
    'extra-keys-allowed T{}',
    record(`a: ${STRING}`),
    `${record(`a: ${STRING}`).slice(0, -2)}, additionalProperties: ${STRING} }`,
    'additive',
    'additive',
  ],
  [
    'extra-keys-refused T{}',
    `${record(`a: ${STRING}`).slice(0, -2)}, additionalProperties: ${STRING} }`,
    record(`a: ${STRING}`),
    'breaking',
    'breaking',
  ],
  [
    'default-added T.a',
    record('a: { type: integer }'),
    record('a: { type: integer, default: 1 }'),
    'docs',
    'docs',
  ],
  [
    'default-changed T.a',
    record('a: { type: integer, default: 1 }'),
    record('a: { type: integer, default: 2 }'),
    'breaking',
    'docs',
  ],
  [
    'default-changed T.a',
    record('a: { type: integer, default: 1 }'),
    record('a: { type: integer }'),
    'breaking',
    'docs',
  ],
  [
    'default-changed T.a',
    holding('{ type: integer, default: 1 }'),
    holding('{ type: integer, default: 2 }'),
    'docs',
    'docs',
  ],
]

const texts: readonly Row[] = [
  [
    'docs-changed T.a',
    holding('{ type: string, description: A }'),
    holding('{ type: string, description: B }'),
    'docs',
    'docs',
  ],
  [
    'deprecated T.a',
    holding(STRING),
    holding('{ type: string, deprecated: true }'),
    'docs',
    'docs',
  ],
  [
    'undeprecated T.a',
    holding('{ type: string, deprecated: true }'),
    holding(STRING),
    'docs',
    'docs',
  ],
  ['docs-changed T', `T: ${STRING}`, 'T: { type: string, examples: [x] }', 'docs', 'docs'],
]

describe.each([
  ['fields', fields],
  ['texts', texts],
])('%s', (_, rows) => {
  test.each(rows)('%s', async (...row) => {
    await checkRow(row)
  })
})

test('a field of a base that becomes required beside it is one change', async () => {
  const base = 'Base: { type: object, properties: { a: { type: string } } }'
  const derived = (own: string): string =>
    document('sent', `T: { allOf: [{ $ref: '#/components/schemas/Base' }]${own} }, ${base}`)
  const [free, needed] = [derived(''), derived(', required: [a]')]
  const changes = async (before: string, after: string): Promise<string[]> =>
    (await changesBetween(before, after)).map(brief)
  expect(await changes(free, needed)).toEqual(['breaking field-required T.a'])
  expect(await changes(needed, free)).toEqual(['additive field-optional T.a'])
})

import { describe, expect, test } from 'vitest'
import { brief, changesBetween, document } from './compare.fixture.js'
import { checkRow, holding, type Row, STRING } from './rows.fixture.js'

const scalars: readonly Row[] = [
  ['type-changed T.a', holding(STRING), holding('{ type: boolean }'), 'breaking', 'breaking'],
  ['type-changed T.a', holding('{ const: x }'), holding('{ const: y }'), 'breaking', 'breaking'],
  [
    'type-widened T.a',
    holding('{ type: integer }'),
    holding('{ type: number }'),
    'additive',
    'breaking',
  ],
  [
    'type-narrowed T.a',
    holding('{ type: number }'),
    holding('{ type: integer }'),
    'breaking',
    'additive',
  ],
  [
    'type-widened T.a',
    holding('{ type: integer, format: int32 }'),
    holding('{ type: integer, format: int64 }'),
    'additive',
    'breaking',
  ],
  [
    'type-narrowed T.a',
    holding('{ type: integer, format: int64 }'),
    holding('{ type: integer, format: int32 }'),
    'breaking',
    'additive',
  ],
  ['type-widened T.a', holding(STRING), holding('{}'), 'additive', 'breaking'],
  ['type-narrowed T.a', holding('{}'), holding(STRING), 'breaking', 'additive'],
  [
    'type-widened T.a',
    holding('{ const: x }'),
    holding('{ enum: [x, y] }'),
    'additive',
    'breaking',
  ],
  ['type-narrowed T.a', holding(STRING), holding('{ enum: [x, y] }'), 'breaking', 'additive'],
  [
    'format-added T.a',
    holding(STRING),
    holding('{ type: string, format: date }'),
    'additive',
    'additive',
  ],
  [
    'format-removed T.a',
    holding('{ type: string, format: date }'),
    holding(STRING),
    'additive',
    'breaking',
  ],
  [
    'format-changed T.a',
    holding('{ type: string, format: date }'),
    holding('{ type: string, format: uri }'),
    'breaking',
    'breaking',
  ],
  [
    'value-added T.a',
    holding('{ enum: [x], x-tagwire-open: true }'),
    holding('{ enum: [x, y], x-tagwire-open: true }'),
    'additive',
    'additive',
  ],
  [
    'value-removed T.a',
    holding('{ enum: [x, y], x-tagwire-open: true }'),
    holding('{ enum: [y], x-tagwire-open: true }'),
    'breaking',
    'additive',
  ],
  [
    'closed-value-added T.a',
    holding('{ enum: [1] }'),
    holding('{ enum: [1, 2] }'),
    'additive',
    'breaking',
  ],
  [
    'closed-value-removed T.a',
    holding('{ enum: [1, 2] }'),
    holding('{ enum: [1] }'),
    'breaking',
    'breaking',
  ],
  [
    'bound-tightened T.a',
    holding('{ type: string, maxLength: 9 }'),
    holding('{ type: string, maxLength: 8 }'),
    'breaking',
    'additive',
  ],
  [
    'bound-loosened T.a',
    holding('{ type: integer, minimum: 1 }'),
    holding('{ type: integer }'),
    'additive',
    'breaking',
  ],
  [
    'bound-changed T.a',
    holding('{ type: string, pattern: "^a" }'),
    holding('{ type: string, pattern: "^b" }'),
    'breaking',
    'breaking',
  ],
  [
    'bound-tightened T.a[]',
    holding('{ type: array, items: { type: integer } }'),
    holding('{ type: array, items: { type: integer, minimum: 0 } }'),
    'breaking',
    'additive',
  ],
]

describe.each([['scalars', scalars]])('%s', (_, rows) => {
  test.each(rows)('%s', async (...row) => {
    await checkRow(row)
  })
})

test.each([
  '{ type: string, oneOf: [{ const: x }, { const: y }, { const: z, title: Z }] }',
  '{ type: string, enum: [x, y, z] }',
])('values with a description each are an enumeration, which is open: %s', async (after) => {
  const before = holding('{ type: string, oneOf: [{ const: x }, { const: y }] }')
  const changes = await changesBetween(
    document('received', before),
    document('received', holding(after)),
  )
  expect(changes.map(brief)).toEqual(['additive value-added T.a'])
})

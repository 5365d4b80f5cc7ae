import { describe, expect, test } from 'vitest'
import { compareReadings } from '../../../generator/src/pipeline/diff.js'
import { brief, changesBetween, document, readTexts } from './compare.fixture.js'

const field = (schema: string): string => `T: { type: object, properties: { a: ${schema} } }`
const kinds = (...names: string[]): string =>
  `T: { oneOf: [${names.map((name) => `{ type: object, required: [${name}], properties: { ${name}: { type: integer } } }`).join(', ')}] }`

async function only(flow: 'sent' | 'received', before: string, after: string) {
  const changes = await changesBetween(document(flow, before), document(flow, after))
  expect(changes.map(brief)).toHaveLength(1)
  return changes[0]
}

describe('the evidence of a change', () => {
  test.each([
    ['a shorter text', 'sent', '{ type: string }', '{ type: string, maxLength: 2 }', 'aaa'],
    ['a smaller number', 'sent', '{ type: integer }', '{ type: integer, maximum: 7 }', 8],
    ['null', 'received', '{ type: string }', '{ type: [string, "null"] }', null],
    ['a longer list', 'sent', '{ type: array }', '{ type: array, maxItems: 1 }', [1, 2]],
  ] as const)('is a value: %s', async (_, flow, before, after, value) => {
    const change = await only(flow, field(before), field(after))
    expect(change).toMatchObject({ class: 'breaking', evidence: 'value' })
    const shown = change?.counterexample
    if (Array.isArray(value)) expect(shown).toHaveLength(value.length)
    else expect(shown).toBe(value)
  })

  test('is a value without one where a proof decided', async () => {
    const change = await only(
      'sent',
      field('{ type: string, maxLength: 2 }'),
      field('{ type: string, maxLength: 3 }'),
    )
    expect(change).toMatchObject({ class: 'additive', evidence: 'value' })
    expect(change).not.toHaveProperty('counterexample')
  })

  test('is a rule for names', async () => {
    const two = 'T: { type: object, properties: { a: { type: string }, b: { type: string } } }'
    const change = await only('sent', two, field('{ type: string }'))
    expect(change).toMatchObject({ kind: 'field-removed', class: 'breaking', evidence: 'type' })
  })

  test('is missing where neither a proof nor a value was found, which counts as breaking', async () => {
    const change = await only(
      'sent',
      field("{ type: string, pattern: '^a{1,3}$' }"),
      field("{ type: string, pattern: '^a{1,9}$' }"),
    )
    expect(change).toMatchObject({ class: 'breaking', evidence: 'unproven' })
  })
})

describe('the reader', () => {
  const between = async (before: string, after: string, reader: 'tolerant' | 'strict') => {
    const [old, now] = await readTexts(document('received', before), document('received', after))
    return compareReadings({ old, new: now }, { for: reader }).changes?.map((each) => each.class)
  }

  test.each([
    ['a new kind', kinds('go', 'stay'), kinds('go', 'stay', 'wait')],
    [
      'a new field of a closed object',
      'T: { type: object, additionalProperties: false, properties: { a: { type: string } } }',
      'T: { type: object, additionalProperties: false, properties: { a: { type: string }, b: { type: string } } }',
    ],
    [
      'a new value',
      field('{ type: string, enum: [a, b] }'),
      field('{ type: string, enum: [a, b, c] }'),
    ],
  ])('that is tolerant takes %s, and one that is strict does not', async (_, before, after) => {
    expect(await between(before, after, 'tolerant')).toEqual(['additive'])
    expect(await between(before, after, 'strict')).toEqual(['breaking'])
  })
})

describe('an old document with errors', () => {
  const broken = document('sent', field('{ type: int64 }'))

  test('is compared as far as it can be read, with a warning', async () => {
    const [old, now] = await readTexts(broken, document('sent', field('{ type: integer }')))
    expect(old.diagnostics.some((each) => each.severity === 'error')).toBe(true)
    const compared = compareReadings({ old, new: now })
    expect(compared.changes).toBeDefined()
    expect(compared.old.diagnostics.map((each) => [each.code, each.severity])).toContainEqual([
      'TW7011',
      'warning',
    ])
    expect(compared.old.diagnostics.every((each) => each.severity === 'warning')).toBe(true)
  })

  test('does not hide the errors of the new one', async () => {
    const [old, now] = await readTexts(document('sent', field('{ type: integer }')), broken)
    expect(compareReadings({ old, new: now }).changes).toBeUndefined()
  })
})

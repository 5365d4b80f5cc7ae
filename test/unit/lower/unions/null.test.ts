import { describe, expect, test } from 'vitest'
import { ref } from '../../schema-model.fixture.js'
import { all, is, N, record, S, shapesOf } from './shapes-of.fixture.js'

const orNull = (schema: object): object => ({ ...schema, type: ['object', 'null'] })
const keys = 'by key { a: string, b: number }'

describe('null in a member', () => {
  test.each<[string, unknown, string, ...string[]]>([
    ['is null in the union', { oneOf: [orNull(all({ a: S })), all({ b: N })] }, `${keys} | null`],
    [
      'of OpenAPI 3.0',
      { oneOf: [{ ...all({ a: S }), nullable: true }, all({ b: N })] },
      `${keys} | null`,
    ],
    [
      'by a property',
      { oneOf: [orNull(record({ t: is('a'), x: S, y: S }, 't')), all({ t: is('b') })] },
      'by t { a: { x?: string, y?: string }, b } | null',
    ],
    [
      'that has a name',
      { oneOf: [ref('Nothing'), all({ a: S }), all({ b: N })] },
      `${keys} | null`,
    ],
    [
      'that has two names',
      { oneOf: [all({ a: S }), all({ b: N }), ref('StillNothing')] },
      `${keys} | null`,
    ],
    ['that is a value with a name', { anyOf: [S, ref('NullOnly')] }, 'string | null'],
    [
      'that has a name, beside one schema',
      { oneOf: [ref('StillNothing'), ref('Cat')] },
      'Cat | null',
    ],
    ['alone, with a name', { oneOf: [ref('Nothing')] }, 'null'],
    ['of any', { anyOf: [orNull(all({ a: S })), orNull(all({ b: N }))] }, `${keys} | null`],
    ['of each is in none alone', { oneOf: [orNull(all({ a: S })), orNull(all({ b: N }))] }, keys],
    [
      'is refused by the type',
      { type: 'object', oneOf: [orNull(all({ a: S })), all({ b: N })] },
      keys,
    ],
    [
      'is refused by the properties beside it',
      { ...record({ i: N }), oneOf: [orNull(all({ a: S })), all({ b: N })] },
      `${keys} beside i?: number`,
    ],
    [
      'of a union inside',
      { oneOf: [{ oneOf: [all({ a: S }), all({ b: N }), { type: 'null' }] }, all({ c: N })] },
      'by key { a: string, b: number, c: number } | null',
      keys,
    ],
    [
      'of a union inside one inside',
      {
        oneOf: [
          { oneOf: [{ anyOf: [all({ a: S }), { type: 'null' }] }, all({ b: N })] },
          all({ c: N }),
        ],
      },
      'by key { a: string, b: number, c: number } | null',
      keys,
    ],
    [
      'of a string beside its values',
      { anyOf: [{ type: 'string', nullable: true }, { enum: ['a'] }] },
      '"a" | … always | null',
    ],
    [
      'of values beside values',
      { oneOf: [{ enum: ['a'], nullable: true }, { enum: ['b'] }] },
      '"a" | "b" | … | null',
    ],
    [
      'of values that are null in each are in none alone',
      {
        oneOf: [
          { enum: ['a'], nullable: true },
          { enum: ['b'], nullable: true },
        ],
      },
      '"a" | "b" | …',
    ],
    [
      'of values that a type beside them refuses',
      { type: 'string', anyOf: [{ enum: ['a'], nullable: true }, { enum: ['b'] }] },
      '"a" | "b" | …',
    ],
    [
      'of a plain union stays where it is',
      { oneOf: [orNull(all({ a: S, b: S })), all({ b: N, c: S })] },
      'one of { #1: { a: string, b: string } | null, #2: { b: number, c: string } }',
      'TW3003',
    ],
    [
      'of a union in a field',
      record({ f: { oneOf: [orNull(all({ a: S })), all({ b: N })] } }),
      '{ f?: TF | null }',
      keys,
    ],
  ])('%s', async (_, schema, ...shapes) => {
    expect(await shapesOf(schema)).toEqual(shapes)
  })

  test('that leads back to the union is no null', async () => {
    const T = { oneOf: [all({ a: S }), { oneOf: [ref('T'), all({ b: N })] }] }
    const [shape] = await shapesOf(T)
    expect(shape).not.toContain('null')
  })
})

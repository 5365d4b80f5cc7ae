import { describe, expect, test } from 'vitest'
import { codesOf, generate, ref, schemasOnly, textOf } from './generate.fixture.js'

function record(properties: object, ...required: string[]): object {
  return { type: 'object', properties, required }
}

const A = record({ a: { type: 'string' } }, 'a')
const B = record({ b: { type: 'string' } }, 'b')
const AB = { oneOf: [ref('A'), ref('B')] }

function variant(kind: string, v: object): object {
  return record({ kind: { const: kind }, v }, 'kind', 'v')
}

describe('names of unions inside the members of a union', () => {
  test('the same union in every member has one name', async () => {
    const E = { oneOf: ['k0', 'k1', 'k2'].map((kind) => variant(kind, AB)) }
    const made = await generate(schemasOnly({ A, B, E }))
    expect(codesOf(made)).toEqual([])
    expect(textOf(made, 'src/unions.ts').match(/export type EV\w+Kind\b/g)).toEqual([
      'export type EVPayloadKind',
    ])
  })

  test('different unions are named after the member that contains them', async () => {
    const C = record({ c: { type: 'string' } }, 'c')
    const several = [AB, { oneOf: [ref('A'), ref('C')] }, { oneOf: [ref('B'), ref('C')] }]
    const E = { oneOf: several.map((v, index) => variant(`k${index}`, v)) }
    const made = await generate(schemasOnly({ A, B, C, E }))
    expect(codesOf(made)).toEqual([])
    const unions = textOf(made, 'src/unions.ts')
    expect(unions).toContain('export type EVPayload =')
    expect(unions).toContain('export type EK1V =')
    expect(unions).toContain('export type EK2V =')
  })

  test('members without a tag are distinguished by type', async () => {
    const v = (key: string): object => ({
      oneOf: [record({ [key]: A }, key), record({ y: B }, 'y')],
    })
    const members = ['x', 'z', 'w'].map((key) =>
      record({ [key]: { type: 'string' }, v: v(key) }, key),
    )
    const made = await generate(schemasOnly({ E: { anyOf: members } }))
    expect(codesOf(made)).toEqual(['warning TW3003'])
    expect(textOf(made, 'src/unions.ts').match(/export type EVPayload\w*Kind\b/g)).toHaveLength(3)
  })
})

describe('properties next to a union', () => {
  test('that its members only require are what the members hold', async () => {
    const T = {
      type: 'object',
      properties: { id: { type: 'string' }, query: A, note: { type: 'string' } },
      oneOf: [
        { properties: { id: {} }, required: ['id'] },
        { properties: { query: A }, required: ['query'] },
      ],
    }
    const made = await generate(schemasOnly({ T }))
    const unions = textOf(made, 'src/unions.ts')
    expect(unions).toMatch(/interface TShared \{\s+note\?: string\s+\}/)
    expect(unions).toMatch(/interface TId extends TShared, Only<'id', TKind> \{\s+id: string\s+\}/)
  })
})

describe('one key in two members', () => {
  const said = [
    record({ result: { type: 'string' } }, 'result'),
    record({ error: { type: 'string' } }, 'error'),
  ]
  const other = record({ error: record({ code: { type: 'integer' } }) }, 'error')

  test.each(['oneOf', 'anyOf'])('%s: what it holds may differ', async (word) => {
    const made = await generate(schemasOnly({ R: { [word]: [...said, other] } }))
    expect(codesOf(made)).toEqual(['warning TW3002'])
    expect(textOf(made, 'src/types.ts')).toContain('error: string')
  })

  test('two equal members are not a choice', async () => {
    const made = await generate(schemasOnly({ R: { oneOf: [...said, said[1]] } }))
    expect(codesOf(made)).toEqual(['error TW3002'])
  })
})

test('null in a value of an alternative is not called undefined', async () => {
  const n = { anyOf: [{ type: 'integer', description: 'Between 0 and 2' }, { type: 'null' }] }
  const made = await generate(schemasOnly({ R: record({ n }) }))
  expect(textOf(made, 'src/types.ts')).not.toContain('undefined')
  expect(textOf(made, 'src/types.ts')).toContain('Between 0 and 2')
})

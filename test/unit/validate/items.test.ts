import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Compiled, compile } from './compile.fixture.js'

/** Small objects in lists are looked at by their types alone first; the answers are those of any other object. */

const fields = {
  type: 'object',
  required: ['key', 'index'],
  properties: {
    key: { type: 'string' },
    value: { type: 'string' },
    index: { type: 'boolean' },
    constructor: { type: 'string' },
  },
}
const height = { type: 'object', properties: { height: { type: 'string', format: 'int64' } } }

let made: Compiled

beforeAll(async () => {
  const listOf = (name: string): unknown => ({
    type: 'array',
    items: { $ref: `#/components/schemas/${name}` },
  })
  made = await compile({
    openapi: '3.1.0',
    info: { title: 'Items', version: '1' },
    components: {
      schemas: {
        Item: fields,
        Alone: fields,
        Items: listOf('Item'),
        Height: height,
        Heights: listOf('Height'),
        // Can be inside itself, so its depth is counted.
        Nested: { type: 'object', properties: { name: { type: 'string' }, all: listOf('Nested') } },
      },
    },
  })
})

test('only items that are texts and truth values have the short form', () => {
  const checkOf = (name: string): string =>
    made.text?.split('\nconst ').find((each) => each.startsWith(`check${name}:`)) ?? ''
  expect(checkOf('Item')).toContain("typeof v.key === 'string'")
  expect(checkOf('Item')).toContain("typeof own(v, 'constructor') === 'string'")
  for (const name of ['Alone', 'Height', 'Nested']) {
    expect(checkOf(name)).not.toBe('')
    expect(checkOf(name)).not.toContain('typeof')
  }
})

describe('a list answers as each of its items would alone', () => {
  const member = fc.oneof(
    fc.string(),
    fc.boolean(),
    fc.constantFrom(null, 1, undefined, [], {}, 'text'),
  )
  const object = fc.record(
    { key: member, value: member, index: member, constructor: member, more: member },
    { requiredKeys: [] },
  )
  const good = fc.record({ key: fc.string(), index: fc.boolean() })
  const values = fc.array(fc.oneof(good, good, object, fc.constantFrom(null, 1, 'x', [], [good])))

  test.each(['tolerant', 'strict'] as const)('%s', (mode) => {
    const side = (name: string) => {
      const validator = made.validators[name]
      if (!validator) throw new Error(`no ${name}`)
      return mode === 'strict' ? validator.strict : validator
    }
    const [list, alone] = [side('Items'), side('Alone')]
    let refused = 0
    fc.assert(
      fc.property(values, (items) => {
        expect(list.is(items)).toBe(items.every((each) => alone.is(each)))
        const at = (path: string, index: number): string =>
          path === '' ? `[${index}]` : `[${index}].${path}`
        for (const question of ['check', 'drift'] as const) {
          const expected = items.flatMap((each, index) =>
            alone[question](each).map((found) => ({ ...found, path: at(found.path, index) })),
          )
          expect(list[question](items)).toEqual(expected)
        }
        if (!list.is(items)) refused++
      }),
    )
    expect(refused).toBeGreaterThan(10)
  })
})

test('integers as text, to the last digit', () => {
  const { Heights } = made.validators
  const fits = (height: string): boolean => Heights?.strict.is([{ height }]) === true
  const good = ['0', '-0', '007', '9223372036854775807', '-9223372036854775808', '0'.repeat(19)]
  const bad = ['', '-', '+1', '1.0', ' 1', '1\n', '--1', '1-', '٣', '9223372036854775808']
  expect(good.filter((text) => !fits(text))).toEqual([])
  expect([...bad, '-9223372036854775809', '0'.repeat(20), '1'.repeat(1e6)].filter(fits)).toEqual([])
})

import { expect, test } from 'vitest'
import { judgeIn } from '../../probe/probe.fixture.js'
import { compile } from '../compile.fixture.js'

/** `oneOf: [{ const: a, title: … }, { const: b }]`: an enumeration with a description for each value. */

const values = (...all: readonly unknown[]) => all.map((value) => ({ const: value, title: 'It' }))
const SCHEMAS = {
  Words: { type: 'string', oneOf: values('a', 'b') },
  Any: { anyOf: values('a', 'b') },
  Listed: { oneOf: [{ type: 'string', enum: ['a'] }, { $ref: '#/components/schemas/More' }] },
  More: { type: 'string', enum: ['b', 'c'] },
  Closed: { type: 'string', 'x-tagwire-open': false, oneOf: values('a', 'b') },
  Numbers: { type: 'integer', oneOf: values(1, 2) },
  // What fits twice is not valid.
  Twice: { oneOf: [...values('a', 'b'), { const: 'a' }] },
  Long: { oneOf: [{ const: 'a' }, { const: 'b', maxLength: 0 }] },
}
type Name = keyof typeof SCHEMAS

const document = {
  openapi: '3.1.0',
  info: { title: 'Values', version: '1' },
  components: { schemas: SCHEMAS },
}

test.each<[Name, unknown, tolerant: boolean, strict: boolean]>([
  ['Words', 'a', true, true],
  ['Words', 'new', true, false],
  ['Words', 1, false, false],
  ['Any', 'b', true, true],
  ['Any', 'new', true, false],
  ['Listed', 'c', true, true],
  ['Listed', 'new', true, false],
  ['Closed', 'b', true, true],
  ['Closed', 'new', false, false],
  ['Numbers', 2, true, true],
  ['Numbers', 3, false, false],
  ['Twice', 'a', true, false],
  ['Twice', 'b', true, true],
  ['Long', 'a', true, true],
  ['Long', 'b', false, false],
])('%s %j', async (name, value, tolerant, strict) => {
  const { validators, read, model } = await compile(document)
  if (!read || !model) throw new Error('nothing was read')
  const validator = validators[name]
  const judged = judgeIn(read, model, name)(value)
  expect([validator?.is(value), judged.tolerant]).toEqual([tolerant, tolerant])
  expect([validator?.strict.is(value), judged.strict]).toEqual([strict, strict])
  if (tolerant && !strict) expect(validator?.drift(value)).toHaveLength(1)
})

test('their validators name them, and probe proposes another one', async () => {
  const { validators, read, model } = await compile(document)
  if (!read || !model) throw new Error('nothing was read')
  const [problem] = validators.Numbers?.check(3) ?? []
  expect(problem?.message).toMatch(/1, 2/)
  const { fixes } = judgeIn(read, model, 'Words')('new')
  expect(fixes).toMatchObject([
    { patch: [{ op: 'add', path: '/components/schemas/Words/oneOf/-', value: { const: 'new' } }] },
  ])
})

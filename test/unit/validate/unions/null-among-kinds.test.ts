import type { Validator } from '@tagwire/runtime/validate'
import { beforeAll, expect, test } from 'vitest'
import { judgeIn } from '../../probe/probe.fixture.js'
import { compile } from '../compile.fixture.js'

/** Null beside kinds, in a union that something else constrains as well: the tag decides all other values. */

const number = { type: 'integer' }
const key = (name: string) => ({ required: [name], properties: { [name]: number } })
const object = (name: string) => ({ type: 'object', ...key(name) })
const kind = (name: string) => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { const: name }, n: number },
})
const nothing = { type: 'null' }
const keys = [object('go'), object('stay'), nothing]
const kinds = [kind('a'), kind('b'), nothing]
const id = { properties: { id: { type: 'string' } } }

const UNIONS = {
  Keys: { oneOf: keys, allOf: [id] },
  Typed: { type: 'object', oneOf: keys },
  Excluded: { oneOf: keys, not: { required: ['x'] } },
  // Null fits all members, because none says that it is an object.
  Loose: { oneOf: [key('go'), key('stay'), nothing] },
  Kinds: { oneOf: kinds, allOf: [id] },
  Base: { type: ['object', 'null'], ...id },
  Extending: { $ref: '#/components/schemas/Base', oneOf: kinds },
}
type Name = keyof typeof UNIONS

let validators: Readonly<Record<string, Validator<unknown>>>
let judgeOf: (name: Name) => ReturnType<typeof judgeIn>

beforeAll(async () => {
  const made = await compile({
    openapi: '3.1.0',
    info: { title: 'Null', version: '1' },
    components: { schemas: UNIONS },
  })
  const { read, model } = made
  if (!read || !model) throw new Error('nothing was read')
  validators = made.validators
  judgeOf = (name) => judgeIn(read, model, name)
})

test.each<[Name, unknown, tolerant: boolean, strict: boolean]>([
  ['Keys', null, true, true],
  ['Keys', { go: 1 }, true, true],
  ['Keys', { go: 'x' }, false, false],
  ['Keys', { wait: 1 }, true, false],
  ['Keys', 'wait', true, false],
  ['Keys', { go: 1, id: 1 }, false, false],
  ['Keys', {}, false, false],
  ['Typed', null, false, false],
  ['Typed', { wait: 1 }, true, false],
  ['Typed', 'wait', false, false],
  ['Excluded', null, false, false],
  ['Excluded', { wait: 1 }, true, false],
  ['Excluded', { wait: 1, x: 1 }, false, false],
  ['Loose', null, true, false],
  ['Loose', { stay: 1 }, true, true],
  ['Loose', { wait: 1 }, true, false],
  ['Loose', 3, false, false],
  ['Kinds', null, true, true],
  ['Kinds', { kind: 'a', n: 1 }, true, true],
  ['Kinds', { kind: 'a', n: 'x' }, false, false],
  ['Kinds', { kind: 'c' }, true, false],
  ['Extending', null, true, true],
  ['Extending', { kind: 'c' }, true, false],
  ['Extending', { kind: 'c', id: 1 }, false, false],
])('%s %j', (name, value, tolerant, strict) => {
  const validator = validators[name]
  const judged = judgeOf(name)(value)
  expect([validator?.is(value), judged.tolerant]).toEqual([tolerant, tolerant])
  expect([validator?.strict.is(value), judged.strict]).toEqual([strict, strict])
  expect(validator?.check(value).length === 0).toBe(tolerant)
  if (tolerant) expect(validator?.drift(value).length === 0).toBe(strict)
})

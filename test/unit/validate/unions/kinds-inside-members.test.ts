import { expect, test } from 'vitest'
import { judgeIn } from '../../probe/probe.fixture.js'
import { compile } from '../compile.fixture.js'

/** A one-key union inside a member of another union: fields beside its kinds are no new kind. */

const number = { type: 'integer' }
const object = (name: string, more: object = {}) => ({
  type: 'object',
  required: [name],
  properties: { [name]: number },
  ...more,
})
const kinds = { oneOf: [object('go'), object('stay')] }

test.each<[unknown, tolerant: boolean, strict: boolean]>([
  [{ id: 1 }, false, false],
  [{ id: 1, go: 1 }, true, true],
  [{ id: 1, wait: 1 }, true, false],
  [{ id: 1, go: 1, stay: 1 }, false, false],
  [{ id: 'x', wait: 1 }, false, false],
  // The fields of another member are not those of this one.
  [{ id: 1, name: 1 }, true, false],
  [{ id: 1, name: 'x' }, true, true],
])('%j', async (value, tolerant, strict) => {
  const named = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
  const { validators, read, model } = await compile({
    openapi: '3.1.0',
    info: { title: 'Inside', version: '1' },
    components: { schemas: { Any: { anyOf: [object('id', kinds), named] } } },
  })
  if (!read || !model) throw new Error('nothing was read')
  const validator = validators.Any
  const judged = judgeIn(read, model, 'Any')(value)
  expect([validator?.is(value), judged.tolerant]).toEqual([tolerant, tolerant])
  expect([validator?.strict.is(value), judged.strict]).toEqual([strict, strict])
  expect(validator?.check(value).length === 0).toBe(tolerant)
  if (tolerant && !strict) expect(validator?.drift(value)).not.toEqual([])
})

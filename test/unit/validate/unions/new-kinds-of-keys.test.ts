import type { Validator } from '@tagwire/runtime/validate'
import { beforeAll, describe, expect, test } from 'vitest'
import { judgeIn } from '../../probe/probe.fixture.js'
import { compile } from '../compile.fixture.js'

/** A new kind of a one-key union can be a bare name, or a key that holds null: as those of serde are. */

const kind = (name: string) => ({
  type: 'object',
  required: [name],
  properties: { [name]: { type: 'integer' } },
})
const members = [kind('go'), kind('stay')]
const memo = { memo: { type: ['string', 'null'] } }

const UNIONS = {
  Keys: { oneOf: members },
  Units: { oneOf: [...members, { type: 'string', enum: ['halt'] }] },
  Shared: { type: 'object', properties: memo, oneOf: members },
  Beside: { properties: memo, oneOf: members },
  // Null fits two members of the payload's list, of which exactly one should: it is no payload.
  Twice: {
    oneOf: [
      kind('go'),
      {
        type: 'object',
        required: ['stay'],
        properties: { stay: { oneOf: [{ type: ['string', 'null'] }, memo.memo] } },
      },
    ],
  },
}
type Name = keyof typeof UNIONS

let validators: Readonly<Record<string, Validator<unknown>>>
let unions: Readonly<Record<string, (...args: unknown[]) => unknown>>
let judgeOf: (name: Name) => ReturnType<typeof judgeIn>

beforeAll(async () => {
  const made = await compile({
    openapi: '3.1.0',
    info: { title: 'Kinds', version: '1' },
    components: { schemas: UNIONS },
  })
  const { read, model } = made
  if (!read || !model) throw new Error('nothing was read')
  validators = made.validators
  unions = made.unions
  judgeOf = (name) => judgeIn(read, model, name)
})

const rows: readonly (readonly [Name, unknown, boolean, boolean])[] = [
  ['Keys', { wait: null }, true, false],
  ['Keys', 'wait', true, false],
  ['Keys', { go: null, wait: null }, true, false],
  ['Keys', { go: null }, false, false],
  ['Keys', {}, false, false],
  ['Keys', null, false, false],
  ['Keys', 1, false, false],
  ['Keys', ['wait'], false, false],
  ['Keys', { go: 1, wait: null }, true, true],
  ['Keys', { go: 'x', wait: null }, false, false],
  ['Units', 'halt', true, true],
  ['Units', 'wait', true, false],
  ['Units', { wait: null }, true, false],
  ['Units', { halt: null }, true, false],
  ['Shared', { memo: 'x', wait: null }, true, false],
  ['Shared', { memo: null }, false, false],
  ['Shared', { memo: 1, wait: null }, false, false],
  ['Twice', { stay: null }, false, false],
  ['Twice', { stay: null, wait: null }, true, false],
  // Beside `type: object`, only objects are valid.
  ['Shared', 'wait', false, false],
  ['Beside', 'wait', true, false],
  ['Beside', { memo: null }, false, false],
]

describe.each(rows)('%s: %j', (name, value, tolerant, strict) => {
  test('validators', () => {
    expect(validators[name]?.is(value)).toBe(tolerant)
    expect(validators[name]?.check(value).length === 0).toBe(tolerant)
    expect(validators[name]?.strict.is(value)).toBe(strict)
    if (tolerant) expect(validators[name]?.drift(value).length === 0).toBe(strict && !isNew(value))
  })

  test('probe', () => {
    expect(judgeOf(name)(value)).toMatchObject({ tolerant, strict })
  })

  test('match and kind', () => {
    const arms = { go: () => 'go', stay: () => 'stay', halt: () => 'halt', unknown: () => 'new' }
    const found = unions[`match${name}`]?.(value, arms)
    const expected =
      Object(value).go === 1 || Object(value).go === 'x' ? 'go' : value === 'halt' ? 'halt' : 'new'
    expect(found).toBe(expected)
  })
})

/** A new field beside a known kind is drift, too. */
function isNew(value: unknown): boolean {
  return Object(value).go === 1 && Object.hasOwn(Object(value), 'wait')
}

test('what is new is named', () => {
  expect(validators.Keys?.drift('wait')).toMatchObject([
    { path: '', message: 'unknown kind "wait"', received: '"wait"' },
  ])
  expect(validators.Keys?.drift({ wait: null })).toMatchObject([
    { path: '', message: 'unknown kind: wait', received: 'wait' },
  ])
  expect(validators.Keys?.strict.check('wait')).toMatchObject([
    { message: 'expected object, received string' },
  ])
})

test('each change that probe proposes makes the value valid', () => {
  const judge = judgeOf('Keys')
  expect(judge('wait').fixes.map((each) => each.patch)).toEqual([
    [{ op: 'add', path: '/components/schemas/Keys/oneOf/-', value: { const: 'wait' } }],
  ])
  expect(judge({ wait: null }).fixes.map((each) => each.patch)).toEqual([
    [
      {
        op: 'add',
        path: '/components/schemas/Keys/oneOf/-',
        value: { type: 'object', required: ['wait'], properties: { wait: {} } },
      },
    ],
  ])
})

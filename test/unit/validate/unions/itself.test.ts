import { expect, test } from 'vitest'
import { createCheck } from '../../../../generator/src/check/check.js'
import { isInexact } from '../../../../generator/src/check/finding.js'
import { compile } from '../compile.fixture.js'

const V = { $ref: '#/components/schemas/V' }

/** As Rust's optional fields of a recursive type come out: a union that is one of its own members, or null. */
const UNIONS = {
  'a member': { anyOf: [{ type: 'integer' }, V] },
  'a member, or null': { anyOf: [{ type: 'integer' }, { anyOf: [V, { type: 'null' }] }] },
  'a member of exactly one': { oneOf: [{ type: 'integer' }, V] },
  'lists of it, too': {
    anyOf: [{ type: 'integer' }, { type: 'array', items: V }, { anyOf: [V, { type: 'null' }] }],
  },
}

test.each(Object.entries(UNIONS))('a union that contains itself as %s ends', async (name, V) => {
  const info = { title: 'Test', version: '1.0.0' }
  const document = { openapi: '3.1.0', info, paths: {}, components: { schemas: { V } } }
  const { validators, model } = await compile(document)
  const rules = new Map(model?.declarations.map((each) => [each.name, each.rule]))
  const rule = rules.get('V')
  if (!rule) throw new Error('no rule')
  const check = createCheck((each) => rules.get(each), 'write')
  for (const [value, holds] of [
    [1, true],
    [null, name.includes('null') || name.includes('lists')],
    ['text', false],
    [{ id: 'a' }, false],
    [[[1]], name.includes('lists')],
  ] as const) {
    expect([value, validators.V?.strict.is(value)]).toEqual([value, holds])
    expect([value, !check(rule, value).some(isInexact)]).toEqual([value, holds])
  }
})

import { expect, test } from 'vitest'
import { compile } from './compile.fixture.js'

test.each(['additionalProperties', 'unevaluatedProperties'])(
  'an object of no fields and %s: false reports every field as drift',
  async (word) => {
    const { validators } = await compile({ $defs: { Nothing: { type: 'object', [word]: false } } })
    const nothing = validators.Nothing
    expect(nothing?.check({ more: 1 })).toEqual([])
    expect(nothing?.drift({ more: 1 }).map(({ path }) => path)).toEqual(['more'])
    expect(nothing?.strict.is({ more: 1 })).toBe(false)
    expect(nothing?.drift({})).toEqual([])
  },
)

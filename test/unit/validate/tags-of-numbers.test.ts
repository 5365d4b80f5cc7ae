import { beforeAll, describe, expect, test } from 'vitest'
import { type Compiled, compile } from './compile.fixture.js'

const record = (properties: object) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})
const text = { type: 'string' }
const document = {
  $defs: {
    Shape: {
      oneOf: [
        record({ kind: { const: 1 }, radius: { type: 'number' } }),
        record({ kind: { enum: [-1] }, side: { type: 'number' } }),
      ],
    },
    Outcome: {
      oneOf: [
        record({ ok: { const: true }, data: text }),
        record({ ok: { const: false }, error: text, hint: text }),
      ],
    },
    Entry: {
      oneOf: [
        record({ type: { const: 0 }, value: text }),
        record({ type: { const: 'none' }, value: { type: 'boolean' } }),
      ],
    },
    First: record({ version: { type: 'integer' }, a: text }),
    Second: record({ version: { type: 'integer' }, b: text }),
    Mapped: {
      oneOf: [{ $ref: '#/$defs/First' }, { $ref: '#/$defs/Second' }],
      discriminator: {
        propertyName: 'version',
        mapping: { 1: '#/$defs/First', 2: '#/$defs/Second' },
      },
    },
  },
}
let made: Compiled

beforeAll(async () => {
  made = await compile(document)
})

function problems(type: string, value: unknown): string[] {
  const found = made.validators[type]?.check(value) ?? []
  return found.map(({ path, message }) => `${path}: ${message}`)
}

describe('unions whose tags are not strings', () => {
  test('are decided by the tag, and by nothing that looks like it', () => {
    expect(problems('Shape', { kind: 1, radius: 2 })).toEqual([])
    expect(problems('Shape', { kind: 1, side: 2 })).toEqual([
      'radius: expected number, received undefined (kind 1)',
    ])
    expect(problems('Shape', { kind: '1', radius: 2 })).toHaveLength(1)
    expect(problems('Outcome', { ok: false, error: 'e', hint: 7 })).toEqual([
      'hint: expected string, received number (kind false)',
    ])
    expect(problems('Mapped', { version: 2, b: 'x' })).toEqual([])
    expect(problems('Mapped', { version: '2', b: 'x' })).toHaveLength(1)
  })

  test('take a number they do not know for a new kind, and text for a fault', () => {
    const { Shape, Entry } = made.validators
    expect(Shape?.is({ kind: 3 })).toBe(true)
    expect(Shape?.drift({ kind: 3 }).map((each) => each.path)).toEqual(['kind'])
    expect(Shape?.strict.is({ kind: 3 })).toBe(false)
    expect(Shape?.is({ kind: 'three' })).toBe(false)
    expect(Entry?.is({ type: 'new' })).toBe(true)
    expect(Entry?.is({ type: true })).toBe(false)
  })
})

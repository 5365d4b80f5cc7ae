import { describe, expect, test } from 'vitest'
import { compile } from './compile.fixture.js'

// Names that schemas give to places, and what references to them mean.

describe('an anchor', () => {
  test('of draft 7 is an `$id` that is only a fragment', async () => {
    const { validators, diagnostics } = await compile({
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { whole: { $ref: '#number' } },
      definitions: { Number: { $id: '#number', type: 'integer' } },
    })
    expect(diagnostics).toEqual([])
    expect(validators.Schema?.is({ whole: 1 })).toBe(true)
    expect(validators.Schema?.is({ whole: 'a' })).toBe(false)
  })

  test('in quoted data names nothing', async () => {
    const { validators } = await compile({
      type: 'object',
      properties: { it: { $ref: '#place' } },
      $defs: {
        Quoting: { enum: [{ $anchor: 'place', type: 'null' }] },
        Meant: { $anchor: 'place', type: 'string' },
      },
    })
    expect(validators.Schema?.is({ it: 'a' })).toBe(true)
    expect(validators.Schema?.is({ it: null })).toBe(false)
  })

  test('below a name that is also a word for data is one', async () => {
    const { validators } = await compile({
      openapi: '3.1.0',
      info: { title: 'a', version: '1' },
      paths: {},
      components: {
        schemas: {
          User: { type: 'object', properties: { mail: { $ref: '#mail' } } },
          default: { type: 'object', properties: { mail: { $anchor: 'mail', type: 'string' } } },
        },
      },
    })
    expect(validators.User?.is({ mail: 'a' })).toBe(true)
    expect(validators.User?.is({ mail: 1 })).toBe(false)
  })
})

import { describe, expect, test } from 'vitest'
import { generate, schemasOnly, textOf } from '../generate.fixture.js'

/** A variant may be called like a schema, most often that of its payload. The schema keeps the name. */

const wrapper = (key: string, more: object = {}) => ({
  type: 'object',
  required: [key],
  properties: { [key]: { type: 'string' } },
  ...more,
})

const PAYLOAD = { type: 'object', properties: { a: { type: 'string' } } }

async function named(schemas: object) {
  const outcome = await generate(schemasOnly(schemas))
  const unions = textOf(outcome, 'src/unions.ts')
  return {
    types: [...unions.matchAll(/^export interface (Operation\w*)/gm)]
      .map(([, name]) => name)
      .filter((name) => !/(?:Arms|Unknown|Shared)$/.test(name ?? '')),
    found: outcome.diagnostics.map(
      ({ severity, code, message, at }) =>
        `${severity} ${code} ${at?.pointer.split('/').slice(-2).join('/')} ${message}`,
    ),
  }
}

describe('a variant whose name a schema has', () => {
  test('is a Variant', async () => {
    const Operation = { oneOf: [wrapper('swap'), wrapper('send')] }
    expect(await named({ Operation, OperationSwap: PAYLOAD })).toEqual({
      types: ['OperationSwapVariant', 'OperationSend'],
      found: [],
    })
  })

  test('is reported if the name was set by hand', async () => {
    const chosen = wrapper('swap', { 'x-tagwire-name': 'Move' })
    const Operation = { oneOf: [chosen, wrapper('send')] }
    expect(await named({ Operation, OperationMove: PAYLOAD })).toEqual({
      types: ['OperationMoveVariant', 'OperationSend'],
      found: [
        'warning TW4002 oneOf/0 the variant "swap" of Operation and OperationMove would both be called OperationMove; this one is called OperationMoveVariant',
      ],
    })
  })

  test('yields again where a schema is called Variant too', async () => {
    const Operation = { oneOf: [wrapper('swap'), wrapper('send')] }
    const { types, found } = await named({
      Operation,
      OperationSwap: PAYLOAD,
      OperationSwapVariant: PAYLOAD,
    })
    expect(types).toEqual([expect.stringMatching(/^OperationSwapVariant\w+$/), 'OperationSend'])
    expect(found).toEqual([
      expect.stringContaining('warning TW4002 oneOf/0 the variant "swap" of Operation and '),
    ])
  })

  test('yields again where an earlier variant is called so', async () => {
    const Operation = { oneOf: [wrapper('swap_variant'), wrapper('swap')] }
    const { types, found } = await named({ Operation, OperationSwap: PAYLOAD })
    expect(types).toEqual([
      'OperationSwapVariant',
      expect.stringMatching(/^OperationSwapVariant\w+$/),
    ])
    expect(found).toHaveLength(1)
  })
})

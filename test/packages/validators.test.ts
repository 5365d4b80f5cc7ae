import { validators as node, nodeInfoValidator } from '@tagwire/node-rpc/validate'
import { operationValidator, responseValidators, validators } from '@tagwire/routing/validate'
import { describe, expect, test } from 'vitest'

const shared = { tx_index: 0, amount_in: '1', amount_out: '2' }
const bankSend = { chain_id: 'osmosis-1', denom: 'uosmo' }

describe('an operation', () => {
  const good = { ...shared, bank_send: bankSend }

  test('that is valid is returned as the same object', () => {
    expect(operationValidator.is(good)).toBe(true)
    expect(operationValidator.assert(good)).toBe(good)
    expect(operationValidator.check(good)).toEqual([])
    expect(operationValidator.drift(good)).toEqual([])
    const result = operationValidator['~standard'].validate(good)
    expect('value' in result && result.value).toBe(good)
  })

  test('is the same validator by name and by export', () => {
    expect(validators.Operation).toBe(operationValidator)
    expect(responseValidators.route).toBe(validators.Route)
    expect(node.NodeInfo).toBe(nodeInfoValidator)
  })

  test('with a problem far inside names the kind and the path, and nothing of other kinds', () => {
    const swap = { swap_in: { swap_venue: null } }
    const problems = validators.Route.check({ operations: [good, good, { ...shared, swap }] })
    const inside = problems.filter((each) => each.path.startsWith('operations'))
    expect(inside).toContainEqual({
      path: 'operations[2].swap.swap_in.swap_venue',
      message: 'expected object, received null',
      expected: 'object',
      received: 'null',
    })
    expect(inside.every((each) => each.path.startsWith('operations[2].swap'))).toBe(true)
  })

  test('with two kinds is rejected, with the names of both', () => {
    const both = { ...shared, bank_send: bankSend, swap: {} }
    const [problem] = operationValidator.check(both)
    expect(problem?.message).toBe('two kinds at once: "bank_send" and "swap"')
    expect(operationValidator.strict.is(both)).toBe(false)
  })

  test('with keys that hold null has the kind that is left', () => {
    expect(operationValidator.is({ ...good, swap: null, transfer: undefined })).toBe(true)
  })

  test('without any kind is refused even in tolerant reading', () => {
    expect(operationValidator.is(shared)).toBe(false)
    expect(operationValidator.is({})).toBe(false)
    expect(operationValidator.check(shared)).toHaveLength(1)
    expect(operationValidator.is({ ...shared, swap: null })).toBe(false)
  })

  test('without a member that some payloads lack is drift, and strictly a problem', () => {
    const { amount_in: _, ...abridged } = good
    expect(operationValidator.check(abridged)).toEqual([])
    expect(operationValidator.drift(abridged)).toEqual([
      {
        path: 'amount_in',
        message: 'left out, though required',
        expected: 'a value',
        received: 'undefined',
      },
    ])
    expect(operationValidator.strict.check(abridged)).toMatchObject([
      { path: 'amount_in', message: 'expected string, received undefined' },
    ])
    expect(operationValidator.is({ ...good, amount_in: null })).toBe(false)
  })

  test('of an unknown kind is drift, and strictly a problem', () => {
    const teleport = { ...shared, teleport: { to: 'mars' } }
    expect(operationValidator.check(teleport)).toEqual([])
    const drift = operationValidator.drift(teleport)
    expect(drift).toHaveLength(1)
    expect(drift[0]).toMatchObject({ path: '', message: 'unknown kind: teleport' })
    expect(operationValidator.strict.check(teleport)).toHaveLength(1)
    expect(operationValidator.strict.drift(teleport)).toEqual(drift)
  })

  test('with an unknown field is drift at its place', () => {
    const odd = { ...shared, bank_send: { ...bankSend, colour: 'red' }, extra: 1 }
    expect(operationValidator.check(odd)).toEqual([])
    expect(operationValidator.strict.check(odd)).toEqual([])
    expect(operationValidator.drift(odd).map((each) => each.path)).toEqual([
      'bank_send.colour',
      'extra',
    ])
  })

  test.each([null, undefined, 5, 'swap', [], [good], () => good])('is not %o', (value) => {
    expect(operationValidator.is(value)).toBe(false)
    expect(operationValidator.check(value)[0]?.path).toBe('')
    expect(() => operationValidator.assert(value)).toThrow('not a valid Operation')
  })

  test('only counts what is its own', () => {
    expect(operationValidator.is(Object.create({ bank_send: bankSend }, {}))).toBe(false)
    const polluted: unknown = JSON.parse(
      `{"__proto__": {"swap": {}}, ${JSON.stringify(good).slice(1)}`,
    )
    expect(operationValidator.is(polluted)).toBe(true)
    expect(operationValidator.drift(polluted).map((each) => each.path)).toEqual(['__proto__'])
  })
})

describe('enumerations', () => {
  test('accept unknown values, and report drift', () => {
    expect(validators.BridgeType.is('WORMHOLE_9')).toBe(true)
    expect(validators.BridgeType.drift('WORMHOLE_9')).toHaveLength(1)
    expect(validators.BridgeType.strict.is('WORMHOLE_9')).toBe(false)
    expect(validators.BridgeType.strict.is('IBC')).toBe(true)
    expect(validators.BridgeType.is(7)).toBe(false)
  })
})

describe('pairs of type and value', () => {
  const value = 'DHIfsmO7sE+KV7MUHV+pkHDTQjP8zyTk3PDalytlkkg='

  test('are distinguished by their type, which messages name', () => {
    expect(node.PublicKey.strict.is({ type: 'tendermint/PubKeyEd25519', value })).toBe(true)
    const [problem] = node.PublicKey.strict.check({ type: 'tendermint/PubKeyEd25519', value: '!' })
    expect(problem).toMatchObject({ path: 'value', received: '"!"' })
    expect(problem?.message).toContain('(kind "tendermint/PubKeyEd25519")')
  })

  test('of an unknown type are drift', () => {
    const key = { type: 'tendermint/PubKeyBls', value: 5 }
    expect(node.PublicKey.is(key)).toBe(true)
    expect(node.PublicKey.drift(key)).toMatchObject([{ path: 'type' }])
    expect(node.PublicKey.strict.check(key)).toMatchObject([{ path: 'type' }])
    expect(node.PublicKey.is({ value })).toBe(false)
  })
})

describe('problems', () => {
  test('are all reported, in order, with unusual names in quotes', () => {
    const problems = validators.Error.check({ code: 'x', message: 1, details: [{ '@type': 5 }] })
    expect(problems.map((each) => each.path)).toEqual(['code', 'message', 'details[0]["@type"]'])
  })

  test('of a missing field say so', () => {
    const { amount_out: _, ...rest } = { ...shared, bank_send: bankSend }
    const problem = { path: 'amount_out', received: 'undefined' }
    expect(operationValidator.strict.check(rest)).toMatchObject([problem])
    expect(validators.CosmosTx.check({})).toMatchObject([{ path: 'chain_id' }])
  })

  test('can be had without formats', () => {
    const operation = { ...shared, amount_in: 'many', bank_send: bankSend }
    expect(operationValidator.check(operation)).toEqual([])
    expect(operationValidator.drift(operation)).toMatchObject([{ path: 'amount_in' }])
    expect(operationValidator.strict.check(operation)).toHaveLength(1)
    expect(operationValidator.check(operation, { formats: true })).toHaveLength(1)
    expect(operationValidator.check(operation, { formats: false })).toEqual([])
    expect(operationValidator.is(operation, { formats: false })).toBe(true)
  })

  test('become one error with a class of its own', () => {
    const error = thrownBy(() => validators.SwapVenue.assert({ name: 1, chain_id: 2 }))
    expect(error).toMatchObject({ name: 'ValidationError', problems: [{}, {}] })
    expect(String(error)).toContain('not a valid SwapVenue: chain_id: expected string')
    expect(String(error)).toContain('(and 1 more)')
  })
})

function thrownBy(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  return undefined
}

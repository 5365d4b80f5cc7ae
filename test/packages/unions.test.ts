import {
  evidenceKind,
  isPublicKeyEd25519,
  matchPublicKey,
  publicKeyEd25519,
} from '@tagwire/node-rpc'
import * as routing from '@tagwire/routing'
import {
  bridgeTypes,
  isBridgeType,
  isOperation,
  isOperationSwap,
  isOperationTransfer,
  matchOperation,
  type OperationShared,
  operationKind,
  operationTransfer,
  postHandlerKind,
  type Transfer,
  transferEventKind,
  txCosmosTx,
} from '@tagwire/routing'
import { describe, expect, it } from 'vitest'

const transfer: Transfer = JSON.parse('{"port": "transfer", "channel": "channel-0"}')
const shared: OperationShared = { tx_index: 0, amount_in: '1', amount_out: '1' }

describe('functions of a generated union', () => {
  it('build a value that their own guards know', () => {
    const operation = operationTransfer(transfer, shared)
    expect(operation).toEqual({ transfer, tx_index: 0, amount_in: '1', amount_out: '1' })
    expect(operation.transfer).toBe(transfer)
    expect(operationKind(operation)).toBe('transfer')
    expect(isOperation(operation)).toBe(true)
    expect(isOperationTransfer(operation)).toBe(true)
    expect(isOperationSwap(operation)).toBe(false)
  })

  it('do not let shared fields replace the payload, and do not keep the object they were given', () => {
    const careless: OperationShared = JSON.parse('{"tx_index": 0, "transfer": "other"}')
    expect(operationTransfer(transfer, careless).transfer).toBe(transfer)
    expect(operationTransfer(transfer, shared)).not.toBe(shared)
  })

  it('leave shared fields out where all of them are optional', () => {
    const tx = JSON.parse('{"chain_id": "a"}')
    expect(txCosmosTx(tx)).toEqual({ cosmos_tx: tx })
  })

  it('reject two kinds, none, and values that are not objects', () => {
    for (const value of [{ transfer, swap: {} }, {}, shared, null, [], 'transfer', 1]) {
      expect(isOperation(value)).toBe(false)
      expect(operationKind(value)).toBeUndefined()
    }
  })

  it('pass an unknown kind to unknown', () => {
    const arms = { transfer: () => 'transfer', unknown: () => 'unknown', otherwise: () => 'other' }
    expect(matchOperation(JSON.parse('{"teleport": {}, "tx_index": 0}'), arms)).toBe('unknown')
    expect(matchOperation(JSON.parse('{"swap": {}, "tx_index": 0}'), arms)).toBe('other')
  })

  it('know both spellings of the misspelt key, and the names of tracking', () => {
    expect(postHandlerKind({ autpilot_msg: {} })).toBe('autpilot_msg')
    expect(postHandlerKind({ autopilot_msg: {} })).toBe('autopilot_msg')
    expect(transferEventKind({ ibc_transfer: {} })).toBe('ibc_transfer')
    expect(transferEventKind({ transfer: {} })).toBeUndefined()
  })

  it('work the same for pairs', () => {
    const key = publicKeyEd25519('AAAA')
    expect(key).toEqual({ type: 'tendermint/PubKeyEd25519', value: 'AAAA' })
    expect(isPublicKeyEd25519(key)).toBe(true)
    expect(evidenceKind(key)).toBeUndefined()
    const text = matchPublicKey(key, {
      'tendermint/PubKeyEd25519': (bytes) => bytes,
      otherwise: () => 'other',
    })
    expect(text).toBe('AAAA')
  })
})

describe('enumerations', () => {
  it('are frozen arrays without repetition, whose every value passes the guard', () => {
    expect(Object.isFrozen(bridgeTypes)).toBe(true)
    expect(new Set(bridgeTypes).size).toBe(bridgeTypes.length)
    expect(bridgeTypes.every(isBridgeType)).toBe(true)
    for (const value of ['NEW', 'ibc', '', null, 0, undefined, ['IBC']]) {
      expect(isBridgeType(value)).toBe(false)
    }
  })
})

describe('guards', () => {
  it('answer about anything, and throw on nothing', () => {
    const strange = [
      null,
      undefined,
      0,
      '',
      Number.NaN,
      1n,
      Symbol('s'),
      [],
      {},
      () => 1,
      new Map(),
    ]
    const guards = Object.entries<unknown>(routing).filter(([name]) => /^is[A-Z]/.test(name))
    expect(guards.length).toBeGreaterThan(40)
    for (const [name, guard] of guards) {
      if (typeof guard !== 'function') throw new Error(`${name} is no function`)
      for (const value of strange) expect(guard(value), name).toBe(false)
    }
  })
})

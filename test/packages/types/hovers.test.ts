import { describe, expect, it } from 'vitest'
import { openEditor } from './quick-info.fixture.js'

const program = `
import {
  type BridgeType,
  isOperationTransfer,
  matchOperation,
  operationKind,
  operationTransfer,
  type MsgsDirectResponse,
  type Swap,
  type Transfer,
} from '@tagwire/routing'
import type { Evidence, Validator } from '@tagwire/node-rpc'

declare const response: MsgsDirectResponse
declare const swap: Swap
declare const evidence: Evidence
declare const validator: Validator
declare const found: Transfer

const route = response.route
route // hover
const operations = response.route.operations
operations // hover
for (const operation of response.route.operations) {
  operation // hover
  if (isOperationTransfer(operation)) {
    const transferred = operation
    transferred // hover
    const payload = operation.transfer
    payload // hover
  }
  if (operation.swap) {
    const swapped = operation
    swapped // hover
  }
}
const made = operationTransfer({}, { tx_index: 0, amount_in: '1', amount_out: '1' })
made // hover
const kind = operationKind({})
kind // hover
const txs = response.txs
txs // hover
const proof = evidence
proof // hover
const key = validator.pub_key
key // hover
found.dest_denom // hover
operationKind // hover
matchOperation // hover
const bridge: BridgeType = '|HERE|'
`

const editor = openEditor(program)

describe('hovers show names, not their definitions', () => {
  it.each([
    ['route', 'const route: Route'],
    ['operations', 'const operations: Operation[]'],
    ['operation', 'const operation: Operation'],
    ['transferred', 'const transferred: OperationTransfer'],
    ['payload', 'const payload: Transfer'],
    ['swapped', 'const swapped: OperationSwap'],
    ['made', 'const made: OperationTransfer'],
    ['kind', 'const kind: OperationKind | undefined'],
    ['txs', 'const txs: Tx[]'],
    ['proof', 'const proof: Evidence'],
    ['key', 'const key: PublicKey | null'],
  ])('%s', (name, shown) => {
    expect(editor.hover(name)).toBe(shown)
  })

  it('of functions name their types', () => {
    expect(editor.hover('operationKind')).toContain(
      'function operationKind(value: unknown): OperationKind | undefined',
    )
    expect(editor.hover('matchOperation')).toContain('value: Operation')
    expect(editor.hover('matchOperation')).toContain('OperationArms<')
  })
})

describe('editors', () => {
  it('strike out what is deprecated, and say what to use', () => {
    expect(editor.tags('dest_denom')).toEqual(['@deprecated Use `denom_out` instead.'])
  })

  it('complete the known values of an open enumeration', () => {
    expect(editor.completions()).toEqual(expect.arrayContaining(['IBC', 'AXELAR', 'CCTP']))
  })
})

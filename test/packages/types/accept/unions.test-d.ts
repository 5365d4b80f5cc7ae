import {
  isOperation,
  isOperationSwap,
  isOperationTransfer,
  isSwapSwapIn,
  isTxCosmosTx,
  type Msg,
  type MultiChainMsg,
  type Operation,
  type OperationKind,
  type OperationShared,
  type OperationSwap,
  type OperationTransfer,
  operationKind,
  operationTransfer,
  type PostHandler,
  type Route,
  type Swap,
  type SwapExactCoinIn,
  type Transfer,
  type TransferEvent,
  type Tx,
  txCosmosTx,
} from '@tagwire/routing'
import { expectTypeOf } from 'vitest'

declare const operation: Operation
declare const anything: unknown
declare const transfer: Transfer
declare const shared: OperationShared
declare const tx: Tx
declare const event: TransferEvent

// One key, the shared fields, nothing else: that is a value.

export const literal: Operation = { transfer: {}, tx_index: 0, amount_in: '1', amount_out: '1' }
export const nested: Operation = {
  swap: { swap_in: { swap_operations: [] }, chain_id: 'osmosis-1' },
  tx_index: 0,
  amount_in: '1',
  amount_out: '1',
}
export const absentKey: PostHandler = { wasm_msg: { contract_address: 'a', msg: '{}' } }
export const asDocumented: PostHandler = { autpilot_msg: { receiver: 'r' } }
export const asSent: PostHandler = { autopilot_msg: { receiver: 'r' } }
export const bareTx: Tx = { cosmos_tx: { chain_id: 'a' } }
export const fullTx: Tx = { cosmos_tx: { chain_id: 'a' }, operations_indices: [0, 1] }

// Truthiness narrows, because every member has every key, all but one as `never`.

if (operation.transfer) {
  expectTypeOf(operation).toEqualTypeOf<OperationTransfer>()
  expectTypeOf(operation.transfer).toEqualTypeOf<Transfer>()
}
if (operation.swap?.swap_in) expectTypeOf(operation.swap.swap_in).toEqualTypeOf<SwapExactCoinIn>()
if (event.ibc_transfer) expectTypeOf(event.axelar_transfer).toEqualTypeOf<undefined>()
expectTypeOf(operation.transfer).toEqualTypeOf<Transfer | undefined>()

// `in` does not narrow, for the same reason: every member has the key. Use a guard.

if ('transfer' in operation) expectTypeOf(operation).toEqualTypeOf<Operation>()

// Guards narrow, what is left included.

if (isOperationTransfer(operation)) {
  expectTypeOf(operation).toEqualTypeOf<OperationTransfer>()
} else {
  expectTypeOf(operation).toEqualTypeOf<Exclude<Operation, OperationTransfer>>()
}
if (isOperation(anything)) expectTypeOf(anything).toEqualTypeOf<Operation>()
if (isOperationSwap(anything)) {
  expectTypeOf(anything).toEqualTypeOf<OperationSwap>()
  expectTypeOf(anything.swap).toEqualTypeOf<Swap>()
  if (isSwapSwapIn(anything.swap)) {
    expectTypeOf(anything.swap.swap_in).toEqualTypeOf<SwapExactCoinIn>()
  }
}
expectTypeOf([operation].filter(isOperationTransfer)).toEqualTypeOf<OperationTransfer[]>()
expectTypeOf([operation].find(isOperationTransfer)).toEqualTypeOf<OperationTransfer | undefined>()

// The kind is a plain string to switch on. No call narrows its argument: the payload is at its key.

export function label(value: Operation): string | undefined {
  const kind = operationKind(value)
  switch (kind) {
    case 'transfer':
      expectTypeOf(kind).toEqualTypeOf<'transfer'>()
      return value.transfer?.port
    case 'swap':
      return value.swap?.chain_id
    case undefined:
      return 'not known yet'
    default:
      expectTypeOf(kind).toEqualTypeOf<Exclude<OperationKind, 'transfer' | 'swap'>>()
      return kind
  }
}

/** Narrows as well: `switch (true)` over the guards. */
export function chain(value: Operation): string | undefined {
  switch (true) {
    case isOperationTransfer(value):
      expectTypeOf(value).toEqualTypeOf<OperationTransfer>()
      return value.transfer.from_chain_id
    case isOperationSwap(value):
      return value.swap.chain_id
    default:
      expectTypeOf(value).toEqualTypeOf<Exclude<Operation, OperationTransfer | OperationSwap>>()
      return undefined
  }
}

expectTypeOf<OperationKind>().toEqualTypeOf<
  | 'transfer'
  | 'swap'
  | 'axelar_transfer'
  | 'bank_send'
  | 'cctp_transfer'
  | 'hyperlane_transfer'
  | 'evm_swap'
  | 'op_init_transfer'
  | 'go_fast_transfer'
  | 'stargate_transfer'
  | 'layer_zero_transfer'
  | 'eureka_transfer'
  | 'cctp_transfer_v2'
>()

// Shared fields: required ones must be given, optional ones may be.

expectTypeOf(operation.tx_index).toEqualTypeOf<number>()
expectTypeOf(operationTransfer(transfer, shared)).toEqualTypeOf<OperationTransfer>()
expectTypeOf(operationTransfer).parameter(0).toEqualTypeOf<Transfer>()
expectTypeOf<OperationShared>().toExtend<Parameters<typeof operationTransfer>[1]>()
expectTypeOf<Operation>().not.toExtend<Parameters<typeof operationTransfer>[1]>()
expectTypeOf(tx.operations_indices).toEqualTypeOf<number[] | undefined>()
expectTypeOf(txCosmosTx({ chain_id: 'a' })).toExtend<Tx>()
expectTypeOf(txCosmosTx({ chain_id: 'a' }, { operations_indices: [0] })).toExtend<Tx>()
if (isTxCosmosTx(tx)) expectTypeOf(tx.evm_tx).toEqualTypeOf<undefined>()

// Unions are used by name wherever they stand.

expectTypeOf<Route['operations']>().toEqualTypeOf<Operation[]>()
expectTypeOf<NonNullable<Msg['multi_chain_msg']>>().toEqualTypeOf<MultiChainMsg>()

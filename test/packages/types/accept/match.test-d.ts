import {
  matchOperation,
  matchSwap,
  type Operation,
  type OperationArms,
  type OperationTransfer,
  type OperationUnknown,
  type Swap,
  type Transfer,
} from '@tagwire/routing'
import { expectTypeOf } from 'vitest'

declare const operation: Operation
declare const swap: Swap

// All arms: each gets payload and value, and `unknown` what this version does not know.

const all: OperationArms<string> = {
  transfer: (payload, value) => {
    expectTypeOf(payload).toEqualTypeOf<Transfer>()
    expectTypeOf(value).toEqualTypeOf<OperationTransfer>()
    return payload.port ?? ''
  },
  swap: (payload) =>
    matchSwap(payload, { swap_in: () => 'in', swap_out: () => 'out', otherwise: () => '?' }),
  axelar_transfer: () => '',
  bank_send: () => '',
  cctp_transfer: () => '',
  hyperlane_transfer: () => '',
  evm_swap: () => '',
  op_init_transfer: () => '',
  go_fast_transfer: () => '',
  stargate_transfer: () => '',
  layer_zero_transfer: () => '',
  eureka_transfer: () => '',
  cctp_transfer_v2: () => '',
  unknown: (value) => {
    expectTypeOf(value).toEqualTypeOf<OperationUnknown>()
    expectTypeOf(value.tx_index).toEqualTypeOf<number | undefined>()
    expectTypeOf(value.teleport).toEqualTypeOf<unknown>()
    return Object.keys(value).join()
  },
}
expectTypeOf(matchOperation(operation, all)).toEqualTypeOf<string>()

// Fewer arms with `otherwise`, with or without `unknown`.

expectTypeOf(
  matchOperation(operation, {
    transfer: (payload) => payload.port,
    otherwise: (value) => {
      expectTypeOf(value).toEqualTypeOf<Operation | OperationUnknown>()
      return undefined
    },
  }),
).toEqualTypeOf<string | undefined>()
matchOperation(operation, { unknown: () => 1, otherwise: () => 2 })
matchOperation(operation, { otherwise: () => {} })

// Each arm may return a type of its own; a stated result or a place with a type guides them.

expectTypeOf(
  matchSwap(swap, { swap_in: () => 1, swap_out: () => null, otherwise: () => undefined }),
).toEqualTypeOf<number | null | undefined>()
expectTypeOf(matchSwap(swap, { swap_in: () => 1, otherwise: () => 'none' })).toEqualTypeOf<
  number | string
>()
expectTypeOf(
  matchSwap(swap, {
    swap_in: () => 1,
    swap_out: () => 2n,
    smart_swap_in: () => '',
    unknown: () => null,
  }),
).toEqualTypeOf<number | bigint | string | null>()
expectTypeOf(
  matchSwap<number | string>(swap, { swap_in: () => 1, otherwise: () => 'none' }),
).toEqualTypeOf<number | string>()
type Side = { side: 'in'; hops: number } | { side: 'none' }
expectTypeOf(
  matchSwap<Side>(swap, {
    swap_in: () => ({ side: 'in', hops: 1 }),
    otherwise: () => ({ side: 'none' }),
  }),
).toEqualTypeOf<Side>()
const guided: Side = matchSwap(swap, {
  swap_in: () => ({ side: 'in', hops: 1 }),
  otherwise: () => ({ side: 'none' }),
})
expectTypeOf(guided).toExtend<Side>()
expectTypeOf(
  matchSwap(swap, { swap_in: (payload) => payload.swap_amount_in, otherwise: () => undefined }) ??
    'x',
).toExtend<string>()
expectTypeOf(matchSwap(swap, { swap_in: async () => 1, otherwise: async () => 2 })).toEqualTypeOf<
  Promise<number>
>()
const isWide = Math.random() > 1
expectTypeOf(
  matchSwap(swap, { ...(isWide ? { swap_in: () => 1 } : {}), otherwise: () => '' }),
).toExtend<number | string>()

import { type Operation, operationKind, type Route } from '@tagwire/routing'
import type { Coin } from '../types.js'

/** What the checks need to know about an operation, whatever its kind. */
export interface Step {
  readonly index: number
  readonly kind: string
  /** The payload of its wrapper, of which each kind has other members. */
  readonly payload: Readonly<Record<string, unknown>>
  readonly from: string
  readonly to: string
  readonly input: Coin
  readonly output: Coin
}

export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object(value) : {}
}

/** The operation at an index; `undefined` if this version does not know its kind. */
export function stepOf(route: Route, index: number): Step | undefined {
  const operation: Operation | undefined = route.operations[index]
  const kind = operationKind(operation)
  if (!operation || !kind) return undefined
  const payload = record(operation[kind])
  const from = text(payload.from_chain_id ?? payload.chain_id)
  const denom = payload.denom_in ?? payload.denom
  return {
    index,
    kind,
    payload,
    from,
    to: text(payload.to_chain_id ?? from),
    input: { denom: text(denom), amount: operation.amount_in },
    output: { denom: text(payload.denom_out ?? denom), amount: operation.amount_out },
  }
}

/** The contracts that the route names on the chain of a transaction. Those behind a hop are on another one. */
export function contractsOf(steps: readonly Step[]): string[] {
  return steps
    .filter(({ from }) => from === steps[0]?.from)
    .flatMap(({ payload }) =>
      Object.entries(payload).flatMap(([name, value]) =>
        /^(?!to_chain_).*(?:contract|pool)_address$/.test(name) && text(value)
          ? [text(value).toLowerCase()]
          : [],
      ),
    )
}

/** What a transaction may take on top of the amount of its first step, on its own chain. */
export function feesOf(route: Route, steps: readonly Step[], txIndex: number): Coin[] {
  const estimated = (route.estimated_fees ?? []).filter((fee) => fee.tx_index === txIndex)
  const isHere = (asset: unknown): boolean => record(asset).chain_id === steps[0]?.from
  const isDeducted = ({ index }: Step): boolean =>
    estimated.some(
      (fee) => fee.operation_index === index && fee.fee_behavior === 'FEE_BEHAVIOR_DEDUCTED',
    )
  const named = steps.flatMap((step) =>
    [...(isDeducted(step) ? [] : ['fee']), 'messaging_fee']
      .filter((name) => isHere(step.payload[`${name}_asset`]))
      .map((name) => feeOf(step.payload, name))
      .map(({ denom, amount }) => ({ denom, at: step.index, amount, left: amountOf(amount) })),
  )
  const onTop = estimated
    .filter((fee) => fee.fee_behavior === 'FEE_BEHAVIOR_ADDITIONAL' && isHere(fee.origin_asset))
    .map((fee) => {
      const denom = text(fee.origin_asset.denom)
      let rest = amountOf(fee.amount)
      // What its operation names, too, is paid once.
      for (const one of named) {
        const isOfIt = one.at === (fee.operation_index ?? one.at) && same(one.denom, denom)
        if (!isOfIt || one.left <= 0n) continue
        const both = rest < one.left ? rest : one.left
        rest -= both
        one.left -= both
      }
      return { denom, amount: String(rest) }
    })
  return [...named, ...onTop]
    .filter((fee) => fee.denom && amountOf(fee.amount) > 0n)
    .map(({ denom, amount }) => ({ denom, amount }))
}

/** A fee that an operation names. */
export function feeOf(payload: Step['payload'], name: string): Coin {
  const { denom } = record(payload[`${name}_asset`])
  return { denom: text(denom), amount: text(payload[`${name}_amount`]) }
}

/** Amounts come from outside: what is not a number is one that nothing equals. */
export function amountOf(value: unknown): bigint {
  return typeof value === 'string' && /^\d+$/.test(value) ? BigInt(value) : -1n
}

/** What is left of an amount after a loss in percent. */
export function less(amount: bigint, percent: number): bigint {
  return (amount * BigInt(Math.round((100 - percent) * 1e6))) / 100_000_000n
}

/** An integer that was not rounded, as text: services write them in both ways. */
export const integer = (value: unknown): string =>
  Number.isSafeInteger(value) ? String(value) : text(value)

export const same = (one: string, other: string): boolean =>
  one === other || (/^0x/i.test(one) && one.toLowerCase() === other.toLowerCase())

export const isToken = (denom: string): boolean => /^0x(?!0{40})[\da-f]{40}$/i.test(denom)

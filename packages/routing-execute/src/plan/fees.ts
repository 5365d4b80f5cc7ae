import type { Route } from '@tagwire/routing'
import type { Coin } from '../types.js'
import { amountOf } from './amounts.js'
import { record, type Step, same, text } from './operation.js'

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
        if (rest < one.left) {
          one.left -= rest
          rest = 0n
        } else {
          rest -= one.left
          one.left = 0n
        }
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

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

export const same = (one: string, other: string): boolean =>
  one === other || (/^0x/i.test(one) && one.toLowerCase() === other.toLowerCase())

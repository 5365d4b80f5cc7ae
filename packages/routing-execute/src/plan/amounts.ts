import { text } from './operation.js'

/** What is compared, and only needed once a route is carried out. */

/** Amounts come from outside: what is not a number is one that nothing equals. */
export function amountOf(value: unknown): bigint {
  return typeof value === 'string' && /^\d+$/.test(value) ? BigInt(value) : -1n
}

/** What is left of an amount after a loss in percent. */
export function lessPercent(amount: bigint, percent: number): bigint {
  return (amount * BigInt(Math.round((100 - percent) * 1e6))) / 100_000_000n
}

/** An integer that was not rounded, as text: services write them in both ways. */
export const integerText = (value: unknown): string =>
  Number.isSafeInteger(value) ? String(value) : text(value)

export const isToken = (denom: string): boolean => /^0x(?!0{40})[\da-f]{40}$/i.test(denom)

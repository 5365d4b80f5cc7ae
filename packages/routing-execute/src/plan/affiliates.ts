import type { PlanOptions } from '../types.js'
import { record } from './operation.js'

/** The fees on a chain that the caller asked for. */
export function affiliatesOf(
  { request }: PlanOptions,
  chain: string,
): Readonly<Record<string, unknown>>[] {
  const all = record(request?.chain_ids_to_affiliates)
  const { affiliates } = record(all[chain])
  return Array.isArray(affiliates) ? affiliates.map(record) : []
}

/** What swaps on a chain may lose, in percent: slippage, and the fees that the caller takes. */
export function lostBySwaps(options: PlanOptions, chain: string): number {
  const fees = affiliatesOf(options, chain).map((each) => Number(each.basis_points_fee) / 100)
  return fees.reduce((sum, fee) => sum + fee, options.slippage ?? 1)
}

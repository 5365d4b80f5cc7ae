import type { NumberRule } from '../../../model/rules/rule.js'

/** A range of numbers: its ends, and whether they are excluded. */
export interface Range {
  readonly least: number
  readonly most: number
  readonly above: boolean
  readonly below: boolean
}

export function rangeOf({ least, most, above, below }: NumberRule, whole: boolean): Range {
  const low = highest(least, above)
  const high = highest(negative(most), negative(below))
  if (whole) {
    const first = low.open ? Math.floor(low.at) + 1 : Math.ceil(low.at)
    const last = high.open ? Math.floor(high.at) + 1 : Math.ceil(high.at)
    return { least: first, most: -last, above: false, below: false }
  }
  return { least: low.at, most: -high.at, above: low.open, below: high.open }
}

function negative(limit: number | undefined): number | undefined {
  return limit === undefined ? undefined : -limit
}

function highest(closed = -Infinity, open = -Infinity): { at: number; open: boolean } {
  return open >= closed && open > -Infinity ? { at: open, open: true } : { at: closed, open: false }
}

/** Numbers that follow from a seed. */
export interface Random {
  /** From 0 up to 1. */
  next(): number
  /** An integer, both ends included. */
  between(least: number, most: number): number
  pick<T>(list: readonly [T, ...T[]]): T
}

/** mulberry32: short, and good enough to choose faults. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number): number =>
    least + Math.floor(next() * (most - least + 1))
  return { next, between, pick: (list) => list[between(0, list.length - 1)] ?? list[0] }
}

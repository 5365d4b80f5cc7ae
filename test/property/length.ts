/** Set by `pnpm tool long`, every night. */
export const isLong: boolean = Boolean(process.env.TAGWIRE_LONG)

const TIMES = 40

/** How long a property may take before something is wrong. */
export const patienceMs: number = isLong ? 3_600_000 : 120_000

/**
 * How many times something is done, and forty times as many at night. A `part` is for work that takes seconds: what
 * decides whether a change lands has the same seed every time, so that more of the same cases find nothing after the
 * first run. `test` does a half or a third of these, and the night as much as before.
 */
export function lengthOf(times: number, part = 1): number {
  return isLong ? times * TIMES : Math.ceil(times / part)
}

/** The length of a property, and the seed of this run, which `TAGWIRE_SEED` chooses. */
export function runs(times: number, part = 1): { readonly numRuns: number; readonly seed: number } {
  const seed = Number(process.env.TAGWIRE_SEED)
  if (!Number.isSafeInteger(seed)) throw new Error('TAGWIRE_SEED is set by vitest.config.ts')
  return { numRuns: lengthOf(times, part), seed }
}

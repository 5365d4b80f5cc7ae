/** Set by `pnpm tool long`, every night. */
export const isLong: boolean = Boolean(process.env.TAGWIRE_LONG)

const TIMES = 40

/** How long a property may take before something is wrong. */
export const patienceMs: number = isLong ? 3_600_000 : 120_000

/** How many times something is done: the short length, or forty times as many. */
export function lengthOf(short: number): number {
  return isLong ? short * TIMES : short
}

/** The length of a property, and the seed of this run, which `TAGWIRE_SEED` chooses. */
export function runs(short: number): { readonly numRuns: number; readonly seed: number } {
  const seed = Number(process.env.TAGWIRE_SEED)
  if (!Number.isSafeInteger(seed)) throw new Error('TAGWIRE_SEED is set by vitest.config.ts')
  return { numRuns: lengthOf(short), seed }
}

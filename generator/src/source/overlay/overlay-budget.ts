/** Thrown where overlays ask for more than documents of their size need. */
export class TooManySteps extends Error {}

export interface OverlayBudget {
  /** Counts what queries look at and what actions copy. Throws `TooManySteps`. */
  readonly spend: (steps: number) => void
}

// `$..*` several times selects each value again by each way to it, and what an action adds can be copied again by the
// next one. Queries of real overlays look at each value a few times.
const LEAST = 2_000_000
const PER_CHARACTER = 20

export function createOverlayBudget(files: readonly { readonly text: string }[]): OverlayBudget {
  let left = LEAST + PER_CHARACTER * files.reduce((sum, { text }) => sum + text.length, 0)
  return {
    spend: (steps) => {
      left -= steps
      if (left < 0) throw new TooManySteps()
    },
  }
}

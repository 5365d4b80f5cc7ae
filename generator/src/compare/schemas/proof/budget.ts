import type { Meter } from '../../../check/check.js'

/** What the cost of a proof depends on. */
export interface Spent {
  /** How many types the document has. */
  readonly types: number
  /** What checking values with either document was, in rules. */
  readonly meter: Readonly<Meter>
}

/** What is left for a proof: results depend on counts and not on the clock, so that they are always the same. */
export interface Budget {
  /** Allows as many steps again, fewer if other schemas took very many. */
  readonly begin: () => void
  /** False when it has taken too many steps; one that looks at many rules counts as several. */
  readonly goesOn: (looksAt?: number) => boolean
  /** False if values and unions are inside one another too often. */
  readonly deeper: (look: () => boolean) => boolean
}

/** About as much as a few milliseconds allow: what takes longer is left to values. */
const STEPS = 4000
/** The most steps for all schemas of a small document together, and for each that comes after them. */
const STEPS_IN_ALL = 40_000
const LEAST_STEPS = 50
/** Documents with so many types take twice as many. Real ones take a third of it, and less. */
const TYPES_OF_A_SMALL_DOCUMENT = 500
/** Unions inside one another make forms of many rules, each of which is copied for each branch. */
const RULES_OF_A_STEP = 3
/** How often values and unions may be inside one another. */
const DEEPEST = 60

/** The most rules that checks of values look at for one schema: one check of a union of a thousand large members looks at very many. */
const MOST_RULES = 200_000
const RULES_IN_ALL = 800_000
const LEAST_RULES = 1000

/** How many rules the checks for the next schema may look at. */
export function rulesLeft({ types, meter }: Spent): number {
  const left = inAll(types, RULES_IN_ALL) - meter.rules
  return Math.min(MOST_RULES, Math.max(left, LEAST_RULES))
}

function inAll(types: number, small: number): number {
  return Math.ceil(small * (1 + types / TYPES_OF_A_SMALL_DOCUMENT))
}

export function createBudget(spent: Spent): Budget {
  let [allowed, steps, depth, left] = [STEPS, STEPS, 0, inAll(spent.types, STEPS_IN_ALL)]
  let lastRule = Number.POSITIVE_INFINITY
  return {
    begin: () => {
      left -= Math.min(allowed, allowed - steps)
      allowed = Math.min(STEPS, Math.max(left, LEAST_STEPS))
      steps = allowed
      lastRule = spent.meter.rules + rulesLeft(spent)
    },
    goesOn: (looksAt = 0) => {
      const goes = steps > 0 && spent.meter.rules <= lastRule
      steps -= 1 + Math.floor(looksAt / RULES_OF_A_STEP)
      return goes
    },
    deeper: (look) => {
      if (depth > DEEPEST) return false
      depth++
      const found = look()
      depth--
      return found
    },
  }
}

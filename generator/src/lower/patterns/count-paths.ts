import type { Automaton } from './automaton.js'
import { kindsOfCharacters } from './character-set.js'
import type { ReadPattern } from './read-pattern.js'

/** An engine that backtracks is in at most so many places of an expression at each character. */
const MOST_PATHS = 200

const MOST_SITUATIONS = 20_000

/**
 * How many ways lead to each state at one place of a text, from all places where the search began. The
 * key -1 stands for the search: it begins anew at the next character as long as nothing has matched.
 */
type Situation = ReadonlyMap<number, number>

const SEARCH = -1

/** What counting may cost; what was spent is taken off. */
export interface Allowance {
  steps: number
}

/**
 * Whether an engine that backtracks, as that of JavaScript does, takes time in proportion to the text and
 * no more, whatever the text is. All situations that a text can lead to are walked through with the number
 * of ways into each state: that is how often the engine can come by there in the worst case. Conditions
 * such as `$` count as met and as unmet, so the number is never too small.
 */
export function takesLinearTime(
  { letters }: ReadPattern,
  automaton: Automaton,
  allowance: Allowance,
): boolean {
  if (automaton.hasEmptyLoop) return false
  const ways = new Ways(automaton)
  const kinds = kindsOfCharacters(letters.map((each) => each.set))
  // A character that no letter of the expression is.
  const all = [...kinds, new Set<number>()]
  const first = ways.enter(new Map(), true)
  const todo = [first]
  const seen = new Set([keyOf(first)])
  for (let situation = todo.pop(); situation; situation = todo.pop()) {
    if (pathsIn(situation) > MOST_PATHS) return false
    for (const kind of all) {
      const next = ways.after(situation, kind, allowance)
      if (allowance.steps <= 0) return false
      const key = keyOf(next)
      if (next.size === 0 || seen.has(key)) continue
      if (seen.size >= MOST_SITUATIONS) return false
      seen.add(key)
      todo.push(next)
    }
  }
  return true
}

function pathsIn(situation: Situation): number {
  let sum = 0
  for (const [state, count] of situation) if (state !== SEARCH) sum += count
  return sum
}

function keyOf(situation: Situation): string {
  return [...situation].sort(([left], [right]) => left - right).join(';')
}

/** Where a state leads to without a letter: how many ways there are to each place that ends one. */
interface Reach {
  /** Letters, the match, and a start that is none: there a way goes on, or is given up. */
  readonly ends: ReadonlyMap<number, number>
  /** Whether the expression has matched for certain, without any condition. */
  readonly matches: boolean
}

/** Steps without a letter; what has more of them one after the other is no ordinary expression. */
const DEEPEST = 1000

class Ways {
  readonly #automaton: Automaton
  readonly #atStart = new Map<number, Reach>()
  readonly #later = new Map<number, Reach>()
  /** A match ends the search only where no condition before it can have been unmet. */
  readonly #isCertain: boolean
  /** Every way begins with `^`: a search that begins later ends at once. */
  readonly #isAnchored: boolean

  constructor(automaton: Automaton) {
    this.#automaton = automaton
    this.#isCertain = !automaton.states.some(
      (state) => state.kind === 'condition' && this.#leadsToLetters(state.next),
    )
    const later = this.#reach(automaton.start, false, 0)
    this.#isAnchored =
      pathsIn(later.ends) <= MOST_PATHS &&
      [...later.ends.keys()].every((each) => automaton.states[each]?.kind === 'start')
  }

  after(situation: Situation, kind: ReadonlySet<number>, allowance: Allowance): Situation {
    const next = new Map<number, number>()
    let matches = false
    for (const [from, count] of situation) {
      const state = this.#automaton.states[from]
      if (state?.kind !== 'letter' || !kind.has(state.letter)) continue
      const reach = this.#reach(state.next, false, 0)
      if (reach.matches) matches = true
      allowance.steps -= addWays(next, reach, count)
    }
    allowance.steps -= situation.size
    const isOver = matches && this.#isCertain
    return situation.has(SEARCH) && !isOver ? this.enter(next, false) : next
  }

  /** Begins the search here too. */
  enter(situation: Map<number, number>, atStart: boolean): Situation {
    const reach = this.#reach(this.#automaton.start, atStart, 0)
    addWays(situation, reach, 1)
    const goesOn = !(reach.matches && this.#isCertain) && !this.#isAnchored
    if (goesOn) situation.set(SEARCH, 1)
    return situation
  }

  #leadsToLetters(from: number): boolean {
    return [...this.#reach(from, true, 0).ends.keys()].some(
      (each) => this.#automaton.states[each]?.kind !== 'match',
    )
  }

  /** Without loops around nothing, what leads on without a letter never comes back to where it was. */
  #reach(from: number, atStart: boolean, depth: number): Reach {
    const known = atStart ? this.#atStart : this.#later
    const before = known.get(from)
    if (before) return before
    const tooDeep = depth > DEEPEST
    const found = tooDeep
      ? { ends: new Map([[from, MOST_PATHS + 1]]), matches: false }
      : this.#reachFrom(from, atStart, depth + 1)
    known.set(from, found)
    return found
  }

  #reachFrom(from: number, atStart: boolean, depth: number): Reach {
    const state = this.#automaton.states[from]
    const here = new Map([[from, 1]])
    switch (state?.kind) {
      case 'match':
        return { ends: here, matches: true }
      case 'start':
        return atStart ? this.#reach(state.next, atStart, depth) : { ends: here, matches: false }
      case 'condition':
        return { ...this.#reach(state.next, atStart, depth), matches: false }
      case 'choice':
        return this.#reachOfAll(state.next, atStart, depth)
      default:
        return { ends: here, matches: false }
    }
  }

  #reachOfAll(all: readonly number[], atStart: boolean, depth: number): Reach {
    const ends = new Map<number, number>()
    let matches = false
    for (const next of all) {
      const reach = this.#reach(next, atStart, depth)
      addWays(ends, reach, 1)
      if (reach.matches) matches = true
      if (pathsIn(ends) > MOST_PATHS) break
    }
    return { ends, matches }
  }
}

/** Counts are cut where they are too high already; gives back how many steps it took. */
function addWays(to: Map<number, number>, { ends }: Reach, times: number): number {
  for (const [state, count] of ends) {
    const sum = (to.get(state) ?? 0) + count * times
    to.set(state, Math.min(sum, MOST_PATHS + 1))
  }
  return ends.size
}

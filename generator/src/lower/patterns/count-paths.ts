import type { Automaton } from './automaton.js'
import { kindsOfCharacters } from './character-set.js'
import type { ReadPattern } from './read-pattern.js'

/** The maximum number of paths that a backtracking engine can be on at each character. */
const MAX_PATHS = 200

const MAX_SITUATIONS = 20_000

/**
 * The number of paths to each state at one position of a text, from all starts of the search. The key -1 is the
 * search itself, which restarts at the next character as long as nothing has matched.
 */
type Situation = ReadonlyMap<number, number>

const SEARCH = -1

/** The remaining budget of steps. */
export interface Allowance {
  steps: number
}

/**
 * Whether a backtracking engine, like JavaScript's, takes linear time for every text. Explores all situations
 * that a text can lead to, with the number of paths into each state, which is how often the engine can visit
 * it in the worst case. Assertions such as `$` count as both true and false, so the number is never too
 * small.
 */
export function takesLinearTime(
  { letters }: ReadPattern,
  automaton: Automaton,
  allowance: Allowance,
): boolean {
  if (automaton.hasEmptyLoop) return false
  const ways = new PathCounter(automaton)
  const kinds = kindsOfCharacters(letters.map((each) => each.set))
  // A character that no set of the expression contains.
  const all = [...kinds, new Set<number>()]
  const first = ways.enter(new Map(), true)
  const todo = [first]
  const seen = new Set([keyOf(first)])
  for (let situation = todo.pop(); situation; situation = todo.pop()) {
    if (pathsIn(situation) > MAX_PATHS) return false
    for (const kind of all) {
      const next = ways.after(situation, kind, allowance)
      if (allowance.steps <= 0) return false
      const key = keyOf(next)
      if (next.size === 0 || seen.has(key)) continue
      if (seen.size >= MAX_SITUATIONS) return false
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
  const states = [...situation.keys()].sort((left, right) => left - right)
  return states.map((state) => `${state},${situation.get(state)}`).join(';')
}

/** The states reachable without consuming a character, with the number of paths to each. */
interface Reach {
  /** Character sets, the match, and the failed start, where a path continues or is abandoned. */
  readonly ends: ReadonlyMap<number, number>
  /** Whether the expression has certainly matched, whatever its assertions are. */
  readonly matches: boolean
}

/** The most consecutive steps without a character; ordinary expressions have fewer. */
const DEEPEST = 1000

class PathCounter {
  readonly #automaton: Automaton
  readonly #atStart = new Map<number, Reach>()
  readonly #later = new Map<number, Reach>()
  /** A match only ends the search if no earlier assertion can have been false. */
  readonly #isCertain: boolean
  /** Whether every path begins with `^`, so that a later start fails immediately. */
  readonly #isAnchored: boolean

  constructor(automaton: Automaton) {
    this.#automaton = automaton
    this.#isCertain = !automaton.states.some(
      (state) => state.kind === 'condition' && this.#leadsToLetters(state.next),
    )
    const later = this.#reach(automaton.start, false, 0)
    this.#isAnchored =
      pathsIn(later.ends) <= MAX_PATHS &&
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

  /** Also starts a search at this position. */
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

  /** Without empty loops, steps that consume nothing never return to the same state. */
  #reach(from: number, atStart: boolean, depth: number): Reach {
    const known = atStart ? this.#atStart : this.#later
    const before = known.get(from)
    if (before) return before
    const tooDeep = depth > DEEPEST
    const found = tooDeep
      ? { ends: new Map([[from, MAX_PATHS + 1]]), matches: false }
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
      if (pathsIn(ends) > MAX_PATHS) break
    }
    return { ends, matches }
  }
}

/** Counts are capped at the limit; returns the number of steps. */
function addWays(to: Map<number, number>, { ends }: Reach, times: number): number {
  for (const [state, count] of ends) {
    const sum = (to.get(state) ?? 0) + count * times
    to.set(state, Math.min(sum, MAX_PATHS + 1))
  }
  return ends.size
}

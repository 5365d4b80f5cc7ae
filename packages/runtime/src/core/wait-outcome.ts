import { WaitFailedError } from './errors.js'
import { memberAt, unescapeToken } from './member.js'

/** How a wait ended. `given-up`: the service stopped tracking it, which proves nothing. */
export type WaitOutcome = 'success' | 'failure' | 'given-up'

/** The final states, and where in a response the state is. */
export interface Until {
  /**
   * Pointer to the state; `*` is every item of a list. Of several pointers, the first that leads to
   * a value counts.
   */
  readonly pointer: string | readonly string[]
  /**
   * Pointer to a list of parts that run on their own. Each has its state and its error at the same
   * pointers as the whole, and one without a state is not over.
   */
  readonly each?: string | undefined
  /** States that mean success. */
  readonly values: readonly string[]
  /** States that mean failure. */
  readonly failure?: readonly string[] | undefined
  /** States that mean the service stopped tracking it. */
  readonly givenUp?: readonly string[] | undefined
  /** Pointer to what went wrong: with a value there other than `null`, a success is a failure. */
  readonly error?: string | undefined
}

/** How it ended, and the state that says so. */
export interface WaitEnd {
  readonly outcome: WaitOutcome
  readonly state: string
}

/** The worst first; what is open is even before them. */
const outcomes: readonly WaitOutcome[] = ['failure', 'given-up', 'success']

/** A state, with its place in `outcomes` or -1. */
type Ranked = readonly [rank: number, state: string]

/**
 * How it ended, or `undefined` while it has not. Something with several parts has ended when all of
 * them have, and the worst of their outcomes is its own. Nor does it count as success while a later
 * pointer leads to a failure.
 */
export function waitEndOf(answer: unknown, until: Until): WaitEnd | undefined {
  // What is no list cannot be read, and is a part that is not over.
  const parts =
    until.each === undefined ? [] : valuesAt(answer, until.each).flatMap((list) => list ?? [])
  // Some services only say the states of the parts.
  const isSaid = parts.length === 0 || statesIn(answer, until).length > 0
  const [[rank, state] = [-1, '']] = [...(isSaid ? [answer] : []), ...parts]
    .flatMap((one) => rankedIn(one, until))
    .sort(([a], [b]) => a - b)
  // An error of the whole is one of some part, so that not all of them went well.
  const outcome = outcomes[rank === 2 && isFaulty(answer, until) ? 0 : rank]
  return outcome && { outcome, state }
}

function isFaulty(value: unknown, { error }: Until): boolean {
  return error !== undefined && valuesAt(value, error).some((each) => each != null)
}

function rankedIn(value: unknown, until: Until): Ranked[] {
  const { failure, givenUp, values } = until
  const isFailed = isFaulty(value, until)
  const ranked = (state: string): Ranked => {
    const rank = [failure, givenUp, values].findIndex((states) => states?.includes(state))
    return [isFailed && rank === 2 ? 0 : rank, state]
  }
  const [first = [''], ...later] = statesIn(value, until)
  return [
    ...first.map(ranked),
    ...later
      .flat()
      .map(ranked)
      .filter(([rank]) => rank >= 0),
  ]
}

/** The states at each pointer that leads to any. */
function statesIn(value: unknown, { pointer }: Until): string[][] {
  return [pointer]
    .flat()
    .map((each) =>
      valuesAt(value, each).filter(
        (state): state is string => typeof state === 'string' && state !== '',
      ),
    )
    .filter((states) => states.length > 0)
}

function valuesAt(answer: unknown, pointer: string): unknown[] {
  let found: unknown[] = [answer]
  for (const token of pointer.split('/').slice(1)) {
    found = found.flatMap((value) =>
      token !== '*' ? [memberAt(value, unescapeToken(token))] : Array.isArray(value) ? value : [],
    )
  }
  return found
}

/** The error to reject a wait with when it ended without success. */
export function waitFailed<Last>(
  operation: string,
  outcome: 'failure' | 'given-up',
  state: string,
  last: Last,
): WaitFailedError<Last> {
  const how = outcome === 'failure' ? 'it failed' : 'the service gave up'
  const what = `${operation}: ended with ${state}: ${how}`
  return new WaitFailedError(what, { operation, outcome, state, last })
}

/** Whether a response is final. Throws if it ended without success. */
export type EndsAt = (operation: string, answer: unknown) => boolean

/** The document's `until` as a function, so that programs that wait for no state do not bundle this code. */
export function endsAt(until: Until): EndsAt {
  return (operation, answer) => {
    const end = waitEndOf(answer, until)
    if (!end) return false
    if (end.outcome !== 'success') throw waitFailed(operation, end.outcome, end.state, answer)
    return true
  }
}

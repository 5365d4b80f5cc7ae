import { WaitFailedError } from './errors.js'
import { memberAt, unescapeToken } from './member.js'

/** How a wait ended. `given-up`: the service stopped tracking it, which proves nothing. */
export type Outcome = 'success' | 'failure' | 'given-up'

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
export interface Ended {
  readonly outcome: Outcome
  readonly state: string
}

/** The order in which outcomes decide when there are several. */
const order: readonly Outcome[] = ['failure', 'given-up', 'success']

/**
 * How it ended, or `undefined` while it has not. Something with several parts has ended when all of
 * them have, and the worst of their outcomes is its own. Nor does it count as success while a later
 * pointer leads to a failure.
 */
export function endOf(answer: unknown, until: Until): Ended | undefined {
  const parts = until.each === undefined ? [] : valuesAt(answer, `${until.each}/*`)
  // Some services only say the states of the parts.
  const whole = parts.length > 0 && statesIn(answer, until).length === 0 ? [] : [answer]
  return worst([...whole, ...parts].map((one) => endOfOne(one, until)))
}

function endOfOne(value: unknown, until: Until): Ended | undefined {
  const [first = [], ...later] = statesIn(value, until).map((states) =>
    states.map((state) => endWith(state, until)),
  )
  const end = worst(first)
  if (end?.outcome !== 'success') return end
  const failed = until.error !== undefined && valuesAt(value, until.error).some((each) => each != null)
  return failed ? { ...end, outcome: 'failure' } : worst([end, ...later.flat().filter(Boolean)])
}

/** The states at each pointer that leads to any. */
function statesIn(value: unknown, { pointer }: Until): string[][] {
  return [pointer]
    .flat()
    .map((each) => valuesAt(value, each).filter((state) => typeof state === 'string'))
    .filter((states) => states.length > 0)
}

function endWith(state: string, until: Until): Ended | undefined {
  const { failure, givenUp, values } = until
  const lists = [failure, givenUp, values]
  const outcome = order.find((_, index) => lists[index]?.includes(state))
  return outcome && { outcome, state }
}

/** `undefined` while one of them has not ended. */
function worst(ends: readonly (Ended | undefined)[]): Ended | undefined {
  if (ends.includes(undefined)) return undefined
  return order.flatMap((outcome) => ends.filter((end) => end?.outcome === outcome))[0]
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
export function failedWait<Last>(
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
    const end = endOf(answer, until)
    if (!end) return false
    if (end.outcome !== 'success') throw failedWait(operation, end.outcome, end.state, answer)
    return true
  }
}

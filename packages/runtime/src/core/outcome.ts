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
  /** States that mean success. */
  readonly values: readonly string[]
  /** States that mean failure. */
  readonly failure?: readonly string[] | undefined
  /** States that mean the service stopped tracking it. */
  readonly givenUp?: readonly string[] | undefined
}

/** How it ended, and the state that says so. */
export interface Ended {
  readonly outcome: Outcome
  readonly state: string
}

/** The order in which states decide when there are several. */
const kinds = ['failure', 'givenUp', 'values'] as const

/**
 * How it ended, or `undefined` while it has not. Something with several parts has ended when all of
 * them have, and succeeded when all of them have. Nor does it count as success while a later pointer
 * leads to a failure.
 */
export function endOf(answer: unknown, until: Until): Ended | undefined {
  const places = [until.pointer]
    .flat()
    .map((pointer) => statesAt(answer, pointer))
    .filter((states) => states.length > 0)
  const [first = []] = places
  const isOver = first.every((state) => worst([state], until))
  const end = isOver ? worst(first, until) : undefined
  return end?.outcome === 'success' ? worst(places.flat(), until) : end
}

function worst(states: readonly string[], until: Until): Ended | undefined {
  for (const kind of kinds) {
    const state = states.find((each) => until[kind]?.includes(each))
    if (state !== undefined) {
      const outcome = kind === 'values' ? 'success' : kind === 'givenUp' ? 'given-up' : kind
      return { outcome, state }
    }
  }
  return undefined
}

function statesAt(answer: unknown, pointer: string): string[] {
  let found: unknown[] = [answer]
  for (const token of pointer.split('/').slice(1)) {
    found = found.flatMap((value) =>
      token === '*' ? value : [memberAt(value, unescapeToken(token))],
    )
  }
  return found.filter((state) => typeof state === 'string')
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

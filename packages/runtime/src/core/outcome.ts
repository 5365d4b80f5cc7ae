import { WaitFailedError } from './errors.js'
import { memberAt, unescapeToken } from './member.js'

/** How something that was waited for ended. `given-up`: nobody watches it any more, which proves nothing. */
export type Outcome = 'success' | 'failure' | 'given-up'

/** The states in which something has ended, and where in an answer the state stands. */
export interface Until {
  /**
   * Where the state stands; `*` is every item of a list. Of several places the first that holds
   * anything counts.
   */
  readonly pointer: string | readonly string[]
  /** It went well. */
  readonly values: readonly string[]
  /** It failed. */
  readonly failure?: readonly string[] | undefined
  /** Nobody watches it any more. */
  readonly givenUp?: readonly string[] | undefined
}

/** An end, and the state that says so. */
export interface Ended {
  readonly outcome: Outcome
  readonly state: string
}

/** Of several states the first of these decides. */
const kinds = ['failure', 'givenUp', 'values'] as const

/**
 * How it ended, or `undefined` while it has not. Something of several parts has ended when all of
 * them have, and well when all of them went well. Success is not believed either where a later place
 * says that something did not go well.
 */
export function endOf(answer: unknown, until: Until): Ended | undefined {
  const places = [until.pointer]
    .flat()
    .map((pointer) => statesAt(answer, pointer))
    .filter((states) => states.length > 0)
  const isEnd = (state: string): boolean => kinds.some((kind) => until[kind]?.includes(state))
  const [first = []] = places
  const end = first.every(isEnd) ? worst(first, until) : undefined
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

/** What waiting rejects with when something has ended otherwise than well. */
export function failedWait<Last>(
  operation: string,
  outcome: 'failure' | 'given-up',
  state: string,
  last: Last,
): WaitFailedError<Last> {
  const how = outcome === 'failure' ? 'it failed' : 'nobody watches it any more'
  const what = `${operation}: ended with ${state}: ${how}`
  return new WaitFailedError(what, { operation, outcome, state, last })
}

/** Whether an answer is the end. Throws where it did not go well. */
export type EndsAt = (operation: string, answer: unknown) => boolean

/** The words of a document as a function, so that a program which waits for no state does not carry this. */
export function endsAt(until: Until): EndsAt {
  return (operation, answer) => {
    const end = endOf(answer, until)
    if (!end) return false
    if (end.outcome !== 'success') throw failedWait(operation, end.outcome, end.state, answer)
    return true
  }
}

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

/**
 * How it ended, or `undefined` while it has not. Something of several parts has ended when all of
 * them have, and well when all of them went well. Success is not believed either where a later place
 * says that something did not go well.
 */
export function endOf(answer: unknown, until: Until): Ended | undefined {
  const ends = [until.pointer].flat().flatMap((pointer) => {
    const states = statesAt(answer, pointer)
    return states.length > 0 ? [worst(states.map((state) => endIn(state, until)))] : []
  })
  const [first] = ends
  if (first?.outcome !== 'success') return first
  return worst(ends.filter((end) => end !== undefined))
}

function endIn(state: string, { values, failure, givenUp }: Until): Ended | undefined {
  if (failure?.includes(state)) return { outcome: 'failure', state }
  if (givenUp?.includes(state)) return { outcome: 'given-up', state }
  return values.includes(state) ? { outcome: 'success', state } : undefined
}

function worst(ends: readonly (Ended | undefined)[]): Ended | undefined {
  const all = ends.filter((end) => end !== undefined)
  if (all.length < ends.length) return undefined
  const by = (outcome: Outcome): Ended | undefined => all.find((end) => end.outcome === outcome)
  return by('failure') ?? by('given-up') ?? all[0]
}

function statesAt(answer: unknown, pointer: string): string[] {
  const found = pointer
    .split('/')
    .slice(1)
    .reduce<readonly unknown[]>(
      (values, token) =>
        token === '*'
          ? values.flatMap((value) => (Array.isArray(value) ? value : []))
          : values.map((value) => memberAt(value, unescapeToken(token))),
      [answer],
    )
  return found.filter((state) => typeof state === 'string')
}

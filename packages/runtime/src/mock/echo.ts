import { memberAt } from '../core/member.js'

/** A placeholder in the world's data that is replaced by the caller's own text, such as an address. */
export interface Echo {
  /** The members of the input, arrays or maps, that hold the caller's texts. */
  readonly of: readonly string[]
  /** The prefix of the caller's text. If absent, it is the one that no other echo matches. */
  readonly like?: string
  readonly text: string
  /**
   * A member beside the placeholder, whose value is the key of the caller's text: `chain_id`, if a map has an address
   * for each chain.
   */
  readonly by?: string
  /** The members of a response in which it is replaced; if absent, everywhere. */
  readonly members?: readonly string[]
}

/** The response with the caller's texts in place of the placeholders. */
export function echoed(answer: unknown, echoes: readonly Echo[], input: unknown): unknown {
  const own = echoes.flatMap((echo): Own[] => {
    const given = echo.of.map((name): unknown => memberAt(input, name))
    const isTheirs = (text: unknown): text is string =>
      typeof text === 'string' && isLike(text, echo, echoes)
    const theirs = given.flatMap((each) => Object.values(Object(each))).find(isTheirs)
    const byKey = (key: string): string | undefined =>
      given.map((each) => (Array.isArray(each) ? undefined : memberAt(each, key))).find(isTheirs)
    return theirs === undefined ? [] : [{ ...echo, theirs, byKey }]
  })
  return own.length === 0 ? answer : replaced(answer, own, '')
}

function isLike(text: string, { like }: Echo, all: readonly Echo[]): boolean {
  if (like !== undefined) return text.startsWith(like)
  return all.every((other) => other.like === undefined || !text.startsWith(other.like))
}

interface Own extends Echo {
  readonly theirs: string
  readonly byKey: (key: string) => string | undefined
}

function replaced(value: unknown, own: readonly Own[], member: string): unknown {
  if (typeof value === 'string') return own.reduce((text, echo) => swap(text, echo, member), value)
  if (Array.isArray(value)) return value.map((each) => replaced(each, own, member))
  if (typeof value !== 'object' || value === null) return value
  const here = own.map((echo) => {
    const key = echo.by === undefined ? undefined : memberAt(value, echo.by)
    const theirs = typeof key === 'string' ? echo.byKey(key) : undefined
    return theirs === undefined ? echo : { ...echo, theirs }
  })
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, replaced(each, here, name)]),
  )
}

/** Also replaces a text between slashes, which is part of a longer name: `factory/osmo1…/token`. */
function swap(text: string, { text: example, theirs, members }: Own, member: string): string {
  if (members && !members.includes(member)) return text
  return text
    .split(example)
    .reduce((before, after) => before + (/[/\w]$/.test(before) ? example : theirs) + after)
}

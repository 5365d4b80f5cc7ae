import { memberAt } from '../core/member.js'

/** A text of the world that stands for one of the caller's own, such as an address. */
export interface Echo {
  /** The members of the input, lists or maps, in which callers give theirs. */
  readonly of: readonly string[]
  /** What theirs begins with. Left out: theirs is the one that no other echo is for. */
  readonly like?: string
  readonly text: string
  /** The members of an answer in which it stands for theirs; everywhere where left out. */
  readonly members?: readonly string[]
}

/** The answer with the caller's own texts in it. */
export function echoed(answer: unknown, echoes: readonly Echo[], input: unknown): unknown {
  const own = echoes.flatMap((echo) => {
    const given = echo.of.flatMap((name) => Object.values(Object(memberAt(input, name))))
    const theirs = given.find((each) => typeof each === 'string' && isLike(each, echo, echoes))
    return typeof theirs === 'string' ? [{ ...echo, theirs }] : []
  })
  return own.length === 0 ? answer : replaced(answer, own, '')
}

function isLike(text: string, { like }: Echo, all: readonly Echo[]): boolean {
  if (like !== undefined) return text.startsWith(like)
  return all.every((other) => other.like === undefined || !text.startsWith(other.like))
}

interface Own extends Echo {
  readonly theirs: string
}

function replaced(value: unknown, own: readonly Own[], member: string): unknown {
  if (typeof value === 'string') return own.reduce((text, echo) => swap(text, echo, member), value)
  if (Array.isArray(value)) return value.map((each) => replaced(each, own, member))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, replaced(each, own, name)]),
  )
}

/** What follows a slash is part of a longer name: `factory/osmo1…/token`. */
function swap(text: string, { text: example, theirs, members }: Own, member: string): string {
  if (members && !members.includes(member)) return text
  return text
    .split(example)
    .reduce((before, after) => before + (/[/\w]$/.test(before) ? example : theirs) + after)
}

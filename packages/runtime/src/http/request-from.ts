import { memberAt } from '../core/member.js'

/** `x-tagwire-made-from` of a document: how a request is made from an answer. */
export interface RequestFrom {
  /** What travels on as it came. */
  readonly members: readonly string[]
  /** What callers say in words of their own. */
  readonly given: Readonly<Record<string, GivenMember>>
}

interface GivenMember {
  /** What it is called in the request. */
  readonly member: string
  /** The list of the answer that orders it, where callers have it by key. */
  readonly by?: string
}

/** The request that goes on from an answer. What is echoed is the very same: nothing is copied or rounded. */
export function requestFrom<Request>(answer: object, options: object, from: RequestFrom): Request
export function requestFrom(
  answer: object,
  options: object,
  { members, given }: RequestFrom,
): unknown {
  const echoed = members.map((name) => [name, memberAt(answer, name)])
  const own = Object.entries(options).map(([name, value]) => {
    const word = Object.hasOwn(given, name) ? given[name] : undefined
    if (!word) return [name, value]
    const isKeyed = word.by !== undefined && !Array.isArray(value)
    const ordered = isKeyed ? inOrder(name, value, memberAt(answer, word.by)) : value
    return [word.member, typeof ordered === 'number' ? String(ordered) : ordered]
  })
  return Object.fromEntries([...echoed, ...own].filter(([, value]) => value !== undefined))
}

function inOrder(name: string, values: unknown, keys: unknown): unknown[] {
  return [keys].flat().map((key) => {
    const value = memberAt(values, String(key))
    if (value === undefined) throw new TypeError(`${name} has nothing for ${String(key)}`)
    return value
  })
}

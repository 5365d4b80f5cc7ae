import { memberAt } from '../core/member.js'

/** `x-tagwire-made-from` of a document: how a request is built from a response. */
export interface RequestFrom {
  /** Members of the response that are sent back unchanged. */
  readonly members: readonly string[]
  /** Members that callers give under names of their own. */
  readonly given: Readonly<Record<string, GivenMember>>
}

interface GivenMember {
  /** Its name in the request. */
  readonly member: string
  /** The array of the response that gives the order, if callers give a map. */
  readonly by?: string
}

/** Builds the request that follows a response. Echoed values are the same objects: nothing is copied or rounded. */
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

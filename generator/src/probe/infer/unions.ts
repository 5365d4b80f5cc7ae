import { grouped } from '../../model/collections/grouped.js'
import type { Dictionary } from '../../model/json.js'
import { isDictionary } from '../../model/json.js'
import { isConstant } from './texts.js'

/** Objects of several kinds. */
export interface SeenUnion {
  /** The property that has the tag; absent if the only key of an object is its tag. */
  readonly property?: string
  readonly cases: readonly { readonly tag: string; readonly values: readonly Dictionary[] }[]
}

const MOST_CASES = 12

/** The kinds that a tag tells apart: objects with different tags have different fields. */
export function unionOf(values: readonly Dictionary[], withValues: boolean): SeenUnion | undefined {
  return byOnlyKey(values) ?? (withValues ? byProperty(values) : undefined)
}

function byOnlyKey(values: readonly Dictionary[]): SeenUnion | undefined {
  const isWrapped = values.every((each) => {
    const [only, ...more] = Object.values(each)
    return more.length === 0 && isDictionary(only)
  })
  const groups = grouped(values, (each) => Object.keys(each)[0] ?? '')
  return isWrapped ? union(groups) : undefined
}

/** Usual names of tags come first. */
const TAGS = ['type', 'kind', '@type', '__typename', 'event', 'object', 'method']

function byProperty(values: readonly Dictionary[]): SeenUnion | undefined {
  const [first = {}] = values
  const shared = Object.keys(first).filter((key) =>
    values.every((each) => {
      const value = each[key]
      return typeof value === 'string' && isConstant(value)
    }),
  )
  const rank = (key: string): number => (TAGS.indexOf(key) + TAGS.length + 1) % (TAGS.length + 1)
  for (const property of shared.sort((left, right) => rank(left) - rank(right))) {
    const groups = grouped(values, (each) => String(each[property]))
    // A state, such as `status`, is a tag only if every state has something of its own.
    const least = TAGS.includes(property) ? groups.size - 1 : groups.size
    const found = tellsApart([...groups.values()], least) ? union(groups) : undefined
    if (found) return { property, ...found }
  }
  return undefined
}

function union(groups: ReadonlyMap<string, readonly Dictionary[]>): SeenUnion | undefined {
  if (groups.size < 2 || groups.size > MOST_CASES) return undefined
  return { cases: [...groups].map(([tag, values]) => ({ tag, values })) }
}

/** At least so many kinds have a field that they always have, and that no other has. */
function tellsApart(groups: readonly (readonly Dictionary[])[], least: number): boolean {
  const own = groups.filter((group) => {
    const [first = {}] = group
    const others = groups.filter((each) => each !== group).flat()
    return Object.keys(first).some(
      (key) =>
        group.every((each) => Object.hasOwn(each, key)) &&
        !others.some((each) => Object.hasOwn(each, key)),
    )
  })
  return groups.length > 1 && own.length >= least
}

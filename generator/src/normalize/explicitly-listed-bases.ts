import { isDictionary } from '../model/json.js'
import type { Document } from '../source/document.js'
import { items, type Node } from '../source/node.js'

/**
 * Bases that a `oneOf` lists next to their subtypes, or distinguishes by a discriminator: there, a reference
 * to the base means only the base. `keyOf` returns a key for the target of a reference.
 */
export function explicitlyListedBases(
  { root }: Document,
  subtypes: ReadonlyMap<string, ReadonlySet<string>>,
  keyOf: (ref: Node) => string,
): ReadonlySet<string> {
  const found = new Set<string>()
  const seen = new Set<object>()

  const look = (list: unknown, isTold: boolean): void => {
    const refs = items({ value: list, source: root.source }).filter(({ value }) =>
      isReference(value),
    )
    if (refs.length < 2) return
    const keys = refs.map(({ value }) => keyOf({ value, source: root.source }))
    for (const key of keys) {
      const own = subtypes.get(key)
      if (own && (isTold || keys.some((each) => own.has(each)))) found.add(key)
    }
  }

  // The same node can be reachable at several locations.
  const open: unknown[] = [root.value]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    for (const inside of Object.values(value)) open.push(inside)
    if (!isDictionary(value)) continue
    for (const list of [value.oneOf, value.anyOf]) look(list, isDictionary(value.discriminator))
  }
  return found
}

function isReference(value: unknown): boolean {
  return isDictionary(value) && typeof value.$ref === 'string'
}

import { isObject, type JsonObject, own, type Tags } from './tags.js'

export interface KeyKind {
  /** Unit kinds: a bare string on the wire. */
  readonly units?: readonly string[]
  /** Kinds whose payload may be `null`, so that `null` does not mean absent. */
  readonly nullable?: readonly string[]
}

/**
 * `{ <kind>: payload, … }`: exactly one of the kinds is a key. A key that holds `undefined` or
 * `null` counts as absent, because servers write out the keys that do not apply.
 *
 * Iterates over the keys of the value, not over the kinds: values have few keys, unions can have many
 * kinds. Keys that are not enumerable, which JSON would not contain either, do not count.
 */
export function keyTags<const Kind extends string>(
  kinds: readonly Kind[],
  { units = [], nullable = [] }: KeyKind = {},
): Tags<Kind> {
  const unitNames = new Set(units)
  const byKey = lookup(kinds.filter((kind) => !unitNames.has(kind)))
  const byUnit = lookup(kinds.filter((kind) => unitNames.has(kind)))
  const mayBeNull = new Set(nullable)

  const holds = (value: JsonObject, key: string): boolean => {
    if (!Object.hasOwn(value, key)) return false
    const content = value[key]
    return content !== undefined && (content !== null || mayBeNull.has(key))
  }

  return {
    kind: (value) => {
      if (!isObject(value)) return typeof value === 'string' ? byUnit[value] : undefined
      let found: Kind | undefined
      for (const key in value) {
        const kind = byKey[key]
        if (kind === undefined || !holds(value, key)) continue
        if (found !== undefined) return undefined
        found = kind
      }
      return found
    },
    // Equivalent to comparing the kind, but most values are of another kind and fail fast.
    is: (value, kind) => {
      if (!isObject(value)) return value === kind && byUnit[kind] !== undefined
      if (!holds(value, kind) || byKey[kind] === undefined) return false
      let listed = false
      for (const key in value) {
        if (key === kind) listed = true
        else if (byKey[key] !== undefined && holds(value, key)) return false
      }
      return listed
    },
    payload: (value, kind) => own(value, kind),
  }
}

/** A table from each kind to itself. Without a prototype, or `constructor` would be found in it. */
function lookup<Kind extends string>(kinds: readonly Kind[]): { readonly [name: string]: Kind } {
  const found: { [name: string]: Kind } = Object.create(null)
  for (const kind of kinds) found[kind] = kind
  return found
}

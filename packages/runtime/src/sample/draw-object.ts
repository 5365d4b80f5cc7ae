import { type Drawing, MOST, none } from './drawing.js'
import type { Parts } from './flatten.js'
import { keysOf, requiredOf } from './object-keys.js'
import { rulesFor } from './parts.js'
import type { Place } from './place.js'
import type { SampleRule } from './rule.js'

/** An object with the keys that it needs and those that it may have; `none` if what it needs cannot be drawn. */
export function drawObject(
  drawing: Drawing,
  given: readonly SampleRule[],
  before: Parts,
  place: Place,
): unknown {
  if (before.records.some(({ least = 0 }) => least > MOST)) return none
  let parts = before
  let keys = keysOf(drawing, parts, place)
  // A key may bring further rules, and these further keys.
  for (let round = 0; round < 4; round++) {
    const more = parts.records
      .flatMap(({ dependentRules = [] }) => dependentRules)
      .filter(({ name }) => keys.includes(name))
    if (more.length === 0) break
    parts = drawing.partsOf([...given, ...more.map(({ rule }) => rule)], place)
    if (parts.never) return none
    const next = keysOf(drawing, parts, place)
    if (next.length === keys.length && next.every((key) => keys.includes(key))) break
    keys = next
  }
  const needed = requiredOf(drawing, parts)
  const made: [string, unknown][] = []
  for (const key of keys) {
    const value = drawing.draw(rulesFor(parts, key), inside(place, parts, key))
    if (value !== none) made.push([key, value])
    else if (needed.has(key)) return none
  }
  return Object.fromEntries(made)
}

function inside(place: Place, { names }: Parts, key: string): Place {
  const owner = names[0] ?? (place.name || place.owner)
  const types = [...place.inside, ...names]
  const path = `${place.path}/${key}`
  return { ...place, path, name: key, owner, depth: place.depth + 1, inside: types }
}

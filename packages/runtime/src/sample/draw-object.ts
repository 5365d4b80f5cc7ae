import type { DrawContext } from './draw-context.js'
import { type Drawing, MOST, none } from './drawing.js'
import type { Parts } from './flatten.js'
import { keysOf, requiredOf } from './object-keys.js'
import { rulesFor } from './parts.js'
import type { SampleRule } from './rule.js'

/** An object with the keys that it needs and those that it may have; `none` if what it needs cannot be drawn. */
export function drawObject(
  drawing: Drawing,
  given: readonly SampleRule[],
  before: Parts,
  context: DrawContext,
): unknown {
  if (before.records.some(({ least = 0 }) => least > MOST)) return none
  let parts = before
  let keys = keysOf(drawing, parts, context)
  // A key may bring further rules, and these further keys.
  for (let round = 0; round < 4; round++) {
    const more = parts.records
      .flatMap(({ dependentRules = [] }) => dependentRules)
      .filter(({ name }) => keys.includes(name))
    if (more.length === 0) break
    parts = drawing.partsOf([...given, ...more.map(({ rule }) => rule)], context)
    if (parts.never) return none
    const next = keysOf(drawing, parts, context)
    if (next.length === keys.length && next.every((key) => keys.includes(key))) break
    keys = next
  }
  const needed = requiredOf(drawing, parts)
  const made: [string, unknown][] = []
  for (const key of keys) {
    const value = drawing.draw(rulesFor(parts, key), inside(context, parts, key))
    if (value !== none) made.push([key, value])
    else if (needed.has(key)) return none
  }
  return Object.fromEntries(made)
}

function inside(context: DrawContext, { names }: Parts, key: string): DrawContext {
  const owner = names[0] ?? (context.name || context.owner)
  const types = [...context.inside, ...names]
  const path = `${context.path}/${key}`
  return { ...context, path, name: key, owner, depth: context.depth + 1, inside: types }
}

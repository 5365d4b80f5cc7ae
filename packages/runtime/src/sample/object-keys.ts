import type { DrawContext } from './draw-context.js'
import type { Drawing } from './drawing.js'
import type { Parts } from './flatten.js'
import { leadsBack, rulesFor } from './parts.js'
import { textsLike } from './patterns.js'
import type { SampleRecord } from './rule.js'

/**
 * The keys of an object: what it needs, what is described, and as many more as there have to be. What it needs may be more
 * than it may have: the caller validates the value.
 */
export function keysOf(drawing: Drawing, parts: Parts, context: DrawContext): string[] {
  const { records } = parts
  const { size, leavesOut, canEnd } = drawing
  const needed = requiredOf(drawing, parts)
  const described = records.flatMap(({ fields: all = [] }) => all)
  const names = [...new Set(described.map(({ name }) => name))]
  const hidden = new Set(described.filter(({ flow }) => flow === leavesOut).map(({ name }) => name))
  const most = Math.min(...records.map((each) => each.most ?? Number.POSITIVE_INFINITY))
  const least = Math.max(0, ...records.map((each) => each.least ?? 0))
  const isFull = drawing.isFull(context)
  const isPossible = (name: string): boolean =>
    !hidden.has(name) && rulesFor(parts, name).every((rule) => canEnd(rule, context))
  const isWelcome = (name: string): boolean =>
    isPossible(name) &&
    !rulesFor(parts, name).some((rule) => leadsBack(rule, [...context.inside, ...parts.names]))
  const keys = names.filter((name) => needed.has(name) || (!isFull && isWelcome(name)))
  for (const name of needed) if (!keys.includes(name)) keys.push(name)
  addDependents(keys, records)
  removeOptional(keys, most, needed)
  for (const name of names) {
    if (keys.length >= least) break
    if (!keys.includes(name) && isPossible(name)) keys.push(name)
  }
  const isMap =
    names.length === 0 &&
    records.some(({ rest, patterns = [] }) => (rest && !rest.never) || patterns.length > 0)
  const wanted = Math.max(least, isMap && !isFull ? Math.min(size, most) : 0)
  for (const key of keys.length < wanted ? furtherKeys(drawing, records, context) : []) {
    if (keys.length >= wanted) break
    if (!keys.includes(key) && rulesFor(parts, key).every((rule) => canEnd(rule, context)))
      keys.push(key)
  }
  return keys
}

/** Adds the keys that others demand, and what these demand. */
function addDependents(keys: string[], records: readonly SampleRecord[]): void {
  const demanded = (): string[] =>
    records.flatMap(({ dependents = [] }) =>
      dependents.flatMap(({ name, others }) => (keys.includes(name) ? others : [])),
    )
  for (let more = demanded(); more.some((key) => !keys.includes(key)); more = demanded()) {
    for (const key of more) if (!keys.includes(key)) keys.push(key)
  }
}

/** Removes the last keys that are not needed, until there are at most so many. */
function removeOptional(keys: string[], most: number, needed: ReadonlySet<string>): void {
  while (keys.length > most) {
    const free = keys.filter((key) => !needed.has(key)).at(-1)
    if (free === undefined) break
    keys.splice(keys.indexOf(free), 1)
  }
}

/** The names of the keys that an object needs. */
export function requiredOf({ leavesOut }: Drawing, { records }: Parts): Set<string> {
  return new Set(
    records.flatMap(({ fields: all = [], required = [] }) => [
      ...all.filter((each) => each.required && each.flow !== leavesOut).map(({ name }) => name),
      ...required.filter(
        (name) => !all.some((each) => each.name === name && each.flow === leavesOut),
      ),
    ]),
  )
}

/** Names of keys that are not described one by one. */
function furtherKeys(
  { draw }: Drawing,
  records: readonly SampleRecord[],
  context: DrawContext,
): string[] {
  const where = `${context.seed} ${context.path}`
  const patterned = records.flatMap(({ patterns = [] }) =>
    patterns.flatMap(({ name }) => [...textsLike(name.source, where)]),
  )
  const named = records.flatMap(({ names }) => {
    if (!names) return []
    const keys = Array.from({ length: 8 }, (_, index) =>
      draw([names], {
        ...context,
        path: `${context.path}/key ${index}`,
        name: 'key',
        index,
        depth: context.depth + 1,
      }),
    )
    return keys.filter((each) => typeof each === 'string')
  })
  const isClosed = records.some(({ rest, patterns = [] }) => rest?.never && patterns.length > 0)
  const plain = Array.from({ length: 40 }, (_, index) => `key${index + 1}`)
  const all = named.length > 0 ? named : isClosed ? patterned : [...patterned, ...plain]
  return [...new Set(all)]
}

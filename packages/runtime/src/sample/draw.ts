import { type Choosing, flatten, type Parts } from './flatten.js'
import { impliedType } from './gather.js'
import { numberFor } from './numbers.js'
import {
  allowsNull,
  isOfType,
  itemRules,
  leadsBack,
  rulesFor,
  singular,
  wantedAt,
} from './parts.js'
import { textsLike } from './patterns.js'
import type { Place } from './place.js'
import { chance } from './random.js'
import type { SampleRecord, SampleRule, SampleSource } from './rule.js'
import { textFor } from './texts.js'

/** What nothing can be drawn for. */
export const none: unique symbol = Symbol('none')

/** Deeper, optional fields are left out and lists are as short as they may be. */
export const LEVELS = 7
const DEEPEST = 48
/** The same from this many values on. */
const MANY = 600
/** A sample of more values than this is none, nor one of so many items or keys: documents may demand any number. */
const MOST = 10_000
/** By try: below these levels, only what is required. */
const FULL_LEVELS = [LEVELS, LEVELS, LEVELS, LEVELS, 4, 4, 3, 3, 2, 2, 1, 1, 0, 0, 0, 0]

/** What is known of the rules of a source, whatever is drawn. */
export type Facts = Pick<Choosing, 'ruleOf' | 'typesOf' | 'distinct' | 'ends'>

export interface Drawing {
  readonly items?: number | undefined
  readonly fields?: 'all' | 'required' | undefined
  readonly leavesOut?: 'read' | 'write' | undefined
}

export type Draw = (rules: readonly SampleRule[], place: Place) => unknown

/** Draws a value of everything that applies to it; `none` where there is none. */
export function createDraw(
  { examples = {} }: SampleSource,
  facts: Facts,
  { items: size = 2, fields = 'all', leavesOut = 'write' }: Drawing,
  attempt: number,
): Draw {
  const { ruleOf, ends } = facts
  /** What is hard is often optional: later tries leave more of it out. */
  const fullLevels = fields === 'required' ? 0 : (FULL_LEVELS[attempt] ?? LEVELS)
  const choosing: Choosing[] = []
  let drawn = 0

  const choosingAt = ({ depth }: Place): Choosing => {
    const levels = Math.max(0, LEVELS - depth)
    choosing[levels] ??= { ...facts, attempt, levels }
    return choosing[levels]
  }

  const draw: Draw = (given, place) => {
    drawn++
    const [only] = given
    const shown = given.length === 1 && only?.reference !== undefined ? only.reference : undefined
    // Items after the first are drawn, so that they differ.
    if (
      shown !== undefined &&
      attempt === 0 &&
      place.index === 0 &&
      Object.hasOwn(examples, shown)
    ) {
      return structuredClone(examples[shown])
    }
    if (place.depth > DEEPEST || drawn > MOST) return none
    const parts = flatten(given, place, choosingAt(place))
    const value = ofParts(given, parts, place)
    return value === none && allowsNull(given, ruleOf) ? null : value
  }

  function ofParts(given: readonly SampleRule[], parts: Parts, place: Place): unknown {
    if (parts.never) return none
    const types = parts.types?.filter((type) => type !== 'null')
    if (parts.values) return oneOf(parts.values, types, place)
    if (types?.length === 0) return parts.types?.includes('null') ? null : none
    const type = types ? types[attempt % types.length] : impliedType(parts)
    const usual = (parts.usual ?? []).filter((each) => isOfType(each, type))
    if (usual.length > 0) return oneOf(usual, types, place)
    switch (type) {
      case 'object':
        return objectOf(given, parts, place)
      case 'array':
        return listOf(parts, place)
      case 'string':
        return textFor(parts.texts, place, attempt) ?? none
      case 'number':
      case 'integer':
        return numberFor(parts.numbers, type === 'integer', place) ?? none
      case 'boolean':
        return chance(place.seed, place.path, attempt) < 0.5
      default:
        return place.depth === 0 ? {} : (textFor([], place, 0) ?? '')
    }
  }

  function oneOf(
    values: readonly unknown[],
    types: readonly string[] | undefined,
    { seed, path }: Place,
  ): unknown {
    const known = values.filter(
      (each) => each !== null && (!types || types.some((type) => isOfType(each, type))),
    )
    if (known.length === 0) return values.includes(null) ? null : none
    const first = Math.floor(chance(seed, path, 'value') * known.length)
    return structuredClone(known[(first + attempt) % known.length])
  }

  function objectOf(given: readonly SampleRule[], before: Parts, place: Place): unknown {
    if (before.records.some(({ least = 0 }) => least > MOST)) return none
    let parts = before
    let keys = keysOf(parts, place)
    // A key may bring further rules, and these further keys.
    for (let round = 0; round < 4; round++) {
      const more = parts.records
        .flatMap(({ dependentRules = [] }) => dependentRules)
        .filter(({ name }) => keys.includes(name))
      if (more.length === 0) break
      parts = flatten([...given, ...more.map(({ rule }) => rule)], place, choosingAt(place))
      if (parts.never) return none
      const next = keysOf(parts, place)
      if (next.length === keys.length && next.every((key) => keys.includes(key))) break
      keys = next
    }
    const needed = requiredOf(parts)
    const made: [string, unknown][] = []
    for (const key of keys) {
      const value = draw(rulesFor(parts, key), inside(place, parts, key))
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

  /** The keys of an object: what is required, what is described, and as many more as there have to be. */
  function keysOf(parts: Parts, place: Place): string[] {
    const { records } = parts
    const needed = requiredOf(parts)
    const described = records.flatMap(({ fields: all = [] }) => all)
    const hidden = new Set(
      described.filter(({ flow }) => flow === leavesOut).map(({ name }) => name),
    )
    const most = Math.min(...records.map((each) => each.most ?? Number.POSITIVE_INFINITY))
    const least = Math.max(0, ...records.map((each) => each.least ?? 0))
    const isFull = drawn > MANY || place.depth >= fullLevels
    const names = [...new Set(described.map(({ name }) => name))]
    const levels = LEVELS - place.depth - 1
    const isPossible = (name: string): boolean => {
      const rules = rulesFor(parts, name)
      return !hidden.has(name) && rules.every((rule) => ends(rule, levels))
    }
    const isWelcome = (name: string): boolean =>
      isPossible(name) &&
      !rulesFor(parts, name).some((rule) => leadsBack(rule, [...place.inside, ...parts.names]))
    const keys = names.filter((name) => needed.has(name) || (!isFull && isWelcome(name)))
    for (const name of needed) if (!keys.includes(name)) keys.push(name)
    const demanded = (): string[] =>
      records.flatMap(({ dependents = [] }) =>
        dependents.flatMap(({ name, others }) => (keys.includes(name) ? others : [])),
      )
    for (let more = demanded(); more.some((key) => !keys.includes(key)); more = demanded()) {
      for (const key of more) if (!keys.includes(key)) keys.push(key)
    }
    while (keys.length > most) {
      const free = keys.filter((key) => !needed.has(key)).at(-1)
      if (free === undefined) break
      keys.splice(keys.indexOf(free), 1)
    }
    for (const name of names) {
      if (keys.length >= least) break
      if (!keys.includes(name) && isPossible(name)) keys.push(name)
    }
    const isMap =
      names.length === 0 &&
      records.some(({ rest, patterns = [] }) => (rest && !rest.never) || patterns.length > 0)
    const wanted = Math.max(least, isMap && !isFull ? Math.min(size, most) : 0)
    for (const key of keys.length < wanted ? furtherKeys(records, place) : []) {
      if (keys.length >= wanted) break
      if (!keys.includes(key) && rulesFor(parts, key).every((rule) => ends(rule, levels)))
        keys.push(key)
    }
    return keys
  }

  function requiredOf({ records }: Parts): Set<string> {
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
  function furtherKeys(records: readonly SampleRecord[], place: Place): string[] {
    const where = `${place.seed} ${place.path}`
    const patterned = records.flatMap(({ patterns = [] }) =>
      patterns.flatMap(({ name }) => [...textsLike(name.source, where)]),
    )
    const named = records.flatMap(({ names }) => {
      if (!names) return []
      const keys = Array.from({ length: 8 }, (_, index) =>
        draw([names], {
          ...place,
          path: `${place.path}/key ${index}`,
          name: 'key',
          index,
          depth: place.depth + 1,
        }),
      )
      return keys.filter((each) => typeof each === 'string')
    })
    const isClosed = records.some(({ rest, patterns = [] }) => rest?.never && patterns.length > 0)
    const plain = Array.from({ length: 40 }, (_, index) => `key${index + 1}`)
    const all = named.length > 0 ? named : isClosed ? patterned : [...patterned, ...plain]
    return [...new Set(all)]
  }

  function listOf(parts: Parts, place: Place): unknown {
    const { lists } = parts
    const least = Math.max(
      0,
      ...lists.map((each) => each.least ?? 0),
      ...lists.map(({ contains }) => (contains ? (contains.least ?? 1) : 0)),
    )
    if (least > MOST) return none
    const most = Math.min(...lists.map((each) => each.most ?? Number.POSITIVE_INFINITY))
    const prefix = Math.max(0, ...lists.map(({ first = [] }) => first.length))
    const levels = LEVELS - place.depth - 1
    const isShort = drawn > MANY || place.depth >= fullLevels
    const trail = [...place.inside, ...parts.names]
    const items = itemRules(lists, prefix)
    const isBack = items.some((rule) => leadsBack(rule, trail) || !ends(rule, levels))
    const wanted = Math.max(isShort || isBack ? 0 : size, prefix)
    const length = Math.max(least, Math.min(most, wanted))
    const isUnique = lists.some(({ unique }) => unique)
    const made: unknown[] = []
    const texts = new Set<string>()
    for (let index = 0; index < length; index++) {
      const rules = [...itemRules(lists, index), ...wantedAt(lists, index)]
      let value: unknown = none
      for (let salt = 0; salt < (isUnique ? 24 : 1); salt++) {
        const path = `${place.path}/${index}${salt === 0 ? '' : ` ${salt}`}`
        const at = {
          ...place,
          path,
          index: index + salt,
          depth: place.depth + 1,
          inside: trail,
          owner: place.owner,
          name: singular(place.name),
        }
        const found = draw(rules, at)
        value = isUnique && texts.has(JSON.stringify(found)) ? none : found
        if (value !== none || found === none) break
      }
      if (value === none) {
        if (made.length >= least) break
        return none
      }
      texts.add(JSON.stringify(value))
      made.push(value)
    }
    return made
  }

  return draw
}

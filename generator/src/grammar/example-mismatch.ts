import { valueText } from '../diagnostics/value-text.js'
import { isDictionary, matchesType } from '../model/json.js'
import type { Document } from '../source/document.js'
import { items, member, type Node, textAt, valueAt } from '../source/node.js'

/** Where an example does not match its schema, and why. */
export interface Mismatch {
  readonly at: Node
  readonly why: string
}

/** Nested `oneOf` and `anyOf` can take long to check; beyond this number of steps, nothing is reported. */
const MAX_STEPS = 20_000

/** Far more schemas inside each other, for one value and those inside it, than in real documents. */
const DEEPEST = 500

/**
 * The first place where a value certainly does not match a schema: types, required members, enum values and
 * bounds. Patterns, formats and conditions are not checked; null examples and read-only or write-only fields are
 * tolerated.
 */
export function findMismatch(
  document: Document,
  schema: Node,
  example: Node,
): Mismatch | undefined {
  let steps = 0
  let depth = 0
  const isGivenUp = (): boolean => steps > MAX_STEPS || depth > DEEPEST
  /** What schemas say of a value. A base that lists its own subtypes comes back to itself. */
  const known = new Map<Node, Map<unknown, Mismatch | undefined>>()

  const look = (schema: Node, value: Node): Mismatch | undefined => {
    steps++
    if (isGivenUp() || !isDictionary(schema.value)) return undefined
    const ofValue = known.get(value) ?? new Map<unknown, Mismatch | undefined>()
    known.set(value, ofValue)
    if (ofValue.has(schema.value)) return ofValue.get(schema.value)
    // Until it is known, nothing speaks against it.
    ofValue.set(schema.value, undefined)
    depth++
    const found = lookInside(schema, value)
    // Stays too deep once it was, so that everything ends.
    if (!isGivenUp()) depth--
    ofValue.set(schema.value, found)
    return found
  }

  const lookInside = (schema: Node, value: Node): Mismatch | undefined => {
    return (
      byReference(schema, value) ??
      byType(schema, value) ??
      byValue(schema, value) ??
      byBounds(schema, value) ??
      byFields(schema, value) ??
      byItems(schema, value) ??
      firstOf(items(member(schema, 'allOf')), (part) => look(part, value)) ??
      byChoice(schema, 'oneOf', value) ??
      byChoice(schema, 'anyOf', value)
    )
  }

  const byReference = (schema: Node, value: Node): Mismatch | undefined => {
    if (textAt(schema, '$ref') === undefined) return undefined
    const target = document.resolve(schema)
    return 'code' in target ? undefined : look(target, value)
  }

  const byFields = (schema: Node, value: Node): Mismatch | undefined => {
    if (!isDictionary(value.value)) return undefined
    const properties = member(schema, 'properties')
    const lacking = items(member(schema, 'required')).find(
      ({ value: name }) => typeof name === 'string' && lacks(value, name, properties),
    )
    if (lacking) return { at: value, why: `it has no ${JSON.stringify(lacking.value)}` }
    const others = member(schema, 'additionalProperties')
    return firstOf(Object.keys(value.value), (name) => {
      const field = member(value, name)
      const described = properties && member(properties, name)
      const rule = described ?? (valueAt(schema, 'patternProperties') === undefined && others)
      return field && rule ? look(rule, field) : undefined
    })
  }

  const byItems = (schema: Node, value: Node): Mismatch | undefined => {
    const rule = member(schema, 'items')
    if (!rule || !isDictionary(rule.value) || member(schema, 'prefixItems')) return undefined
    return firstOf(items(value), (item) => look(rule, item))
  }

  const byChoice = (schema: Node, keyword: string, value: Node): Mismatch | undefined => {
    const members = items(member(schema, keyword))
    const mismatches: Mismatch[] = []
    for (const each of members) {
      const mismatch = look(each, value)
      if (!mismatch) return undefined
      mismatches.push(mismatch)
    }
    const [only, ...more] = mismatches
    if (!only || more.length === 0) return only
    return { at: value, why: `it matches none of the ${members.length} members of \`${keyword}\`` }
  }

  const found = example.value === null ? undefined : look(schema, example)
  return isGivenUp() ? undefined : found
}

function firstOf<Item>(
  list: readonly Item[],
  find: (item: Item) => Mismatch | undefined,
): Mismatch | undefined {
  for (const each of list) {
    const found = find(each)
    if (found) return found
  }
  return undefined
}

/** A read-only or write-only member is not missing. */
function lacks(value: Node, name: string, properties: Node | undefined): boolean {
  if (!isDictionary(value.value) || Object.hasOwn(value.value, name)) return false
  const field = properties && member(properties, name)
  // The target of a reference may be marked as well.
  if (field && textAt(field, '$ref') !== undefined) return false
  return !field || !['readOnly', 'writeOnly'].some((keyword) => valueAt(field, keyword) === true)
}

function byType(schema: Node, value: Node): Mismatch | undefined {
  const type = valueAt(schema, 'type')
  if (matchesType(value.value, type)) return undefined
  if (value.value === null) {
    return valueAt(schema, 'nullable') === true
      ? undefined
      : { at: value, why: 'it may not be null' }
  }
  const wanted =
    [type]
      .flat()
      .filter((each) => each !== 'null')
      .join(' or ') || 'null'
  return { at: value, why: `${valueText(value.value)} is not of type ${wanted}` }
}

function byValue(schema: Node, value: Node): Mismatch | undefined {
  const constant = member(schema, 'const')
  const allowed = constant ? [constant] : items(member(schema, 'enum'))
  if (allowed.length === 0 || value.value === null) return undefined
  const text = JSON.stringify(value.value)
  if (allowed.some((each) => JSON.stringify(each.value) === text)) return undefined
  const which = constant ? valueText(constant.value) : 'among the values of `enum`'
  return { at: value, why: `${valueText(value.value)} is not ${which}` }
}

const BOUNDS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
] as const

function byBounds(schema: Node, value: Node): Mismatch | undefined {
  const sizes = [numberIn(value.value), charactersIn(value.value), itemsIn(value.value)]
  return firstOf([...BOUNDS.entries()], ([index, [least, most]]) => {
    const size = sizes[index]
    const low = valueAt(schema, least)
    const high = valueAt(schema, most)
    if (size === undefined) return undefined
    if (typeof low === 'number' && size < low) return outside(value, least, low)
    return typeof high === 'number' && size > high ? outside(value, most, high) : undefined
  })
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function charactersIn(value: unknown): number | undefined {
  return typeof value === 'string' ? [...value].length : undefined
}

function itemsIn(value: unknown): number | undefined {
  return Array.isArray(value) ? value.length : undefined
}

function outside(value: Node, keyword: string, bound: number): Mismatch {
  return { at: value, why: `${valueText(value.value)} is beyond its \`${keyword}\` of ${bound}` }
}

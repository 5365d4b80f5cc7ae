import { isDictionary } from '../../../model/json.js'
import { items, member, type Node, sourceKey, textAt } from '../../../source/node.js'
import type { Entry } from '../../names/entries.js'
import { leadsTo, targetOf } from '../../names/registry.js'
import { isPart } from '../keywords.js'
import type { Reading, UnionNode } from '../lowering-context.js'
import { isNullBesideUnion } from '../null-schemas.js'
import { statedTypes } from '../stated-types.js'
import { listedValues } from '../values.js'
import { hasOwnFields, isObjectLike, isOfObjects, unionLists } from './is-object-like.js'
import { nodeOf } from './named-shapes.js'
import { isRequiredInMembers } from './required-in-members.js'

/** One schema of those that a composed schema consists of. */
export interface Part {
  /** Its properties; all of it; what it says beside the schemas that it is composed of; a name of no object. */
  readonly kind: 'record' | 'whole' | 'beside' | 'reference'
  readonly schema: Node
  /** The schema with a name that it is in, or that it refers to. */
  readonly entry?: Entry | undefined
}

/** What a schema is composed of: itself and every part of its `allOf`, references followed. */
export interface Parts {
  readonly list: readonly Part[]
  /** The names that some part requires, and where. */
  readonly required: ReadonlyMap<string, Node>
  readonly unions: readonly UnionNode[]
  /** The parts that say a type. */
  readonly stated: readonly Node[]
}

interface Gathered {
  readonly list: Part[]
  readonly required: Map<string, Node>
  readonly unions: UnionNode[]
  readonly stated: Node[]
  readonly seen: Set<string>
}

export function gatherParts(reading: Reading, schema: Node): Parts {
  const parts = { list: [], required: new Map(), unions: [], stated: [], seen: new Set<string>() }
  gather(reading, schema, undefined, parts)
  return parts
}

function gather(reading: Reading, schema: Node, entry: Entry | undefined, into: Gathered): void {
  const key = sourceKey(schema.source)
  if (into.seen.has(key)) return
  into.seen.add(key)
  reading.budget.spend(0.25)
  if (statedTypes(schema)) into.stated.push(schema)
  if (textAt(schema, '$ref') !== undefined) gatherReference(reading, schema, into)
  for (const part of items(member(schema, 'allOf'))) gather(reading, part, entry, into)
  for (const list of unionLists(schema)) {
    if (!isUnionOverChildren(reading, schema, list, into.seen)) into.unions.push({ schema, list })
  }
  if (hasOwnFields(schema)) into.list.push({ kind: 'record', schema, entry })
  for (const name of items(member(schema, 'required'))) into.required.set(String(name.value), name)
  if (isPlain(schema)) into.list.push({ kind: 'whole', schema, entry })
  else if (isPlain(withoutParts(schema)) && !hasTypeOfParts(reading, schema)) {
    into.list.push({ kind: 'beside', schema, entry })
  }
}

function gatherReference(reading: Reading, ref: Node, into: Gathered): void {
  const entry = reading.registry.entryFor(ref)
  if (!entry) return
  if (isObjectLike(reading, entry.node)) {
    gather(reading, entry.node, entry, into)
  } else {
    into.list.push({ kind: 'reference', schema: ref, entry })
    const target = nodeOf(reading, { kind: 'reference', name: entry.name }) ?? entry.node
    if (statedTypes(target)) into.stated.push(target)
  }
}

/** A base that lists its own subtypes: a subtype that merges the base does not inherit that list. */
function isUnionOverChildren(
  { registry }: Reading,
  schema: Node,
  list: Node,
  seen: ReadonlySet<string>,
): boolean {
  return items(list).some((each) => {
    if (textAt(each, '$ref') === undefined || leadsTo(registry, each, schema)) return false
    const entry = registry.entryFor(each)
    return entry !== undefined && seen.has(sourceKey(entry.node.source))
  })
}

/**
 * Whether a schema allows only one value, by `const` or a single-value enum, directly or in the
 * target of a reference.
 */
export function isFixed(reading: Pick<Reading, 'registry'>, schema: Node | undefined): boolean {
  const target = schema && targetOf(reading, schema)
  return target !== undefined && listedValues(target)?.values.length === 1
}

/** What some part requires and none describes, unless all members of a union require it. */
export function undescribedIn(
  reading: Reading,
  schema: Node,
  known: ReadonlySet<string>,
  { required, unions }: Parts,
): (readonly [name: string, at: Node])[] {
  if (isPart(schema)) return []
  return [...required].filter(
    ([name]) => !known.has(name) && !isRequiredInMembers(reading, unions, name),
  )
}

/** Whether the type of a composed schema is that of its parts, or null, which is added to all of them. */
function hasTypeOfParts(reading: Reading, schema: Node): boolean {
  return isObjectLike(reading, schema) || isNullBesideUnion(schema)
}

const PARTS = ['$ref', 'allOf', 'oneOf', 'anyOf']

/** What a schema says beside the schemas that it is composed of. */
export function withoutParts({ value, source }: Node): Node {
  const keywords = Object.entries(isDictionary(value) ? value : {})
  return { value: Object.fromEntries(keywords.filter(([key]) => !PARTS.includes(key))), source }
}

/** Whether a part is neither an object nor composed of others: a scalar, an array, an enum. */
function isPlain(schema: Node): boolean {
  if (PARTS.some((key) => member(schema, key))) return false
  if (isOfObjects(schema) || hasOwnFields(schema)) return false
  return ['type', 'enum', 'const', 'items', 'prefixItems'].some((key) => member(schema, key))
}

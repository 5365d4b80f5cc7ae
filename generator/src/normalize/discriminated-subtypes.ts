import type { Document } from '../source/document.js'
import { items, member, type Node, sourceKey, textAt, valueAt } from '../source/node.js'
import { targetOf } from '../source/references.js'

/** One that a base can be, and how the base refers to it. */
export interface Subtype {
  readonly $ref: string
  readonly home: Node
  /** What it is called where no mapping names it. */
  readonly name: string
  /** What the mapping of the base calls it. */
  readonly mapped: readonly string[]
}

/**
 * Whether values say which subtype they are. They do not where some subtype has no name, where two have the
 * same, and where the base lists a name that no subtype has: such a value is the base itself.
 */
export function discriminatesSubtypes(
  document: Document,
  base: Node,
  property: string,
  subtypes: readonly Subtype[],
): boolean {
  const names: string[] = []
  for (const subtype of subtypes) {
    const own = namesOf(document, subtype, property)
    if (own.length === 0 || own.some((name) => names.includes(name))) return false
    names.push(...own)
  }
  const listed = listedIn(heldTo(document, base, property)) ?? []
  return listed.every((value) => value === null || names.includes(String(value)))
}

function namesOf(document: Document, { home, name, mapped }: Subtype, property: string): string[] {
  const held = heldTo(document, home, property)
  const [only] = held.map(soleValue).filter((value) => value !== undefined)
  if (only !== undefined) return [String(only)]
  if (mapped.length > 0) return [...mapped]
  const listed = listedIn(held)
  if (listed) return listed.includes(name) ? [name] : []
  const types = held.flatMap((schema) => valueAt(schema, 'type') ?? [])
  return types.length === 0 || types.includes('string') ? [name] : []
}

function soleValue(schema: Node): unknown {
  const values = items(member(schema, 'enum'))
  return valueAt(schema, 'const') ?? (values.length === 1 ? values[0]?.value : undefined)
}

function listedIn(held: readonly Node[]): readonly unknown[] | undefined {
  const list = held.find((schema) => member(schema, 'enum'))
  return list && items(member(list, 'enum')).map(({ value }) => value)
}

/** What a schema and those that it extends say of a property. The nearest comes first. */
function heldTo(document: Document, schema: Node, property: string): Node[] {
  return withParents(document, schema).flatMap((each) => {
    const properties = member(each, 'properties')
    const held = properties && member(properties, property)
    return held ? withParents(document, targetOf(document, held)) : []
  })
}

/** Whether a schema, or a part that it brings beside the base, is a choice itself. */
export function bringsUnion(document: Document, subtype: Node, base: Node): boolean {
  const key = sourceKey(base.source)
  return withParents(document, subtype).some(
    (each) =>
      sourceKey(each.source) !== key && ['oneOf', 'anyOf'].some((word) => member(each, word)),
  )
}

/** A schema and all that it is made of, each once. */
function withParents(document: Document, schema: Node): Node[] {
  const found = new Map<string, Node>()
  const open = [schema]
  for (let next = open.shift(); next; next = open.shift()) {
    const key = sourceKey(next.source)
    if (found.has(key)) continue
    found.set(key, next)
    open.push(...parentsIn(next).map((part) => targetOf(document, part)))
  }
  return [...found.values()]
}

/** What a schema is made of: the parts of its `allOf`, and what it refers to beside words of its own. */
function parentsIn(schema: Node): Node[] {
  const own = textAt(schema, '$ref') === undefined ? [] : [referenceIn(schema)]
  return [...own, ...items(member(schema, 'allOf'))]
}

/** The `$ref` of a schema without the words beside it. */
export function referenceIn({ value, source }: Node): Node {
  return { value: { $ref: valueAt({ value, source }, '$ref') }, source }
}

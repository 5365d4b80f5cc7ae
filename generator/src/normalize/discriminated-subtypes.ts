import type { Document } from '../source/document.js'
import { items, member, type Node, sourceKey, textAt, valueAt } from '../source/node.js'
import { targetOf } from '../source/references.js'

/** A subtype of a base, and the `$ref` that the base uses for it. */
export interface Subtype {
  readonly $ref: string
  readonly home: Node
  /** Its name if no mapping sets one. */
  readonly name: string
  /** Its name in the mapping of the base. */
  readonly mapped: readonly string[]
}

/**
 * Whether the subtype of every value is known. It is not if a subtype has no name, if two have the same name,
 * or if the base lists a name that belongs to no subtype: such a value is the base itself.
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
  const listed = listedIn(propertySchemas(document, base, property)) ?? []
  return listed.every((value) => value === null || names.includes(String(value)))
}

function namesOf(document: Document, { home, name, mapped }: Subtype, property: string): string[] {
  const schemas = propertySchemas(document, home, property)
  const [only] = schemas.map(soleValue).filter((value) => value !== undefined)
  if (only !== undefined) return [String(only)]
  if (mapped.length > 0) return [...mapped]
  const listed = listedIn(schemas)
  if (listed) return listed.includes(name) ? [name] : []
  const types = schemas.flatMap((schema) => valueAt(schema, 'type') ?? [])
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

/** How a schema and its ancestors describe a property, nearest first. */
export function propertySchemas(document: Document, schema: Node, property: string): Node[] {
  return withParents(document, schema).flatMap((each) => {
    const properties = member(each, 'properties')
    const schemas = properties && member(properties, property)
    return schemas ? withParents(document, targetOf(document, schemas)) : []
  })
}

/** Whether a schema, or a part that it adds to the base, is a union itself. */
export function addsUnion(document: Document, subtype: Node, base: Node): boolean {
  const key = sourceKey(base.source)
  return withParents(document, subtype).some(
    (each) =>
      sourceKey(each.source) !== key && ['oneOf', 'anyOf'].some((keyword) => member(each, keyword)),
  )
}

/** A schema and everything that it is composed of, each once. */
function withParents(document: Document, schema: Node): Node[] {
  const found = new Map<string, Node>()
  const open = [schema]
  for (let next = open.shift(); next; next = open.shift()) {
    const key = sourceKey(next.source)
    if (found.has(key)) continue
    found.set(key, next)
    for (const part of parentsIn(next)) open.push(targetOf(document, part))
  }
  return [...found.values()]
}

/** The parts of a schema: its `allOf`, and the target of a `$ref` next to other keywords. */
function parentsIn(schema: Node): Node[] {
  const own = textAt(schema, '$ref') === undefined ? [] : [referenceIn(schema)]
  return [...own, ...items(member(schema, 'allOf'))]
}

/** The `$ref` of a schema, without its siblings. */
export function referenceIn({ value, source }: Node): Node {
  return { value: { $ref: valueAt({ value, source }, '$ref') }, source }
}

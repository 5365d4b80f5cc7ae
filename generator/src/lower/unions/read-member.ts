import { isDictionary } from '../../model/json.js'
import { parsePointer } from '../../model/pointer.js'
import type { RecordShape, Shape } from '../../model/shapes/shape.js'
import { items, member, members, type Node, textAt } from '../../source/node.js'
import { isPureReference } from '../../source/references.js'
import type { Entry } from '../names/entries.js'
import { type Hint, named, payloadHint } from '../names/hint.js'
import { describe } from '../schemas/describe.js'
import type { Lowering } from '../schemas/lowering-context.js'
import { isObjectLike, unionLists } from '../schemas/merge/is-object-like.js'
import { mergeParts } from '../schemas/merge/merge.js'
import { jsonTypeOf, valueShapeOf } from '../schemas/merge/named-shapes.js'
import { plainValues } from '../schemas/values.js'
import { aliasTarget } from './alias.js'
import type { Member } from './member-tags.js'

/** The records of the members of a union, by their schemas. */
export type Records = Map<Node, RecordShape | undefined>

/** `home` is the schema with the discriminator. `records` remembers what several members refer to. */
export function readMember(
  lowering: Lowering,
  home: Node,
  schema: Node,
  hint: Hint,
  records: Records = new Map(),
): Member {
  const refers = textAt(schema, '$ref') !== undefined
  const entry = refers ? lowering.registry.entryFor(schema) : undefined
  const target = entry?.node ?? schema
  const memberHint = entry ? named(entry.name) : payloadHint(hint, ownTag(schema))
  const given = textAt(schema, 'x-tagwire-name')
  const record = records.has(target) ? records.get(target) : recordOf(lowering, target, memberHint)
  if (entry) records.set(target, record)
  const units = plainValues(target)?.filter((value) => typeof value === 'string')
  const own = describe(schema)
  const described = own.doc || !entry ? own : { ...describe(entry.node), source: schema.source }
  const mapped = entry && mappedTags(lowering, home, target, entry)
  const byName = entry && mapped?.length === 0
  let shape: Shape | undefined
  return {
    described,
    ...(given ? { given } : {}),
    ...(entry ? { refersTo: entry.name } : {}),
    shape: () => {
      shape ??=
        entry && isPureReference(schema)
          ? { kind: 'reference', name: entry.name }
          : lowering.shapeOf(schema, memberHint)
      return shape
    },
    ...(record ? { record } : listsObjects(lowering, target) ? { hasObjects: true } : {}),
    resolved: (held) => behindName(lowering, held),
    ...(units && units.length > 0 ? { units } : {}),
    ...(mapped ? { tags: byName ? [keyOf(entry)] : mapped } : {}),
    ...(byName ? { byName } : {}),
    ...(entry && isDefault(lowering, home, target, entry) ? { isDefault: true } : {}),
  }
}

/** The tag of an inline member: the only string that a property of it allows. */
function ownTag(schema: Node): string | undefined {
  const properties = member(schema, 'properties')
  for (const [, node] of properties ? members(properties) : []) {
    const [value, ...others] = plainValues(node) ?? []
    if (typeof value === 'string' && others.length === 0) return value
  }
  return undefined
}

/** What is behind a name: values, or no more than that it is an object or a list. */
function behindName(lowering: Lowering, shape: Shape): Shape {
  if (shape.kind !== 'reference') return shape
  const type = jsonTypeOf(lowering, shape)
  if (type === 'object') return { kind: 'map', values: { kind: 'json' } }
  if (type === 'array') return { kind: 'list', items: { kind: 'json' } }
  return valueShapeOf(lowering, shape) ?? shape
}

function recordOf(lowering: Lowering, schema: Node, hint: Hint): RecordShape | undefined {
  if (!isDictionary(schema.value) || !isObjectLike(lowering, schema)) return undefined
  const merged = mergeParts(lowering, schema, hint)
  return merged.unions.length === 0 && merged.others.length === 0 ? merged.record : undefined
}

/** Whether a schema is a union with objects among its members. */
function listsObjects(lowering: Lowering, schema: Node): boolean {
  const { node } = aliasTarget(lowering.registry, schema)
  if (isObjectLike(lowering, node)) return true
  return unionLists(node)
    .flatMap(items)
    .some((each) => isObjectLike(lowering, each))
}

/** The name of a schema as a discriminator value: as written in the document. */
function keyOf({ name, source }: Entry): string {
  const [components, schemas, key, ...others] = parsePointer(source.pointer)
  const isComponent = components === 'components' && schemas === 'schemas' && others.length === 0
  return isComponent && key !== undefined ? key : name
}

/** The values of the discriminator that the mapping assigns to a schema, or else to the one it is a name of. */
function mappedTags(
  lowering: Lowering,
  union: Node,
  target: Node,
  entry: Entry,
): string[] | undefined {
  const discriminator = member(union, 'discriminator')
  if (!discriminator) return undefined
  const mapping = member(discriminator, 'mapping')
  const pairs = mapping ? members(mapping) : []
  const tagsOf = (isFor: (value: Node) => boolean): string[] =>
    pairs.filter(([, value]) => isFor(value)).map(([tag]) => tag)
  const own = tagsOf((value) => mappedSchema(lowering, value, entry) === target)
  if (own.length > 0) return own
  const end = aliasTarget(lowering.registry, target).node
  return tagsOf((value) => {
    const mapped = mappedSchema(lowering, value, entry)
    return mapped !== undefined && aliasTarget(lowering.registry, mapped).node === end
  })
}

function isDefault(lowering: Lowering, union: Node, target: Node, entry: Entry): boolean {
  const discriminator = member(union, 'discriminator')
  const named = discriminator && member(discriminator, 'defaultMapping')
  const mapped = named && mappedSchema(lowering, named, entry)
  if (!mapped) return false
  return mapped === target || aliasTarget(lowering.registry, mapped).node === target
}

/** The schema that a value of a mapping is the address of, or the name of if it is that of `entry`. */
function mappedSchema(lowering: Lowering, { value, source }: Node, entry: Entry): Node | undefined {
  if (typeof value !== 'string') return undefined
  if (value === entry.name || value === keyOf(entry)) return entry.node
  if (!/[#/.]/.test(value)) return undefined
  const address = { value: { $ref: value }, source }
  return 'code' in lowering.document.resolve(address)
    ? undefined
    : lowering.registry.entryFor(address)?.node
}

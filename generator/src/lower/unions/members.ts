import { isDictionary } from '../../model/json.js'
import { parsePointer } from '../../model/pointer.js'
import { items, member, members, type Node, textAt } from '../../source/node.js'
import type { Entry } from '../names/entries.js'
import { isObjectLike, unionLists } from '../schemas/merge/is-object-like.js'
import { plainValues } from '../schemas/values.js'
import { aliasTarget } from './alias.js'
import type { ComposedObject, FieldContext, ObjectFields } from './object-fields.js'
import type { OneKey } from './one-key-objects.js'

/** What it takes to recognise tags: keywords and rules, no types. */
export interface TagContext extends FieldContext {
  /** The properties of a schema and of its parts. */
  readonly objectOf: (schema: Node) => ComposedObject
}

/** One member of a `oneOf` or `anyOf`, references followed and `allOf` merged. */
export interface Member {
  /** The schema in the list, and the one that it refers to or is. */
  readonly schema: Node
  readonly target: Node
  /** The name that it refers to. */
  readonly entry?: Entry
  /** Its properties, if it is one object. */
  readonly object?: ObjectFields
  /** Set if it is not one object, but a union of some. */
  readonly hasObjects?: true
  /** Its values, if it is a string enum. */
  readonly units?: readonly string[]
  /** Its tags in the document's `discriminator`. */
  readonly tags?: readonly string[]
  /** Whether its tag is its own name, because no mapping sets another one. */
  readonly byName?: true
  /** Named by the `defaultMapping` of the document's `discriminator`. */
  readonly isDefault?: true
  /** For a member of a union among the members, or an object with one of several keys. */
  readonly inside?: WayInside
}

/** The way from a member of the outermost union to one of a union inside it. */
export interface WayInside {
  readonly outer: Member
  readonly levels: readonly Level[]
  /** Whether the members on the way are those of lists with nothing beside. */
  readonly isPlain: boolean
  readonly key?: KeyOfSeveral
}

/** A union on the way. */
export interface Level {
  readonly schema: Node
  readonly target: Node
  readonly entry?: Entry
}

/** One key of an object that has exactly one of several. */
export interface KeyOfSeveral extends Level {
  readonly name: string
  readonly of: OneKey
}

/** `home` is the schema with the discriminator. */
export function readMember(context: TagContext, home: Node, schema: Node): Member {
  const refers = textAt(schema, '$ref') !== undefined
  const entry = refers ? context.registry.entryFor(schema) : undefined
  const target = entry?.node ?? schema
  const object = objectOf(context, target)
  const units = plainValues(target)?.filter((value) => typeof value === 'string')
  const mapped = entry && mappedTags(context, home, target, entry)
  const byName = entry && mapped?.length === 0
  return {
    schema,
    target,
    ...(entry ? { entry } : {}),
    ...(object ? { object } : listsObjects(context, target) ? { hasObjects: true } : {}),
    ...(units && units.length > 0 ? { units } : {}),
    ...(mapped ? { tags: byName ? [keyOf(entry)] : mapped } : {}),
    ...(byName ? { byName } : {}),
    ...(entry && isDefault(context, home, target, entry) ? { isDefault: true } : {}),
  }
}

function objectOf(context: TagContext, schema: Node): ObjectFields | undefined {
  if (!isDictionary(schema.value) || !isObjectLike(context, schema)) return undefined
  const object = context.objectOf(schema)
  return object.unions.length === 0 && !object.hasOthers ? object : undefined
}

/** Whether a schema is a union with objects among its members. */
function listsObjects(context: TagContext, schema: Node): boolean {
  const { node } = aliasTarget(context.registry, schema)
  if (isObjectLike(context, node)) return true
  return unionLists(node)
    .flatMap(items)
    .some((each) => isObjectLike(context, each))
}

/** The name of a schema as a discriminator value: as written in the document. */
function keyOf({ name, source }: Entry): string {
  const [components, schemas, key, ...others] = parsePointer(source.pointer)
  const isComponent = components === 'components' && schemas === 'schemas' && others.length === 0
  return isComponent && key !== undefined ? key : name
}

/** The values of the discriminator that the mapping assigns to a schema, or else to the one it is a name of. */
function mappedTags(context: TagContext, union: Node, target: Node, entry: Entry) {
  const discriminator = member(union, 'discriminator')
  if (!discriminator) return undefined
  const mapping = member(discriminator, 'mapping')
  const pairs = mapping ? members(mapping) : []
  const tagsOf = (isFor: (value: Node) => boolean): string[] =>
    pairs.filter(([, value]) => isFor(value)).map(([tag]) => tag)
  const own = tagsOf((value) => mappedSchema(context, value, entry) === target)
  if (own.length > 0) return own
  const end = aliasTarget(context.registry, target).node
  return tagsOf((value) => {
    const mapped = mappedSchema(context, value, entry)
    return mapped !== undefined && aliasTarget(context.registry, mapped).node === end
  })
}

function isDefault(context: TagContext, union: Node, target: Node, entry: Entry): boolean {
  const discriminator = member(union, 'discriminator')
  const named = discriminator && member(discriminator, 'defaultMapping')
  const mapped = named && mappedSchema(context, named, entry)
  if (!mapped) return false
  return mapped === target || aliasTarget(context.registry, mapped).node === target
}

/** The schema that a value of a mapping is the address of, or the name of if it is that of `entry`. */
function mappedSchema(
  context: TagContext,
  { value, source }: Node,
  entry: Entry,
): Node | undefined {
  if (typeof value !== 'string') return undefined
  if (value === entry.name || value === keyOf(entry)) return entry.node
  if (!/[#/.]/.test(value)) return undefined
  const address = { value: { $ref: value }, source }
  return 'code' in context.document.resolve(address)
    ? undefined
    : context.registry.entryFor(address)?.node
}

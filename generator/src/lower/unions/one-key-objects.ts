import type { Source } from '../../model/shapes/shape.js'
import { items, member, members, type Node, textAt, valueAt } from '../../source/node.js'
import { namesNull } from '../schemas/null-schemas.js'
import type { TagContext } from './members.js'
import type { ComposedObject, TagField } from './object-fields.js'

/** An object with exactly one of several properties: another way to write a union of one-key objects. */
export interface OneKey {
  readonly keys: readonly { readonly name: string; readonly source: Source }[]
  /** The names of its other properties. */
  readonly common: readonly string[]
  /** The list that requires the keys; without it, they are counted. */
  readonly list?: Node
}

/** Nothing if the schema is another kind of object. */
export function detectOneOfSeveral(context: TagContext, schema: Node): OneKey | undefined {
  const list = listOfKeys(schema)
  const isCounted = countsOne(schema)
  // Most schemas neither count their properties nor require one of several, so that they need not be read.
  if (!list && !isCounted) return undefined
  const object = context.objectOf(schema)
  if (object.isOpen || object.hasOthers) return undefined
  const counted = isCounted ? detectCounted(object) : undefined
  return counted ?? (list && detectRequired(context, list, object))
}

/** `minProperties: 1, maxProperties: 1` */
function countsOne(schema: Node): boolean {
  return ['minProperties', 'maxProperties'].every((keyword) => valueAt(schema, keyword) === 1)
}

function detectCounted({ fields }: ComposedObject): OneKey | undefined {
  if (fields.length < 2 || fields.some((field) => field.required)) return undefined
  return { keys: fields.map(({ name, source }) => ({ name, source })), common: [] }
}

/** `oneOf: [{ required: [a] }, { required: [b] }]` next to the properties, or in another part of an `allOf` */
function listOfKeys(schema: Node): Node | undefined {
  const [list, ...others] = listsOf(schema)
  if (!list || others.length > 0) return undefined
  const names = items(list).map(requiredAlone)
  const isOfKeys = names.length > 1 && names.every((name) => name !== undefined)
  return isOfKeys && new Set(names).size === names.length ? list : undefined
}

function detectRequired(
  context: TagContext,
  list: Node,
  { fields, unions }: ComposedObject,
): OneKey | undefined {
  if (unions.some((other) => other.list.value !== list.value)) return undefined
  const all = items(list)
  const keys = all.flatMap((part) => {
    const key = requiredAlone(part)
    const field = fields.find(({ name }) => name === key)
    return field && isKey(context, field) ? [{ name: field.name, source: part.source }] : []
  })
  if (keys.length < all.length) return undefined
  const names = new Set(keys.map(({ name }) => name))
  const common = fields.flatMap(({ name }) => (names.has(name) ? [] : [name]))
  return { keys, common, list }
}

function listsOf(schema: Node): Node[] {
  const parts = items(member(schema, 'allOf')).filter((part) => textAt(part, '$ref') === undefined)
  return [schema, ...parts].flatMap((part) => {
    const isClaimed = member(part, 'x-tagwire-tag') !== undefined
    return isClaimed ? [] : (member(part, 'oneOf') ?? [])
  })
}

function isKey(context: TagContext, field: TagField): boolean {
  const { required, flow, missing } = field
  return !required && !flow && !missing && !mayBeNull(context, field)
}

/** Rules read the list without the properties, so that they could not say whether null is a payload. */
function mayBeNull(context: TagContext, { nodes, values }: TagField): boolean {
  const held = values()
  if (held.nullable) return true
  switch (held.kind) {
    case 'anything':
      return true
    case 'scalar':
      return held.type === 'null'
    case 'enumeration':
    case 'several':
      return false
    case 'container':
    case 'unclear':
      return nodes.every((node) => namesNull(context, node))
    default:
      return held satisfies never
  }
}

const KEYWORDS = new Set(['required', 'type', 'title', 'description'])

/** The only thing that a part says: that one property is required. */
function requiredAlone(part: Node): string | undefined {
  const [name, ...others] = items(member(part, 'required')).map(({ value }) => value)
  const isAlone = members(part).every(([keyword]) => KEYWORDS.has(keyword))
  // What is required of another type means nothing.
  const mayBeObject = [undefined, 'object'].includes(textAt(part, 'type'))
  return isAlone && mayBeObject && others.length === 0 && typeof name === 'string'
    ? name
    : undefined
}

import { pascalCase } from '../../model/names.js'
import type { Field, RecordShape, Shape } from '../../model/shapes/shape.js'
import type { Case } from '../../model/shapes/union.js'
import { items, member, members, type Node, textAt } from '../../source/node.js'
import type { Lowering, Merged, UnionNode } from '../schemas/lowering-context.js'
import { namesNull } from '../schemas/null-schemas.js'
import { aliasTarget } from './alias.js'
import { type Detected, definedIn } from './detect-tag.js'

/**
 * An object with exactly one of several properties: another way to write a union of one-key objects. Nothing if
 * the schema is another kind of object.
 */
export function detectOneOfSeveral(
  lowering: Lowering,
  schema: Node,
  { record, unions, others }: Merged,
): Detected | undefined {
  if ('rest' in record || others.length > 0) return undefined
  return detectCounted(schema, record) ?? detectRequired(lowering, schema, record, unions)
}

/** `minProperties: 1, maxProperties: 1` */
function detectCounted(schema: Node, { fields }: RecordShape): Detected | undefined {
  const one = ['minProperties', 'maxProperties'].every(
    (keyword) => member(schema, keyword)?.value === 1,
  )
  if (!one || fields.length < 2 || fields.some((field) => field.required)) return undefined
  const cases = fields.map((field) => makeCase(field, field))
  return { tagging: { style: 'key' }, cases, common: [] }
}

/** `oneOf: [{ required: [a] }, { required: [b] }]` next to the properties, or in another part of an `allOf` */
function detectRequired(
  lowering: Lowering,
  schema: Node,
  record: RecordShape,
  unions: readonly UnionNode[],
): Detected | undefined {
  const [list, ...others] = listsOf(schema)
  if (!list || others.length > 0 || unions.some((other) => other.list.value !== list.value))
    return undefined
  const all = items(list)
  const cases = all.flatMap((part) => {
    const key = requiredAlone(part)
    const field = record.fields.find(({ name }) => name === key)
    return field && isKey(lowering, field) ? [makeCase(field, part)] : []
  })
  const tags = new Set(cases.map(({ tag }) => tag))
  if (tags.size < 2 || tags.size < all.length) return undefined
  const common = record.fields.filter(({ name }) => !tags.has(name))
  return { tagging: { style: 'key' }, cases, common }
}

function listsOf(schema: Node): Node[] {
  const parts = items(member(schema, 'allOf')).filter((part) => textAt(part, '$ref') === undefined)
  return [schema, ...parts].flatMap((part) => {
    const isClaimed = member(part, 'x-tagwire-tag') !== undefined
    return isClaimed ? [] : (member(part, 'oneOf') ?? [])
  })
}

/** Rules read the list without the properties, so that they could not say whether null is a payload. */
function isKey(lowering: Lowering, { required, flow, missing, shape }: Field): boolean {
  return !required && !flow && !missing && !mayBeNull(lowering, shape)
}

function mayBeNull({ registry }: Lowering, shape: Shape): boolean {
  switch (shape.kind) {
    case 'reference': {
      const entry = registry.called(shape.name)
      const { node } = entry ? aliasTarget(registry, entry.node) : {}
      return !node || namesNull({ registry }, node) || !isTyped(node)
    }
    case 'json':
    case 'never':
    case 'nullable':
      return true
    case 'scalar':
      return shape.type === 'null'
    case 'literal':
      return shape.value === null
    case 'enumeration':
      return shape.values.includes(null)
    default:
      return false
  }
}

function isTyped(schema: Node): boolean {
  return ['type', 'properties', 'oneOf', 'anyOf', 'allOf'].some((keyword) =>
    member(schema, keyword),
  )
}

function makeCase(field: Field, { source }: Pick<Case, 'source'>): Case {
  const { name, shape } = field
  return { ...definedIn(field), source, tag: name, name: pascalCase(name), payload: shape }
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

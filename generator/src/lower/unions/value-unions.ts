import { isDictionary, matchesType } from '../../model/json.js'
import type { LiteralValue, Shape } from '../../model/shapes/shape.js'
import { items, member, members, type Node, valueAt } from '../../source/node.js'
import { isAnnotation } from '../../source/references.js'
import { type Registry, targetOf } from '../names/registry.js'
import { unionLists } from '../schemas/merge/is-object-like.js'
import { asStated, plainValues, statedOpenness, valuesShape } from '../schemas/values.js'

// Lists whose members are only values: an enumeration, which can describe each of them.

interface Registered {
  readonly registry: Registry
}

/** The type of members that are only values; a plain `string` next to them opens it. */
export function enumerationOf(
  registered: Registered,
  union: Node,
  schemas: readonly Node[],
): Shape | undefined {
  const values: LiteralValue[] = []
  let bare = false
  for (const schema of schemas) {
    const target = targetOf(registered, schema) ?? schema
    const own = plainValues(target)
    if (own) for (const value of own) values.push(value)
    else if (isBareString(target)) bare = true
    else return undefined
  }
  if (values.length === 0) return undefined
  if (bare) return { kind: 'enumeration', values, open: 'always' }
  return valuesShape(asStated(values, union))
}

function isBareString(schema: Node): boolean {
  return isDictionary(schema.value) && valueAt(schema, 'type') === 'string'
}

/**
 * `oneOf: [{ const: a, title: … }, { const: b }]`: for rules, values as open as those of `enum`. Nothing where a member
 * says more, or where a value is listed twice, which `oneOf` refuses.
 */
export function describedValues(
  registered: Registered,
  schema: Node,
): readonly unknown[] | undefined {
  if (member(schema, 'const') ?? member(schema, 'enum')) return undefined
  const [list, ...more] = unionLists(schema)
  const all = list ? items(list) : []
  if (all.length < 2 || more.length > 0) return undefined
  if (!all.every(isSilent)) return undefined
  const found = all.map((each) => onlyValues(targetOf(registered, each) ?? each))
  if (!found.every((each) => each !== undefined)) return undefined
  const values = found.flat()
  return new Set(values).size === values.length ? values : undefined
}

/** The values of a schema that says nothing else. */
function onlyValues(schema: Node): readonly unknown[] | undefined {
  const isTwice = member(schema, 'const') && member(schema, 'enum')
  if (!isSilent(schema) || isTwice || statedOpenness(schema) !== undefined) return undefined
  const type = valueAt(schema, 'type')
  const values = plainValues(schema)
  return values?.every((value) => matchesType(value, type)) ? values : undefined
}

const OF_VALUES = new Set(['$ref', 'const', 'enum', 'type'])

/** Whether a schema says nothing but values, or where they are. */
function isSilent(schema: Node): boolean {
  return members(schema).every(([key]) => OF_VALUES.has(key) || isAnnotation(key))
}

import type { LiteralValue, Shape } from '../../model/shapes/shape.js'
import { member, type Node, valueAt } from '../../source/node.js'

/** The values of a schema that lists them. */
export interface ListedValues {
  readonly values: readonly unknown[]
  /** Strings are open to future ones, `always` if the document says so. */
  readonly open: boolean | 'always'
  /** `const`: only this value. */
  readonly isConstant?: true
}

/** `const`, or `enum`: the currently known values. */
export function listedValues(schema: Node): ListedValues | undefined {
  const constant = member(schema, 'const')
  if (constant) return { values: [constant.value], open: false, isConstant: true }
  const list = valueAt(schema, 'enum')
  return Array.isArray(list) ? asStated(list, schema) : undefined
}

/** Values that are as open as the document states. */
export function asStated(values: readonly unknown[], schema: Node): ListedValues {
  const present = values.filter((value) => value !== null)
  const isOpen = present.length > 0 && present.every((value) => typeof value === 'string')
  return { values, open: isOpen && (statedOpenness(schema) ?? true) }
}

/** `x-tagwire-open`: whether an enum accepts strings that it does not list. */
export function statedOpenness(schema: Node): boolean | 'always' | undefined {
  const extension = valueAt(schema, 'x-tagwire-open')
  return typeof extension === 'boolean' ? extension && 'always' : undefined
}

export function isLiteral(value: unknown): value is LiteralValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

export function valuesShape({ values, open, isConstant }: ListedValues): Shape {
  // Some tools write a type without values as an empty `enum`.
  if (values.length === 0) return { kind: 'never' }
  if (!values.every(isLiteral)) return { kind: 'json' }
  const literals = [...new Set(values)].filter((value) => value !== null)
  const [only] = literals
  if (only === undefined) return { kind: 'scalar', type: 'null' }
  if (isConstant) return { kind: 'literal', value: only }
  const shape: Shape = { kind: 'enumeration', values: literals, open }
  return values.includes(null) ? { kind: 'nullable', shape } : shape
}

/** The values of a schema that only lists values, if they are strings or numbers. */
export function plainValues(schema: Node): (string | number)[] | undefined {
  const values = listedValues(schema)?.values ?? []
  const plain = values.filter((value) => typeof value === 'string' || typeof value === 'number')
  return plain.length > 0 && plain.length === values.length ? plain : undefined
}

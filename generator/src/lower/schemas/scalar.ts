import type { Diagnostic, Report } from '../../diagnostics/diagnostic.js'
import { suggestion } from '../../diagnostics/suggestion.js'
import { valueText } from '../../diagnostics/value-text.js'
import { isDictionary, JSON_TYPES, type JsonType } from '../../model/json.js'
import type { LiteralValue, Shape } from '../../model/shapes/shape.js'
import { items, member, type Node, textAt, valueAt } from '../../source/node.js'

/** The types of a schema; unknown ones are reported. */
export function typesOf(schema: Node, report: Report): JsonType[] {
  const type = member(schema, 'type')
  if (!type) return []
  const single = JSON_TYPES.find((candidate) => candidate === type.value)
  if (single) return [single]
  const named = Array.isArray(type.value) ? items(type) : [type]
  if (named.length === 0) {
    report({
      code: 'TW2005',
      severity: 'warning',
      message: '`type` names no type, so it is not checked',
      at: type.source,
    })
  }
  const types = named.flatMap((each): JsonType[] => {
    const known = JSON_TYPES.find((candidate) => candidate === each.value)
    if (known) return [known]
    if (each.value === null) {
      report(unquotedNull(each))
      return []
    }
    // A schema in place of a type: users of the document cannot fix it, so any value is accepted, as in other
    // tools.
    if (isDictionary(each.value)) {
      report({
        code: 'TW2001',
        severity: 'warning',
        message: `a type is given by its name, but this is ${valueText(each.value)}; it is ignored`,
        at: each.source,
      })
      return []
    }
    const isName = typeof each.value === 'string'
    report({
      code: 'TW2001',
      severity: 'error',
      message: isName
        ? `there is no type ${JSON.stringify(each.value)}`
        : `a type is given by its name, but this is ${valueText(each.value)}`,
      at: each.source,
      ...suggestion(String(each.value), JSON_TYPES),
    })
    return []
  })
  return [...new Set(types)]
}

/** `null` without quotes is a value in YAML and JSON, and not the name of a type. */
function unquotedNull({ source }: Node): Diagnostic {
  return {
    code: 'TW2001',
    severity: 'error',
    message: '`null` without quotes is the null value, not the name of the type',
    at: source,
    help: 'Write it in quotes: "null".',
  }
}

export function scalarShape(
  type: 'string' | 'number' | 'integer' | 'boolean',
  schema: Node,
): Shape {
  const encoding = textAt(schema, 'contentEncoding')
  const format = textAt(schema, 'format') ?? encoding
  const bytes = type === 'string' && (format === 'binary' || isMediaType(schema))
  return { kind: 'scalar', type: bytes ? 'binary' : type, ...(format ? { format } : {}) }
}

/** Whether a string of this schema is bytes, where they are possible. */
export function holdsBytes(schema: Node): boolean {
  return textAt(schema, 'format') === 'binary' || isMediaType(schema)
}

/** OpenAPI 3.1 has `contentMediaType` without an encoding where 3.0 had `format: binary`. */
function isMediaType(schema: Node): boolean {
  const type = textAt(schema, 'contentMediaType')
  return (
    type !== undefined &&
    textAt(schema, 'contentEncoding') === undefined &&
    /^(?:image|audio|video|font)\/|^application\/(?:octet-stream|pdf|zip)\b/i.test(type)
  )
}

function isLiteral(value: unknown): value is LiteralValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

/** `enum`: the currently known values. String enums stay open to future ones. */
export function enumerationShape(values: readonly unknown[]): Shape {
  const literals = [...new Set(values)].filter(isLiteral).filter((value) => value !== null)
  const nullable = values.includes(null)
  // Some tools write a type without values as an empty `enum`.
  if (values.length === 0) return { kind: 'never' }
  if (values.some((value) => !isLiteral(value))) return { kind: 'json' }
  if (literals.length === 0) return { kind: 'scalar', type: 'null' }
  const open = literals.every((value) => typeof value === 'string')
  const shape: Shape = { kind: 'enumeration', values: literals, open }
  return nullable ? { kind: 'nullable', shape } : shape
}

/** `x-tagwire-open`: whether an enum accepts strings that it does not list. */
export function statedOpenness(schema: Node): boolean | 'always' | undefined {
  const extension = valueAt(schema, 'x-tagwire-open')
  return typeof extension === 'boolean' ? extension && 'always' : undefined
}

/** The shape, open or closed as the document states. */
export function asStated(shape: Shape, schema: Node): Shape {
  const open = statedOpenness(schema)
  if (shape.kind === 'nullable') return { ...shape, shape: asStated(shape.shape, schema) }
  return open === undefined || shape.kind !== 'enumeration' || !shape.open
    ? shape
    : { ...shape, open }
}

/** `const`: only this value. */
export function constantShape(value: unknown): Shape {
  if (value === null) return { kind: 'scalar', type: 'null' }
  return isLiteral(value) ? { kind: 'literal', value } : { kind: 'json' }
}

/** The values of a schema that only lists values, if they are strings or numbers. */
export function valuesOf(schema: Node): LiteralValue[] | undefined {
  const constant = member(schema, 'const')
  const listed = member(schema, 'enum')
  const values = constant ? [constant.value] : items(listed).map((each) => each.value)
  if (values.length === 0) return undefined
  return values.every((value) => typeof value === 'string' || typeof value === 'number')
    ? values
    : undefined
}

import type { Diagnostic, Report } from '../../diagnostics/diagnostic.js'
import { suggestion } from '../../diagnostics/suggestion.js'
import { valueText } from '../../diagnostics/value-text.js'
import { isDictionary, JSON_TYPES, type JsonType } from '../../model/json.js'
import type { Shape } from '../../model/shapes/shape.js'
import { items, member, type Node, textAt } from '../../source/node.js'

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
  const format = formatOf(schema)
  const bytes = type === 'string' && holdsBytes(schema)
  return { kind: 'scalar', type: bytes ? 'binary' : type, ...(format ? { format } : {}) }
}

/** The format of a type: an encoding is one, too. */
export function formatOf(schema: Node): string | undefined {
  return textAt(schema, 'format') ?? textAt(schema, 'contentEncoding')
}

/** Whether a string of this schema is bytes, where they are possible. */
export function holdsBytes(schema: Node): boolean {
  return formatOf(schema) === 'binary' || isMediaType(schema)
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

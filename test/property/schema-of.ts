import type { Field, RecordShape, Shape, Union } from '../../generator/src/model/shape.js'
import { wireLayout } from '../../generator/src/model/union.js'

/** JSON Schema, as a document has it. */
export type Schema = Readonly<Record<string, unknown>>

/** Writes a shape as JSON Schema: the inverse of lowering for the shapes these tests make. */
function schemaOf(shape: Shape): Schema {
  switch (shape.kind) {
    case 'scalar':
      return { type: shape.type, ...(shape.format ? { format: shape.format } : {}) }
    case 'literal':
      return { const: shape.value }
    case 'enumeration':
      return { enum: shape.values }
    case 'list':
      return { type: 'array', items: schemaOf(shape.items) }
    case 'map':
      return { type: 'object', additionalProperties: schemaOf(shape.values) }
    case 'nullable':
      return { anyOf: [schemaOf(shape.shape), { type: 'null' }] }
    case 'record':
      return recordSchema(shape)
    default:
      throw new Error(`no test makes a ${shape.kind}`)
  }
}

function recordSchema({ fields, rest }: Pick<RecordShape, 'fields' | 'rest'>): Schema {
  return {
    type: 'object',
    ...propertiesOf(fields),
    ...(rest ? { additionalProperties: schemaOf(rest) } : {}),
  }
}

/** `fromEntries` and not assignments: one of the names is `__proto__`. */
function propertiesOf(fields: readonly Field[]): Schema {
  if (fields.length === 0) return {}
  return {
    properties: Object.fromEntries(fields.map(({ name, shape }) => [name, schemaOf(shape)])),
    required: fields.filter((field) => field.required).map((field) => field.name),
  }
}

/** Where a document says what all variants share: once beside the union, or in each of them. */
export type Sharing = 'beside' | 'in each'

/** Writes a union with `lay()`, the way the emitters do. */
export function unionSchema(union: Union, sharing: Sharing): Schema {
  const beside = sharing === 'beside'
  const written: Union = beside ? { ...union, common: [] } : union
  const members = union.cases.map((member) => {
    const laid = wireLayout(written, member)
    if (laid.kind === 'unit') return { const: laid.value }
    if (laid.kind === 'record') return recordSchema(laid)
    throw new Error(`no test makes a ${laid.kind} member`)
  })
  return { ...(beside ? propertiesOf(union.common) : {}), oneOf: members }
}

import type { Rule } from '../../model/rules/rule.js'
import type { Shape } from '../../model/shapes/shape.js'
import { member, type Node } from '../../source/node.js'
import type { SchemaLowering } from '../schemas/read-declarations.js'

/** `schema` may describe the whole stream as an array, or one item: both are common. */
export function itemOf(shape: Shape): Shape {
  return shape.kind === 'list' ? shape.items : shape
}

/** The schema of one item. */
export function itemSchemaOf(schema: Node | undefined, shape: Shape): Node | undefined {
  return schema && shape.kind === 'list' ? member(schema, 'items') : schema
}

export function laterOf(lowering: SchemaLowering, schema: Node | undefined): { rule: Rule } {
  return schema ? lowering.ruleLater(schema) : { rule: {} }
}

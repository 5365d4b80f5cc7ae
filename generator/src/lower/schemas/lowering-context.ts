import type { Report } from '../../diagnostics/diagnostic.js'
import type { RecordShape, Shape } from '../../model/shapes/shape.js'
import type { Document } from '../../source/document.js'
import type { Node } from '../../source/node.js'
import type { Hint } from '../names/hint.js'
import type { Registry } from '../names/registry.js'
import type { Recognition } from '../unions/recognise.js'
import type { ReadingBudget } from './reading-budget.js'

export interface FieldReader {
  /** The schema's own properties. */
  readonly recordOf: (schema: Node, hint: Hint) => RecordShape
}

export interface UnionReader {
  /** The shape of a `oneOf` or `anyOf`; `owner` is the schema that is composed of it. */
  readonly read: (union: UnionNode, hint: Hint, owner: Node) => Shape
  /** A union of shapes without a tag. */
  readonly plain: (schema: Node, shapes: readonly Shape[]) => Shape
  readonly referenceTo: (ref: Node) => Shape
}

/** What it takes to read keywords, before there is a type or a rule. */
export type Reading = Pick<Lowering, 'document' | 'registry' | 'budget'>

/** The context for lowering schemas. One per run; it reads schemas and caches the results. */
export interface Lowering {
  readonly document: Document
  readonly report: Report
  readonly registry: Registry
  readonly fields: FieldReader
  readonly unions: UnionReader
  /** How unions are tagged. */
  readonly tags: Recognition
  /** The shape of a schema where it is used: tagged unions inside it get their own declaration. */
  readonly shapeOf: (schema: Node, hint: Hint) => Shape
  /** The shape of a schema, expanded in place. */
  readonly inlineShapeOf: (schema: Node, hint: Hint) => Shape
  /** Limits what a document can ask for. */
  readonly budget: ReadingBudget
  /** Reads a schema whose shape is in no type, so that validators know the unions inside it. */
  readonly readHidden: (schema: Node, shape: () => Shape) => void
}

/** A schema merged with its `allOf`: one record, and the parts that do not fit into it. */
export interface Merged {
  readonly record: RecordShape
  readonly unions: readonly UnionNode[]
  readonly others: readonly Shape[]
}

/** A `oneOf` or `anyOf` and the schema that contains it. */
export interface UnionNode {
  readonly schema: Node
  readonly list: Node
}

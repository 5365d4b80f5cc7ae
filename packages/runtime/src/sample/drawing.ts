import type { DrawContext } from './draw-context.js'
import type { Choosing, Parts } from './flatten.js'
import type { SampleRule } from './rule.js'

/** What nothing can be drawn for. */
export const none: unique symbol = Symbol('none')

/** Deeper, optional fields are left out and lists are as short as they may be. */
export const LEVELS = 7
/** A sample of more values than this is none, nor one of so many items or keys: documents may demand any number. */
export const MOST = 10_000

/** What is known of the rules of a source, whatever is drawn. */
export type Facts = Pick<Choosing, 'ruleOf' | 'typesOf' | 'distinct' | 'ends'>

export type Draw = (rules: readonly SampleRule[], context: DrawContext) => unknown

/** A sample that is being drawn: what objects and lists need of it to draw what is inside them. */
export interface Drawing {
  readonly draw: Draw
  /** Everything that applies to a value at that place, with a member chosen of each union. */
  readonly partsOf: (rules: readonly SampleRule[], context: DrawContext) => Parts
  /** Whether a value of the rule, inside one at that place, can end within the levels that are left. */
  readonly canEnd: (rule: SampleRule, around: DrawContext) => boolean
  /** Whether a value at that place has no more inside it than it must have. */
  readonly isFull: (context: DrawContext) => boolean
  /** How many items a list has, and keys an object whose keys are not described, unless a rule says otherwise. */
  readonly size: number
  /** Fields of this direction are left out. */
  readonly leavesOut: 'read' | 'write'
}

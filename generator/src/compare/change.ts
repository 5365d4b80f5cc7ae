import type { Source } from '../model/shape.js'
import type { ChangeKind } from './rules.js'

export type ChangeClass = 'breaking' | 'additive' | 'docs'

/** Which part of a version number has to be raised. */
export type Step = 'major' | 'minor' | 'patch' | 'none'

/** One thing that is different for callers, at the place that causes it. */
export interface Change {
  readonly class: ChangeClass
  readonly kind: ChangeKind
  /** `Operation.transfer.amount_in`, `route(amount_in)`, `route → 404`. */
  readonly subject: string
  readonly message: string
  /** Which of the two documents the place is in: what is gone stands in the old one. */
  readonly side: 'old' | 'new'
  readonly at: Source
  /** The type or operation it belongs to. */
  readonly owner: string
  /** Types that only come or go because of this. */
  readonly types: readonly string[]
  /** Other subjects that inherit what stands at this place. */
  readonly also: readonly string[]
}

const CLASSES: readonly ChangeClass[] = ['breaking', 'additive', 'docs']

export function isChangeClass(text: string): text is ChangeClass {
  return CLASSES.some((each) => each === text)
}

/** Whether a change is of that class or a worse one. */
export function isAtLeast(change: Pick<Change, 'class'>, least: ChangeClass): boolean {
  return CLASSES.indexOf(change.class) <= CLASSES.indexOf(least)
}

export function worstOf(classes: readonly ChangeClass[]): ChangeClass {
  return CLASSES.find((each) => classes.includes(each)) ?? 'docs'
}

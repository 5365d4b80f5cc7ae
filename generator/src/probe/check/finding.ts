import type { JsonType } from '../../model/json.js'
import type { RuleOf } from '../../model/rules/facts.js'
import type { Rule } from '../../model/rules/rule.js'

export type Path = readonly (string | number)[]

/** What has to be different in a schema so that it holds for what came. */
export type Change =
  | { readonly kind: 'not-required'; readonly name: string }
  /** Where one field is, another need not be. */
  | { readonly kind: 'not-dependent'; readonly name: string; readonly other: string }
  | { readonly kind: 'null' }
  | { readonly kind: 'types'; readonly types: readonly JsonType[] }
  | { readonly kind: 'values'; readonly values: readonly unknown[] }
  | { readonly kind: 'field'; readonly name: string; readonly types: readonly JsonType[] }
  | {
      readonly kind: 'variant'
      /** A text; what came instead of one, where that was something else. */
      readonly tag: unknown
      /** Under which property the tag stands; absent where the tag is itself the key. */
      readonly property?: string
      /** What stands under the key; nothing for a variant that is its name alone. */
      readonly types?: readonly JsonType[]
    }
  /** One more member of a `oneOf` or `anyOf`, of these types. */
  | { readonly kind: 'member'; readonly types: readonly JsonType[] }
  /** One more member, for objects that have none of these fields. */
  | { readonly kind: 'kindless'; readonly names: readonly string[] }
  | { readonly kind: 'limit'; readonly word: LimitWord; readonly value: number }
  | { readonly kind: 'drop'; readonly word: string }
  | { readonly kind: 'any-of' }
  /** `false` as a schema. */
  | { readonly kind: 'allow' }
  // These are about operations.
  | {
      readonly kind: 'parameter'
      readonly name: string
      readonly place: 'query' | 'params'
      readonly types: readonly JsonType[]
    }
  | { readonly kind: 'response'; readonly status: string }
  | { readonly kind: 'error'; readonly code: number }

export type LimitWord =
  | 'minimum'
  | 'maximum'
  | 'exclusiveMinimum'
  | 'exclusiveMaximum'
  | 'minLength'
  | 'maxLength'
  | 'minItems'
  | 'maxItems'
  | 'minProperties'
  | 'maxProperties'

/**
 * - `problem`: the value is wrong, however it is read
 * - `exact`: counts only in strict mode
 * - `new`: right, but more than the document describes
 */
export type Degree = 'problem' | 'exact' | 'new'

/** One disagreement of a value and a schema. */
export interface Finding {
  readonly kind: Kind
  readonly degree: Degree
  readonly path: Path
  /** The schema that does not hold. */
  readonly rule: Rule
  readonly expected: string
  readonly received: string
  /** The same with the value itself, which may be nobody's business. */
  readonly receivedValue?: string
  /** Absent where no single change would help. */
  readonly change?: Change
}

export type Kind =
  | 'missing-field'
  | 'missing-header'
  | 'unexpected-null'
  | 'wrong-type'
  | 'wrong-value'
  | 'wrong-format'
  | 'out-of-bounds'
  | 'forbidden'
  | 'no-variant'
  | 'two-variants'
  | 'ambiguous'
  | 'too-deep'
  | 'unknown-field'
  | 'unknown-value'
  | 'unknown-variant'
  | 'unknown-status'
  | 'unknown-error'

/** What the checks of all kinds of rules share. */
export interface Checking {
  readonly ruleOf: RuleOf
  /** Fields that only travel the other way need not be there. */
  readonly leavesOut: 'read' | 'write'
  /** Everything about a value, with the fields that nothing knows. */
  readonly whole: (rule: Rule, value: unknown, path: Path) => Finding[]
  /** The fields that any rule for this object knows; `undefined` where any name is allowed. */
  readonly known: () => readonly string[] | undefined
  /** What one of several rules for a value says. */
  readonly part: (rule: Rule, value: unknown, path: Path) => Finding[]
  /** The same, as if there were no others. */
  readonly alone: (rule: Rule, value: unknown, path: Path) => Finding[]
}

export function isWrong({ degree }: Finding): boolean {
  return degree === 'problem'
}

/** Whether a finding counts only in strict mode. */
export function isInexact({ degree }: Finding): boolean {
  return degree !== 'new'
}

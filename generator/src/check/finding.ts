import type { JsonType } from '../model/json.js'
import type { Rule, RuleOf } from '../model/rules/rule.js'

export type Path = readonly (string | number)[]

/** How a schema has to change to accept a value. */
export type Change =
  | { readonly kind: 'not-required'; readonly name: string }
  /** A field is no longer required if another one is present. */
  | { readonly kind: 'not-dependent'; readonly name: string; readonly other: string }
  | { readonly kind: 'null' }
  | {
      readonly kind: 'types'
      readonly types: readonly JsonType[]
      /** What objects and lists among its values consist of. */
      readonly skeletons: readonly unknown[]
    }
  | { readonly kind: 'values'; readonly values: readonly unknown[] }
  | {
      readonly kind: 'field'
      readonly name: string
      readonly types: readonly JsonType[]
      /** What its values consist of, without the values. */
      readonly skeletons: readonly unknown[]
    }
  | {
      readonly kind: 'variant'
      /** Adds a variant with this tag; or its type, if the tag was not a string. */
      readonly tag: unknown
      /** The property that contains the tag; absent where the tag is itself the key. */
      readonly property?: string
      /** The payload; absent for a variant without one. */
      readonly types?: readonly JsonType[]
      /** What payloads consist of, or whole values where the tag is a property. */
      readonly skeletons: readonly unknown[]
    }
  /** Another member of a `oneOf` or `anyOf`, with these types. */
  | {
      readonly kind: 'member'
      readonly types: readonly JsonType[]
      readonly skeletons: readonly unknown[]
    }
  /** Another member, for objects that have none of these fields. */
  | { readonly kind: 'kindless'; readonly names: readonly string[] }
  | { readonly kind: 'limit'; readonly keyword: LimitKeyword; readonly value: number }
  | { readonly kind: 'drop'; readonly keyword: string }
  /** A format that has these values too. */
  | { readonly kind: 'format'; readonly format: string }
  | { readonly kind: 'any-of' }
  /** The schema `false`. */
  | { readonly kind: 'allow' }
  // The following are changes to operations.
  | {
      readonly kind: 'parameter'
      readonly name: string
      readonly place: 'query' | 'params'
      readonly types: readonly JsonType[]
    }
  | { readonly kind: 'response'; readonly status: string }
  /** Another media type of a response. */
  | { readonly kind: 'content'; readonly mediaType: string }
  | { readonly kind: 'error'; readonly code: number }

export type LimitKeyword =
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
 * - `problem`: the value is invalid under any interpretation
 * - `exact`: counts only in strict mode
 * - `new`: valid, but more than the document describes
 */
export type Degree = 'problem' | 'exact' | 'new'

/** One mismatch between a value and a schema. */
export interface Finding {
  readonly kind: Kind
  readonly degree: Degree
  readonly path: Path
  /** The schema that the value does not match. */
  readonly rule: Rule
  readonly expected: string
  readonly received: string
  /** The same with the actual value, which may be private. */
  readonly receivedValue?: string
  /** Absent if no single change would help. */
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
  | 'unknown-content-type'
  | 'not-json'
  | 'not-utf-8'
  | 'inexact-integer'
  | 'wrong-envelope'
  | 'server-error'
  | 'accepted-invalid'

/** The context of all checks. */
export interface Checking {
  readonly ruleOf: RuleOf
  /** Fields that are only sent in the other direction are not required. */
  readonly leavesOut: 'read' | 'write'
  /** All findings for a value, including undescribed fields. */
  readonly whole: (rule: Rule, value: unknown, path: Path) => Finding[]
  /** The fields that any rule for this object describes; `undefined` if any name is allowed. */
  readonly known: () => readonly string[] | undefined
  /** The findings of one of several rules for a value. */
  readonly part: (rule: Rule, value: unknown, path: Path) => Finding[]
  /** The same, as if it were the only rule. */
  readonly alone: (rule: Rule, value: unknown, path: Path) => Finding[]
}

export function isWrong({ degree }: Finding): boolean {
  return degree === 'problem'
}

/** Whether a finding counts only in strict mode. */
export function isInexact({ degree }: Finding): boolean {
  return degree !== 'new'
}

/** For lists that are usually empty: a value is looked at with hundreds of thousands of rules. */
export function add(found: Finding[], more: readonly Finding[]): void {
  for (const each of more) found.push(each)
}

import type { JsonType } from '../json.js'
import type { Source } from '../shapes/shape.js'
import type { TagStyle } from '../shapes/tagging.js'

export interface TextRule {
  readonly least?: number
  readonly most?: number
  readonly pattern?: Expression
  readonly format?: string
  /** Bytes where a message has them: in a form, or as a whole body. */
  readonly bytes?: true
}

/** A regular expression of the document that is safe to run. */
export interface Expression {
  readonly source: string
  readonly flags: 'u' | ''
  /** For expressions that would take hours for some texts in an engine that backtracks. */
  readonly program?: PatternProgram
}

/** A regular expression for a matcher that reads the text only once, whatever the expression is. */
export interface PatternProgram {
  /** The classes of single characters, as regular expressions. */
  readonly letters: readonly string[]
  readonly part: PatternPart
}

/** A character class, by its index; an assertion; a sequence; alternatives; a repetition. */
export type PatternPart =
  | number
  | '^'
  | '$'
  | '\\b'
  | '\\B'
  | readonly PatternPart[]
  | { readonly either: readonly PatternPart[] }
  | { readonly of: PatternPart; readonly least: number; readonly most?: number }
  | { readonly ahead: number; readonly not?: true }
  | { readonly behind: number; readonly not?: true }

export interface NumberRule {
  readonly least?: number
  readonly most?: number
  readonly above?: number
  readonly below?: number
  readonly step?: number
}

export interface ListRule {
  readonly first?: readonly Rule[]
  /** The items after the prefix, or all items. */
  readonly items?: Rule
  readonly least?: number
  readonly most?: number
  readonly unique?: true
  readonly contains?: { readonly rule: Rule; readonly least?: number; readonly most?: number }
  readonly unevaluated?: Rule
}

export interface FieldRule {
  readonly name: string
  readonly rule: Rule
  readonly required: boolean
  /** Required, but real payloads lack it, so only strict validation enforces it. */
  readonly missing?: true
  /** Only received, or only sent: not required in the other direction. */
  readonly flow?: 'read' | 'write'
}

export interface RecordRule {
  readonly fields: readonly FieldRule[]
  /** Required names that are not among the fields. */
  readonly required: readonly string[]
  readonly patterns: readonly { readonly name: Expression; readonly rule: Rule }[]
  /** The values of additional keys; absent if the document does not describe them. */
  readonly rest?: Rule
  readonly names?: Rule
  readonly least?: number
  readonly most?: number
  readonly dependents: readonly { readonly name: string; readonly others: readonly string[] }[]
  readonly dependentRules: readonly { readonly name: string; readonly rule: Rule }[]
  readonly unevaluated?: Rule
}

/** A `oneOf` or `anyOf`. */
export interface UnionRule {
  /** Exactly one of them is valid, or at least one. */
  readonly holds: 'one' | 'any'
  readonly members: readonly Rule[]
  /** How members are distinguished, with the tags of each one. */
  readonly tagging?: UnionTagging
}

export interface UnionTag {
  readonly tag: string
  /** The tag in JSON, if it is not a string. */
  readonly tagValue?: number | boolean
  readonly member: number
  readonly unit?: true
  /** The tag may be absent from values that have these properties. */
  readonly impliedBy?: readonly string[]
  /** Values with any other tag, or with none, are of this member. */
  readonly otherwise?: true
}

export interface UnionTagging {
  readonly style: TagStyle['style']
  readonly property?: string
  /** The index of the member by tag. */
  readonly tags: readonly UnionTag[]
}

/**
 * The exact constraints of a schema, from which validators are generated. A shape is what a
 * schema means as a TypeScript type; a rule is what it means in JSON Schema.
 * All parts of a rule apply, and each only constrains values of its own type.
 */
export interface Rule {
  /** No value is valid. */
  readonly never?: true
  /** `null` is valid too, regardless of the other parts. */
  readonly nullable?: true
  readonly types?: readonly JsonType[]
  readonly values?: readonly unknown[]
  /** The values are strings, and other strings are valid too. */
  readonly open?: true | 'always'
  readonly text?: TextRule
  readonly number?: NumberRule
  readonly list?: ListRule
  readonly record?: RecordRule
  /** The name of a declaration whose rule applies too. */
  readonly reference?: string
  readonly all?: readonly Rule[]
  readonly choices?: readonly UnionRule[]
  readonly not?: Rule
  readonly when?: { readonly condition: Rule; readonly met?: Rule; readonly unmet?: Rule }
  /** Its place, for names and messages. */
  readonly source?: Source
}

/** The rules that apply to the same value, one step inside a rule. */
export function rulesHere(rule: Rule): readonly Rule[] {
  const { all = [], choices = [], when, record } = rule
  return [
    ...all,
    ...choices.flatMap((choice) => choice.members),
    ...(when ? [when.condition, when.met, when.unmet].flatMap((each) => each ?? []) : []),
    ...(record?.dependentRules.map((each) => each.rule) ?? []),
  ]
}

/** Finds the rule of a declaration. */
export type RuleOf = (name: string) => Rule | undefined

/** The same with the rule of the declaration that it refers to. */
export function rulesOfValue(rule: Rule, ruleOf: RuleOf): readonly (Rule | undefined)[] {
  return [...rulesHere(rule), targetOf(rule, ruleOf)]
}

/** The rule of the declaration that a rule refers to. */
export function targetOf({ reference }: Rule, ruleOf: RuleOf): Rule | undefined {
  return reference === undefined ? undefined : ruleOf(reference)
}

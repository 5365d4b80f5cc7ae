import {
  type Case,
  memberRules,
  payloadKey,
  type Rule,
  type RuleOf,
  rulesTogether,
  taggedRules,
  type Union,
  type Value,
} from 'tagwire/emitter'

/** Keywords of JSON Schema that are passed to agents as they are. */
type Words = { readonly [word: string]: Value }

/** The rules that apply to a value, next to its shape. */
export interface RulesAt {
  /** The keywords for a text, a number, a list or an object. */
  readonly words: (rules: readonly Rule[]) => Words
  /** The rules of parts of the value. */
  readonly member: (rules: readonly Rule[], name: string) => Rule[]
  readonly items: (rules: readonly Rule[]) => Rule[]
  readonly values: (rules: readonly Rule[]) => Rule[]
  readonly payload: (rules: readonly Rule[], tagging: Union['tagging'], member: Case) => Rule[]
}

export function rulesAt(ruleOf: RuleOf): RulesAt {
  const together = (rules: readonly Rule[]): Rule[] => rulesTogether(rules, ruleOf)
  return {
    words: (rules) => Object.assign({}, ...together(rules).map(wordsOf)),
    member: (rules, name) => memberRules(together(rules), name),
    items: (rules) => together(rules).flatMap(({ list }) => list?.items ?? []),
    values: (rules) => together(rules).flatMap(({ record }) => record?.rest ?? []),
    payload(rules, tagging, member) {
      const own = together(taggedRules(together(rules), member.tag))
      const key = payloadKey(tagging, member)
      return key === undefined ? own : memberRules(own, key)
    },
  }
}

function wordsOf({ text, number, list, record }: Rule): Words {
  const all = {
    minLength: text?.least,
    maxLength: text?.most,
    pattern: text?.pattern?.source,
    minimum: number?.least,
    maximum: number?.most,
    exclusiveMinimum: number?.above,
    exclusiveMaximum: number?.below,
    multipleOf: number?.step,
    minItems: list?.least,
    maxItems: list?.most,
    uniqueItems: list?.unique,
    minProperties: record?.least,
    maxProperties: record?.most,
  }
  return Object.fromEntries(
    Object.entries(all).flatMap(([word, value]) => (value === undefined ? [] : [[word, value]])),
  )
}

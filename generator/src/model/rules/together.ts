import { reached } from '../collections/reached.js'
import { type Rule, type RuleOf, targetOf } from './rule.js'

// Combines the rules that apply to one value, for emitters that read rules as well as shapes.

/** The rules that apply to one value: those of `allOf` and `$ref`, without `null`. */
export function rulesTogether(rules: readonly (Rule | undefined)[], ruleOf: RuleOf): Rule[] {
  const parts = (rule: Rule): (Rule | undefined)[] => {
    const { all = [], choices = [] } = rule
    const alone = choices.flatMap(({ members }) => {
      const others = members.filter(({ types }) => types?.join() !== 'null')
      return others.length === 1 ? others : []
    })
    return [...all, targetOf(rule, ruleOf), ...alone]
  }
  return [...reached(rules, parts)]
}

/** The rules of a field of the value. */
export function memberRules(rules: readonly Rule[], name: string): Rule[] {
  return rules.flatMap(({ record }) =>
    (record?.fields ?? []).filter((field) => field.name === name).map((field) => field.rule),
  )
}

/** The rules of unions for a value with this tag. */
export function taggedRules(rules: readonly Rule[], tag: string): Rule[] {
  return rules.flatMap(({ choices = [] }) =>
    choices.flatMap(({ members, tagging }) =>
      (tagging?.tags ?? [])
        .filter((each) => each.tag === tag)
        .flatMap(({ member }) => members[member] ?? []),
    ),
  )
}

/**
 * Lists of fields of which at least one is required: `anyOf: [{ required: [a] }, { required: [b]
 * }]`.
 */
export function alternatives(rules: readonly Rule[]): string[][] {
  return rules
    .flatMap(({ choices = [] }) => choices.map(({ members }) => members.map(requiredAlone)))
    .flatMap((names) => (names.every((name) => name !== undefined) ? [names] : []))
}

function requiredAlone({ record, source: _, types: __, ...others }: Rule): string | undefined {
  const { fields = [], required = [] } = record ?? {}
  const names = [...required, ...fields.flatMap((field) => (field.required ? field.name : []))]
  return Object.keys(others).length === 0 && names.length === 1 ? names[0] : undefined
}

/** JSON Schema keywords of a rule that a shape cannot express. Code that uses only shapes should mention them. */
export function wordsBeyondShapes({ not, when, list, record }: Rule): string[] {
  const words = {
    not,
    if: when,
    contains: list?.contains,
    unevaluatedItems: list?.unevaluated,
    unevaluatedProperties: record?.unevaluated,
    propertyNames: record?.names,
    patternProperties: record?.patterns[0],
    dependentRequired: record?.dependents[0],
    dependentSchemas: record?.dependentRules[0],
  }
  return Object.entries(words).flatMap(([word, said]) => (said === undefined ? [] : [word]))
}

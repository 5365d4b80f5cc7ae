import type { Dictionary } from '../../../model/json.js'
import type { Rule } from '../../../model/rules/rule.js'
import type { Proof } from '../contain.js'
import { type Form, formOf } from '../form.js'
import { countOf, keyRules, possibleKeys, requiredKeys } from '../proof/inside-values.js'
import type { Search } from '../witness.js'
import { textsLike } from './pattern-texts.js'
import { refusedInside } from './values-inside.js'

const MOST_PAIRS = 8
const MOST_NAMED = 2
const MOST_NAMES = 12

/** Objects with as few fields as possible, with all, with one field less, and with one at its limits. */
export function* recordValues(
  search: Search,
  form: Form,
  others: readonly Form[],
): Generator<unknown> {
  const { proof, examples } = search
  const least = examples.object(form, 'required')
  const all = examples.object(form, 'all')
  if (least) yield least
  if (all) yield all
  const bases: readonly Dictionary[] = [least, all].filter((each) => each !== undefined)
  const required = requiredKeys(form, proof.leavesOut)
  const optional = Object.keys(all ?? {}).filter((key) => !required.has(key))
  for (const key of optional) if (all) yield without(all, key)
  const keys = keysNear(proof, form, others)
  for (const key of keys) {
    const rules = keyRules(form, key) ?? []
    for (const value of valuesAt(search, rules, others, key)) {
      for (const base of bases) yield { ...base, [key]: value }
    }
  }
  if (least) {
    for (const key of optional) yield { ...least, [key]: all?.[key] }
    yield* counted(search, form, others, least)
    const some = optional.slice(0, MOST_PAIRS)
    for (const one of some) {
      for (const two of some)
        if (one < two) yield { ...least, [one]: all?.[one], [two]: all?.[two] }
    }
  }
}

function without(value: Dictionary, key: string): Dictionary {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
}

/** The keys that the form describes; if others may be there, those of the other document among them. */
function keysNear(proof: Proof, form: Form, others: readonly Form[]): string[] {
  const own = possibleKeys(form, proof.leavesOut)
  const patterns = [...patternKeys([form]), ...namesAllowed(proof, form)]
  const { names, open } = form.names()
  const closed = form.records.some((each) => each.rest?.never)
  if (!open && (!proof.unnamed || closed)) return own
  const foreign = others.flatMap((each) => [...each.names().names])
  const isDescribed = (key: string): boolean =>
    names.size === 0 || keyRules(form, key) !== undefined
  const unnamed = [...patternKeys(others), 'zz', 'aaaaaaaaaaaaaaaa', 'A-1']
  const more = [
    ...foreign.filter((key) => open || isDescribed(key)),
    ...unnamed.filter((key) => proof.unnamed || isDescribed(key)),
  ]
  return [...new Set([...own, ...patterns, ...more])]
}

/** Some of the names that `propertyNames` allows. */
function namesAllowed({ from }: Proof, form: Form): string[] {
  const names = form.records.flatMap((each) => each.names ?? [])
  const values = names.length > 0 ? formOf(names, from.ruleOf).values : []
  return (values ?? []).filter((each) => typeof each === 'string').slice(0, MOST_NAMES)
}

function patternKeys(forms: readonly Form[]): string[] {
  return forms.flatMap(({ records }) =>
    records.flatMap((each) =>
      each.patterns.flatMap(({ name }) => textsLike(name.source).slice(0, 2)),
    ),
  )
}

function valuesAt(
  search: Search,
  rules: readonly Rule[],
  others: readonly Form[],
  key: string,
): readonly unknown[] {
  const { proof, examples } = search
  const there = others.map((each) => keyRules(each, key) ?? [])
  const one = examples.one(rules)
  // Null under one key may decide what a value is, although it is allowed there.
  const none = one !== null && proof.from.accepts(rules, null) ? [null] : []
  const simple = [...(one === undefined ? [] : [one]), ...there.flatMap(namedValues), ...none]
  return [...refusedInside(search, rules, there), ...simple]
}

/** What a condition may ask for. */
function namedValues(rules: readonly Rule[]): readonly unknown[] {
  return rules.flatMap(({ values }) => values?.slice(0, MOST_NAMED) ?? [])
}

/** As many fields as the limits of both documents allow, and one more. */
function* counted(
  { examples, proof }: Search,
  form: Form,
  others: readonly Form[],
  least: Dictionary,
): Generator<unknown> {
  const limits = [form, ...others].flatMap(({ records }) => {
    const count = countOf(records)
    return [count.least, count.most].filter(Number.isFinite)
  })
  if (!limits.some((each) => each > 0) || !(form.names().open || proof.unnamed)) return
  const value = examples.one(keyRules(form, 'k0') ?? [])
  for (const limit of new Set(limits.flatMap((each) => [each, each + 1]))) {
    if (limit > 60) continue
    const missing = Math.max(0, limit - Object.keys(least).length)
    const more = Array.from({ length: missing }, (_, index) => [`k${index}`, value] as const)
    yield { ...least, ...Object.fromEntries(more) }
  }
}

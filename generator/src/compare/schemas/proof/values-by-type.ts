import { matches } from '../../../check/texts.js'
import { isRequired, isTrivial } from '../../../model/rules/facts.js'
import type { ListRule, RecordRule, Rule } from '../../../model/rules/rule.js'
import type { Proof } from '../contain.js'
import { type Form, formOf, type Kind } from '../form.js'
import {
  countOf,
  itemRules,
  keyRules,
  ownKeyRules,
  possibleKeys,
  prefixLength,
  requiredKeys,
  restRules,
} from './inside-values.js'
import { matchesAllOf, matchNothingTogether } from './pattern-prefix.js'
import { rangeOf } from './range.js'

/** Whether values of one kind meet the keywords for it: limits, fields, items. */
export function keywordsHold(proof: Proof, form: Form, part: Rule, kind: Kind): boolean {
  const { types, values, open, text, number, list, record } = part
  if (types && !fitsTypes(form, types, kind)) return false
  if (values && !(kind === 'string' && open && proof.tolerant)) return false
  if (kind === 'string') return !text || textHolds(form, text)
  if (kind === 'number') return !number || numberHolds(form, number)
  if (kind === 'array') return !list || listHolds(proof, form, list)
  return kind !== 'object' || !record || recordHolds(proof, form, record)
}

function fitsTypes(form: Form, types: NonNullable<Rule['types']>, kind: Kind): boolean {
  if (types.includes(kind)) return true
  if (kind !== 'number' || !types.includes('integer')) return false
  return form.whole || form.steps.some(Number.isInteger)
}

/** Formats are annotations. */
function textHolds({ texts, patterns }: Form, text: NonNullable<Rule['text']>): boolean {
  const { least = 0, most = Infinity, pattern } = text
  if ((texts.least ?? 0) < least || (texts.most ?? Infinity) > most) return false
  return !pattern || patterns.some((each) => each.source === pattern.source)
}

function numberHolds(form: Form, number: NonNullable<Rule['number']>): boolean {
  const [own, other] = [rangeOf(form.numbers, form.whole), rangeOf(number, form.whole)]
  if (own.least < other.least || own.most > other.most) return false
  if (own.least === other.least && other.above && !own.above) return false
  if (own.most === other.most && other.below && !own.below) return false
  const { step } = number
  const steps = [...form.steps, ...(form.whole ? [1] : [])]
  return step === undefined || steps.some((each) => isMultiple(each, step))
}

/** Only of fractions that are exact in binary: 4.05 counts as a multiple of 0.01, but not of 0.001. */
function isMultiple(step: number, of: number): boolean {
  const isExact = (each: number): boolean => Number.isInteger(each * 1024)
  return step === of || (isExact(step) && isExact(of) && step % of === 0)
}

function listHolds(proof: Proof, form: Form, list: ListRule): boolean {
  const { first = [], items, least = 0, most = Infinity, unique, contains, unevaluated } = list
  const own = countOf(form.lists)
  if (own.least < least || own.most > most) return false
  if (unique && own.most > 1 && !form.lists.some((each) => each.unique)) return false
  const positions = Math.max(prefixLength(form), first.length)
  for (let index = 0; index < positions && index < own.most; index++) {
    const rules = itemRules(form, index)
    if (rules.some((each) => each.never)) break
    const other = first[index] ?? items
    if (other && !proof.contains(rules, [other])) return false
  }
  const rest = itemRules(form, positions)
  const ends = own.most <= positions || rest.some((each) => each.never)
  if (items && !ends && !proof.contains(rest, [items])) return false
  if (contains && !containsHolds(proof, form, contains)) return false
  return !unevaluated || isTrivial(unevaluated)
}

function containsHolds(
  proof: Proof,
  form: Form,
  contains: NonNullable<ListRule['contains']>,
): boolean {
  const { least = 1, most = Infinity, rule } = contains
  const text = proof.to.text(rule)
  const same = form.lists.some((each) => {
    const own = each.contains
    if (!own || proof.from.text(own.rule) !== text || !proof.isSame(text)) return false
    return (own.least ?? 1) >= least && (own.most ?? Infinity) <= most
  })
  if (same) return true
  if (most < Infinity || countOf(form.lists).least < least) return least === 0 && most === Infinity
  return prefixLength(form) === 0 && proof.exact.contains(itemRules(form, 0), [rule])
}

function recordHolds(proof: Proof, form: Form, record: RecordRule): boolean {
  const { leavesOut, tolerant } = proof
  const required = requiredKeys(form, leavesOut)
  const keys = possibleKeys(form, leavesOut)
  const needed = [
    ...record.fields
      .filter((each) => isRequired(each, leavesOut) && !(tolerant && each.missing))
      .map((each) => each.name),
    ...record.required,
  ]
  if (needed.some((key) => !required.has(key))) return false
  return (
    keys.every((key) => keyHolds(proof, form, record, key)) &&
    othersHold(proof, form, record) &&
    countHolds(proof, form, record, required.size, keys.length) &&
    namesHold(proof, form, record, keys) &&
    dependentsHold(proof, form, record, keys) &&
    (!record.unevaluated ||
      isTrivial(record.unevaluated) ||
      (tolerant && record.unevaluated.never === true))
  )
}

/** The value of a key that the form describes. */
function keyHolds(proof: Proof, form: Form, record: RecordRule, key: string): boolean {
  const others = ownKeyRules(record, key) ?? []
  const [only] = others
  if (!only || (proof.tolerant && only.never && only === record.rest)) return true
  return proof.contains(keyRules(form, key) ?? [], others)
}

/** The values of keys without a name: those of patterns and of `additionalProperties`. */
function othersHold(proof: Proof, form: Form, record: RecordRule): boolean {
  const { names, open } = form.names()
  if (!isOpen(proof, form)) return true
  const free = record.fields.filter((each) => !names.has(each.name))
  const rest = record.rest && !(proof.tolerant && record.rest.never) ? [record.rest] : []
  const fits = (rules: readonly Rule[], others: readonly Rule[]): boolean =>
    others.every((each) => proof.contains(rules, [each]))
  const patterns = form.records.flatMap((each) => each.patterns)
  const inPatterns = patterns.every(({ name }) => {
    const own = patterns.filter((each) => matchesAllOf(each.name, name))
    const both = record.patterns.filter((each) => !matchNothingTogether(each.name, name))
    const isDescribed = both.some((each) => matchesAllOf(each.name, name))
    const fields = free.filter((each) => matches(name, each.name))
    return fits(
      own.map((each) => each.rule),
      [...[...both, ...fields].map((each) => each.rule), ...(isDescribed ? [] : rest)],
    )
  })
  if (!inPatterns || form.records.some((each) => each.rest?.never)) return inPatterns
  const own = restRules(form)
  // Only keys of patterns are described.
  if (own.length === 0 && patterns.length > 0 && !isAny(form) && !proof.unnamed) return true
  // A key that a pattern of the form always matches is no other key.
  const apart = record.patterns.filter(
    ({ name }) => !patterns.some((each) => matchesAllOf(each.name, name)),
  )
  const others = [...apart, ...(open ? free : [])].map((each) => each.rule)
  return fits(own, [...others, ...rest])
}

/** Whether there may be keys without a name. */
function isOpen({ unnamed }: Proof, form: Form): boolean {
  return form.names().open || (unnamed && !form.records.some((each) => each.rest?.never))
}

/** Whether keys that no other rule describes have values. */
function isAny({ records }: Form): boolean {
  return records.some(({ unevaluated }) => unevaluated && !unevaluated.never)
}

function countHolds(
  proof: Proof,
  form: Form,
  record: RecordRule,
  required: number,
  keys: number,
): boolean {
  const own = countOf(form.records)
  const most = isOpen(proof, form) ? own.most : Math.min(own.most, keys)
  return Math.max(own.least, required) >= (record.least ?? 0) && most <= (record.most ?? Infinity)
}

function namesHold(
  proof: Proof,
  form: Form,
  { names }: RecordRule,
  keys: readonly string[],
): boolean {
  if (!names) return true
  if (!keys.every((key) => proof.to.accepts([names], key))) return false
  if (!isOpen(proof, form)) return true
  const own = form.records.flatMap((each) => each.names ?? [])
  return proof.holds(formOf([{ types: ['string'] }, ...own], proof.from.ruleOf), [names])
}

function dependentsHold(
  proof: Proof,
  form: Form,
  { dependents }: RecordRule,
  keys: readonly string[],
): boolean {
  const required = requiredKeys(form, proof.leavesOut)
  const own = form.records.flatMap((each) => each.dependents)
  const isThere = (key: string): boolean => keys.includes(key) || form.names().open
  return dependents.every(
    ({ name, others }) =>
      !isThere(name) ||
      others.every(
        (other) =>
          required.has(other) ||
          own.some((each) => each.name === name && each.others.includes(other)),
      ),
  )
}

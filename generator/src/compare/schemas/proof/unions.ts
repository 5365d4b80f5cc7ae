import { isNullPayload } from '../../../model/rules/null.js'
import { recordRule } from '../../../model/rules/record-rule.js'
import type { Rule, UnionRule } from '../../../model/rules/rule.js'
import { type Kind, type Kinds, kindsOf } from '../../../model/rules/union-kinds.js'
import { tagsAreKeys } from '../../../model/shapes/tagging.js'
import type { Proof } from '../contain.js'
import { type Form, formOf, narrowed } from '../form.js'
import { keyRules, possibleKeys, requiredKeys } from './inside-values.js'

/** Whether every value of a form fits a union, as validators read unions. */
export function unionHolds(
  proof: Proof,
  form: Form,
  choice: UnionRule,
  around: readonly Rule[],
): boolean {
  if (!proof.goesOn()) return false
  const text = proof.to.text(choice)
  const { from, isSame } = proof
  if (form.choices.some((each) => from.text(each) === text) && isSame(text)) return true
  const kinds = kindsOf(choice)
  if (!kinds) return memberHolds(proof, form, choice)
  return tagsAreKeys(kinds)
    ? keyHolds(proof, form, kinds, choice.holds, around)
    : propertyHolds(proof, form, kinds)
}

function memberHolds(proof: Proof, form: Form, choice: UnionRule): boolean {
  const { members, holds } = choice
  const one = holds === 'one' && !proof.tolerant
  return members.some(
    (member) =>
      proof.holds(form, [member]) &&
      (!one || members.every((other) => other === member || proof.isApart(form, [other]))),
  )
}

/** The few values that a key has. */
function valuesUnder({ from }: Proof, rules: readonly Rule[]): readonly unknown[] | undefined {
  const { values } = formOf(rules, from.ruleOf)
  return values?.filter((each) => from.accepts(rules, each))
}

function propertyHolds(proof: Proof, form: Form, found: Kinds): boolean {
  const { property, kinds, other } = found
  if (other && isOtherKind(proof, form, property, kinds)) return proof.holds(form, [other.rule])
  const rules = keyRules(form, property)
  if (!rules || form.kinds.some((kind) => kind !== 'object')) return false
  if (proof.from.accepts(rules, null)) return false
  const isThere = requiredKeys(form, proof.leavesOut).has(property)
  const values = valuesUnder(proof, rules)
  if (!values) return isThere && anyTagHolds(proof, form, rules, found)
  if (!isThere && !holdsWithoutTag(proof, form, property, kinds)) return false
  return values.every((value) => {
    const known = kinds.find(({ wire }) => wire === value) ?? other
    if (!known) return proof.tolerant && kinds.some(({ wire }) => typeof wire === typeof value)
    const only = values.length > 1 || !isThere ? withTag(proof, form, property, value) : form
    return proof.holds(only, [known.rule])
  })
}

/** The same for a tag with any number of values: those of kinds, and all others. */
function anyTagHolds(
  proof: Proof,
  form: Form,
  rules: readonly Rule[],
  { property, kinds, other }: Kinds,
): boolean {
  const types = new Set<string>(kinds.map(({ wire }) => typeof wire))
  const isRead = formOf(rules, proof.from.ruleOf).kinds.every((each) => types.has(each))
  return (
    (other ? proof.holds(form, [other.rule]) : proof.tolerant && isRead) &&
    kinds
      .filter(({ wire }) => proof.from.accepts(rules, wire))
      .every(({ wire, rule }) => proof.holds(withTag(proof, form, property, wire), [rule]))
  )
}

/** Whether no value has the tag of a kind but that of all others. */
function isOtherKind(
  { from }: Proof,
  form: Form,
  property: string,
  kinds: readonly Kind[],
): boolean {
  if (form.kinds.some((kind) => kind !== 'object')) return false
  const rules = keyRules(form, property)
  const named = kinds.filter((each) => !each.otherwise && !each.impliedBy)
  if (named.length + 1 < kinds.length) return false
  return rules !== undefined && named.every(({ wire }) => !from.accepts(rules, wire))
}

function withTag({ from }: Proof, form: Form, property: string, value: unknown): Form {
  const tag = recordRule([{ name: property, rule: { values: [value] }, required: true }])
  return narrowed(form, [tag], from.ruleOf)
}

/** Values without a tag are of the kind whose other properties they have, of the one with the most. */
function holdsWithoutTag(
  proof: Proof,
  form: Form,
  property: string,
  kinds: readonly Kind[],
): boolean {
  const required = requiredKeys(form, proof.leavesOut)
  const possible = new Set(possibleKeys(form, proof.leavesOut))
  const implied = kinds.flatMap((kind) =>
    kind.impliedBy ? [{ ...kind, impliedBy: kind.impliedBy }] : [],
  )
  const sizes = implied.flatMap(({ impliedBy }) =>
    impliedBy.every((name) => required.has(name)) ? [impliedBy.length] : [],
  )
  const most = Math.max(...sizes)
  return (
    sizes.length > 0 &&
    implied
      .filter(({ impliedBy }) => impliedBy.length >= most)
      .filter(({ impliedBy }) => impliedBy.every((name) => possible.has(name) || form.names().open))
      .every(({ wire, rule }) => {
        // Only strictly is a tag required that has a default.
        const value = withTag(proof, form, property, wire)
        return proof.holds(proof.tolerant ? value : form, [rule])
      })
  )
}

/** Exactly one key of a kind, or its bare name; in `anyOf` at least one. */
function keyHolds(
  proof: Proof,
  form: Form,
  { kinds }: Kinds,
  holds: UnionRule['holds'],
  around: readonly Rule[],
): boolean {
  const [kind] = form.kinds
  if (form.kinds.length === 1 && kind === 'string') return proof.tolerant
  if (kind !== 'object' || form.kinds.length > 1) return false
  const present = kinds.flatMap((each) => {
    const presence = presenceOf(proof, form, each)
    return presence ? [{ ...each, presence }] : []
  })
  if (present.length === 0) {
    const known = knownIn(proof, around)
    const required = requiredKeys(form, proof.leavesOut)
    const isNew = (key: string): boolean => required.has(key) && !known.has(key)
    return proof.tolerant && possibleKeys(form, proof.leavesOut).some(isNew)
  }
  if (!present.some((each) => each.presence === 'always')) return false
  if (present.length > 1 && holds === 'one') return false
  return present.every(({ tag, rule, presence }) =>
    proof.holds(presence === 'always' ? form : withPayload(proof, form, tag, rule), [rule]),
  )
}

/** Whether values are of a kind, by its key: always, sometimes, or (`undefined`) never. */
function presenceOf(
  { from, to, leavesOut }: Proof,
  form: Form,
  { tag, rule }: Kind,
): 'always' | 'sometimes' | undefined {
  const rules = keyRules(form, tag) ?? []
  const isDescribed = possibleKeys(form, leavesOut).includes(tag)
  if (!isDescribed && (!form.names().open || rules.some((each) => each.never))) return undefined
  const isPayload = isNullPayload(rule, tag, to.ruleOf)
  const hasNull = from.accepts(rules, null)
  if (formOf(rules, from.ruleOf).never && !(hasNull && isPayload)) return undefined
  const isThere = requiredKeys(form, leavesOut).has(tag)
  return isThere && (isPayload || !hasNull) ? 'always' : 'sometimes'
}

/** The values that are of a kind. */
function withPayload({ from, to }: Proof, form: Form, key: string, rule: Rule): Form {
  const payload: Rule = isNullPayload(rule, key, to.ruleOf) ? {} : { not: { values: [null] } }
  const kind = recordRule([{ name: key, rule: payload, required: true }])
  return narrowed(form, [kind], from.ruleOf)
}

/** The fields that a reader of the other document knows here. */
function knownIn(proof: Proof, rules: readonly Rule[]): ReadonlySet<string> {
  return formOf(rules, proof.to.ruleOf).names().names
}

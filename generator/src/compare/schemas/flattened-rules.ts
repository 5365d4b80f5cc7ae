import { reached } from '../../model/collections/reached.js'
import type { JsonType } from '../../model/json.js'
import { fieldNames, isTrivial } from '../../model/rules/facts.js'
import { isNull, withoutNullMember } from '../../model/rules/null.js'
import {
  type Expression,
  type ListRule,
  type NumberRule,
  type RecordRule,
  type Rule,
  type RuleOf,
  rulesOfValue,
  type TextRule,
  type UnionRule,
} from '../../model/rules/rule.js'
import { kindsOf } from '../../model/rules/union-kinds.js'
import { withEvaluated } from './proof/evaluated-keys.js'

/** The types of values besides `null`, which the interpreter checks on its own. */
export const KINDS = ['boolean', 'number', 'string', 'array', 'object'] as const
export type Kind = (typeof KINDS)[number]

/**
 * Everything that several rules say of one value that is not `null`: `allOf`, references and unions of one member are
 * resolved, and limits are the tightest ones.
 */
export interface Form {
  /** What applies, each part without `allOf` and references. */
  readonly parts: readonly Rule[]
  /** The type that it is, if it is nothing more. */
  readonly lone?: string
  /** Keys that its values may have besides, because a union says so. */
  readonly besides: readonly string[]
  /** The names of fields that a value may have without being more than the document describes. */
  readonly names: () => Names
  /** Other members of unions without tags, whose fields a value may have, too. */
  readonly siblings: readonly Rule[]
  readonly never: boolean
  readonly kinds: readonly Kind[]
  /** Numbers are integers. */
  readonly whole: boolean
  readonly values?: readonly unknown[]
  readonly numbers: NumberRule
  readonly steps: readonly number[]
  readonly texts: Pick<TextRule, 'least' | 'most'>
  readonly patterns: readonly Expression[]
  /** Annotations, for examples that look right. */
  readonly formats: readonly string[]
  readonly lists: readonly ListRule[]
  readonly records: readonly RecordRule[]
  readonly choices: readonly UnionRule[]
  readonly nots: readonly Rule[]
  readonly whens: readonly NonNullable<Rule['when']>[]
}

export function formOf(rules: readonly Rule[], ruleOf: RuleOf): Form {
  const lone = loneReference(rules)
  return {
    ...formFrom(partsOf(rules, ruleOf), ruleOf),
    ...(lone === undefined ? {} : { lone }),
  }
}

function formFrom(parts: readonly Rule[], ruleOf: RuleOf, siblings: readonly Rule[] = []): Form {
  let names: Names | undefined
  const values = valuesIn(parts)
  const numbers = parts.flatMap((each) => each.number ?? [])
  const texts = parts.flatMap((each) => each.text ?? [])
  const kinds = kindsIn(parts)
  return {
    parts,
    siblings,
    besides: [],
    names: () => {
      names ??= describedNames(parts, siblings, ruleOf)
      return names
    },
    never: parts.some((each) => each.never) || kinds.length === 0 || values?.length === 0,
    kinds,
    whole: parts.some(({ types }) => types?.includes('integer') && !types.includes('number')),
    ...(values ? { values } : {}),
    numbers: rangeOf(numbers),
    steps: [...new Set(numbers.flatMap((each) => each.step ?? []))],
    texts: rangeOf(texts),
    patterns: texts.flatMap((each) => each.pattern ?? []),
    formats: texts.flatMap((each) => each.format ?? []),
    lists: parts.flatMap((each) => each.list ?? []),
    records: parts.flatMap((each) => each.record ?? []),
    choices: parts.flatMap((each) => each.choices ?? []),
    nots: parts.flatMap((each) => each.not ?? []),
    whens: parts.flatMap((each) => each.when ?? []),
  }
}

/** The same with more rules, and without the union or condition that they were chosen from. */
export function narrowed(
  form: Form,
  more: readonly Rule[],
  ruleOf: RuleOf,
  from?: UnionRule | Rule['when'],
): Form {
  const left = form.parts.map((part): Rule => {
    const { choices, when, ...own } = part
    const others = choices?.filter((each) => each !== from)
    return {
      ...own,
      ...(others && others.length > 0 ? { choices: others } : {}),
      ...(when && when !== from ? { when } : {}),
    }
  })
  const kept = left.filter((each) => !isTrivial(each))
  // A member of a union is its type, whatever else the union says of it.
  const lone = kept.length === 0 ? loneReference(more.slice(0, 1)) : undefined
  const members = from && 'members' in from && !kindsOf(from) ? from.members : []
  const siblings = [...form.siblings, ...members]
  const parts = [...kept, ...partsOf(more, ruleOf)]
  const made = formFrom(parts, ruleOf, siblings)
  if (lone === undefined || hasMoreNames(made, parts, ruleOf)) return made
  return { ...made, lone, besides: more.slice(1).flatMap(possibleNames) }
}

function possibleNames({ record }: Rule): string[] {
  return record?.fields.flatMap(({ name, rule }) => (rule.never ? [] : [name])) ?? []
}

/** Whether values may have fields of other members, so that they are more than values of their type. */
function hasMoreNames({ siblings, names }: Form, parts: readonly Rule[], ruleOf: RuleOf): boolean {
  if (siblings.length === 0) return false
  const [own, all] = [describedNames(parts, [], ruleOf), names()]
  return own.names.size < all.names.size || own.open !== all.open
}

/** All rules of one value that is not `null`, those of `allOf` and of references among them. */
export function partsOf(rules: readonly Rule[], ruleOf: RuleOf): Rule[] {
  const found: Rule[] = []
  const seen = new Set<string>()
  const visit = (rule: Rule): void => {
    const {
      all = [],
      reference,
      nullable: _,
      ...own
    } = withoutDependents(withEvaluated(rule, ruleOf))
    const { single, several } = unionsOf(rule)
    if (!isTrivial(own) || several.length > 0) {
      found.push({ ...own, ...(several.length > 0 ? { choices: several } : {}) })
    }
    found.push(...dependentParts(rule))
    all.forEach(visit)
    single.forEach(visit)
    if (reference === undefined || seen.has(reference)) return
    seen.add(reference)
    visit(ruleOf(reference) ?? {})
  }
  rules.forEach(visit)
  return found
}

/** What holds of objects that have a key, as conditions: `dependentSchemas` means the same as `if` and `then`. */
function dependentParts({ record }: Rule): readonly Rule[] {
  if (!record || record.dependentRules.length === 0) return []
  const known = dependents.get(record)
  if (known) return known
  const lists = { fields: [], patterns: [], dependents: [], dependentRules: [] }
  const made = record.dependentRules.map(({ name, rule: met }): Rule => {
    const condition: Rule = { types: ['object'], record: { ...lists, required: [name] } }
    return { when: { condition, met } }
  })
  dependents.set(record, made)
  return made
}

/** Conditions are recognised by what they are, so they are made once. */
const dependents = new WeakMap<RecordRule, readonly Rule[]>()

function withoutDependents({ record, ...rule }: Rule): Rule {
  return record ? { ...rule, record: { ...record, dependentRules: [] } } : rule
}

interface Unions {
  /** The members of unions of one, which mean the same as these unions. */
  readonly single: readonly Rule[]
  readonly several: readonly UnionRule[]
}

/** The unions of a rule, without null. */
export function unionsOf({ choices = [] }: Rule): Unions {
  const unions = choices.map(withoutNull)
  return {
    single: unions.filter(isSingle).flatMap(({ members }) => members),
    several: unions.filter((each) => !isSingle(each)),
  }
}

/** A union without its `null`, which is compared on its own. */
function withoutNull(choice: UnionRule): UnionRule {
  const left = withoutNullMember(choice)
  return left.members.length === 0 ? { ...left, members: [{ never: true }] } : left
}

/** A union of one is its member; a tagged one has room for kinds that readers do not know. */
function isSingle({ members, tagging }: UnionRule): boolean {
  return members.length === 1 && !tagging
}

/** The only reference that rules consist of, so that they mean the same as the type of that name. */
export function loneReference(rules: readonly Rule[]): string | undefined {
  const names: string[] = []
  const visit = (rule: Rule): boolean => {
    const { all = [], reference, choices = [], ...own } = rule
    if (!isTrivial(own) || choices.length > 1) return false
    if (reference !== undefined) names.push(reference)
    const [choice] = choices
    if (!choice) return all.every(visit)
    const members = choice.members.filter((each) => !isNull(each))
    return members.length === 1 && !choice.tagging && [...all, ...members].every(visit)
  }
  const alone = rules.every(visit)
  return alone && names.length === 1 ? names[0] : undefined
}

export interface Names {
  readonly names: ReadonlySet<string>
  /** Other names have values of a certain type. */
  readonly open: boolean
}

/** Names that only an unrestricted `additionalProperties` allows are not described. */
function describedNames(rules: readonly Rule[], siblings: readonly Rule[], ruleOf: RuleOf): Names {
  const all = (from: readonly Rule[]): Rule[] => [
    ...reached(from, (rule) => rulesOfValue(rule, ruleOf)),
  ]
  const own = all(rules)
  const isClosed = rules.some(({ record }) => record?.rest?.never)
  // An object without described fields is a map of anything.
  const isMap = own.every((rule) => fieldNames(rule).length === 0) && !isClosed
  // What another member allows for any name is described here, too.
  const described = siblings.length > 0 ? [...own, ...all(siblings)] : own
  return { names: new Set(described.flatMap(fieldNames)), open: isMap || described.some(isTyped) }
}

/** Whether a rule says of which type the values of other names are. */
function isTyped({ record }: Rule): boolean {
  if (!record) return false
  const limited = [record.rest, record.unevaluated]
  return (
    record.patterns.length > 0 || limited.some((each) => each && !each.never && !isTrivial(each))
  )
}

function kindsIn(parts: readonly Rule[]): Kind[] {
  return KINDS.filter((kind) =>
    parts.every(
      ({ types, not }) =>
        (types === undefined || types.some((each) => kindOf(each) === kind)) &&
        !(not && isWhole(not, kind)),
    ),
  )
}

/** Whether a rule is for all values of a type, and says nothing else of them. */
function isWhole({ types, source: _, nullable: __, ...others }: Rule, kind: Kind): boolean {
  return Object.keys(others).length === 0 && (types?.some((each) => each === kind) ?? false)
}

function kindOf(type: JsonType): string {
  return type === 'integer' ? 'number' : type
}

function valuesIn(parts: readonly Rule[]): readonly unknown[] | undefined {
  const lists = parts.flatMap(({ values }) => (values ? [values] : []))
  const [first, ...others] = lists
  if (!first) return undefined
  const texts = others.map((list) => new Set(list.map((each) => JSON.stringify(each))))
  return first.filter(
    (each) => each !== null && texts.every((set) => set.has(JSON.stringify(each))),
  )
}

/** The limits of lengths, of counts, or of numbers. */
type Range = Pick<NumberRule, 'least' | 'most' | 'above' | 'below'>

/** The tightest of all limits. */
export function rangeOf(limits: readonly Range[]): Range {
  const found: { -readonly [Key in keyof Range]: Range[Key] } = {}
  for (const key of ['least', 'above', 'most', 'below'] as const) {
    const values = limits.flatMap((each) => each[key] ?? [])
    const isLower = key === 'least' || key === 'above'
    if (values.length > 0) found[key] = isLower ? Math.max(...values) : Math.min(...values)
  }
  return found
}

import { reached } from '../../model/collections/reached.js'
import type { JsonType } from '../../model/json.js'
import { fieldNames, isAnyObject, isTrivial } from '../../model/rules/facts.js'
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
import { loneReference, partsOf } from './flattened-rules.js'

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
  /** The only values that are possible, if they are listed. */
  readonly values: readonly unknown[] | undefined
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
  const form = formFrom(partsOf(rules, ruleOf), ruleOf)
  const lone = loneReference(rules)
  return lone === undefined ? form : { ...form, lone }
}

function formFrom(parts: readonly Rule[], ruleOf: RuleOf, siblings: readonly Rule[] = []): Form {
  let names: Names | undefined
  const values = valuesIn(parts)
  const kinds = kindsIn(parts)
  const { numbers, texts, lists, records, choices, nots, whens } = saidBy(parts)
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
    values,
    numbers: tightest(numbers),
    steps: [...new Set(numbers.flatMap((each) => each.step ?? []))],
    texts: tightest(texts),
    patterns: texts.flatMap((each) => each.pattern ?? []),
    formats: texts.flatMap((each) => each.format ?? []),
    lists,
    records,
    choices,
    nots,
    whens,
  }
}

/** What all parts say, by what it is about. In one loop, because every branch of every union is a form. */
function saidBy(parts: readonly Rule[]) {
  const [numbers, texts]: [NumberRule[], TextRule[]] = [[], []]
  const [lists, records]: [ListRule[], RecordRule[]] = [[], []]
  const [choices, nots]: [UnionRule[], Rule[]] = [[], []]
  const whens: NonNullable<Rule['when']>[] = []
  for (const each of parts) {
    if (each.number) numbers.push(each.number)
    if (each.text) texts.push(each.text)
    if (each.list) lists.push(each.list)
    if (each.record) records.push(each.record)
    if (each.choices) choices.push(...each.choices)
    if (each.not) nots.push(each.not)
    if (each.when) whens.push(each.when)
  }
  return { numbers, texts, lists, records, choices, nots, whens }
}

/** The same with more rules, and without the union or condition that they were chosen from. */
export function narrowed(
  form: Form,
  more: readonly Rule[],
  ruleOf: RuleOf,
  from?: UnionRule | Rule['when'],
): Form {
  const left = form.parts.map((part): Rule => {
    if (!part.choices && !part.when) return part
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
  const unions = own.flatMap(({ choices = [] }) => choices)
  const members = [...siblings, ...unions.flatMap((each) => each.members)]
  const open = isMap || described.some(isTyped) || members.some(isAnyObject)
  return { names: new Set(described.flatMap(fieldNames)), open }
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
export function tightest(limits: readonly Range[]): Range {
  const found: { -readonly [Key in keyof Range]: Range[Key] } = {}
  for (const key of ['least', 'above', 'most', 'below'] as const) {
    const values = limits.flatMap((each) => each[key] ?? [])
    const isLower = key === 'least' || key === 'above'
    if (values.length > 0) found[key] = isLower ? Math.max(...values) : Math.min(...values)
  }
  return found
}

import { canonical } from '../../model/json.js'
import { isNull } from '../../model/rules/null.js'
import type { FieldRule, ListRule, RecordRule, Rule, UnionRule } from '../../model/rules/rule.js'

/**
 * Text that is equal for rules of equal types. What is no part of a type does not count: limits, documentation, and how it
 * is written, so that `allOf: [$ref]` is `$ref`.
 */
export function typeText(rule: Rule): string {
  return canonical(typeOf(rule))
}

/** Nothing if it can be anything. */
function typeOf(rule: Rule): unknown {
  const { types, others, records, isNullable } = partsOf(rule)
  const fields = fieldsOf(records)
  const more = fields === undefined ? others : [...others, fields]
  const said = distinct(more.length > 0 ? more : narrowest(types))
  return said.length > 0 ? { said, isNullable } : undefined
}

/** What a rule says of types. All of it holds. */
interface TypeParts {
  /** Types of JSON, with formats. What else is said says more. */
  readonly types: readonly string[]
  /** Names, listed values, lists and unions. */
  readonly others: readonly unknown[]
  readonly records: readonly RecordRule[]
  readonly isNullable: boolean
}

const NOTHING: TypeParts = { types: [], others: [], records: [], isNullable: false }

function partsOf(rule: Rule): TypeParts {
  const { nullable, all = [], choices = [] } = rule
  const parts = [ownParts(rule), ...all.map(partsOf), ...choices.map(partsOfUnion)].filter(
    ({ types, others, records }) => types.length + others.length + records.length > 0,
  )
  return {
    types: parts.flatMap(({ types }) => types),
    others: parts.flatMap(({ others }) => others),
    records: parts.flatMap(({ records }) => records),
    isNullable: nullable ?? (parts.length > 0 && parts.every((each) => each.isNullable)),
  }
}

function ownParts(rule: Rule): TypeParts {
  const { never, values, open, reference, list, record } = rule
  const own = values ? partsOfValues(values, open) : partsOfTypes(rule)
  const items = list && itemsOf(list)
  const others = [never && { never }, reference && { reference }, items].filter(Boolean)
  return { ...own, others: [...own.others, ...others], records: record ? [record] : [] }
}

function partsOfValues(all: readonly unknown[], open: Rule['open']): TypeParts {
  const values = [...new Set(all)].filter((value) => value !== null)
  if (values.length === 0) return { ...NOTHING, types: ['null'] }
  return { ...NOTHING, others: [{ values, open }], isNullable: all.includes(null) }
}

function partsOfTypes({ types = [], text }: Rule): TypeParts {
  const present = types.filter((type) => type !== 'null')
  const isNullable = present.length < types.length
  if (present.length > 1) {
    const members = present.map((type) => ({ types: [type], ...(text ? { text } : {}) }))
    return { ...NOTHING, others: [membersOf(members)], isNullable }
  }
  const [type] = present
  if (!type) return isNullable ? { ...NOTHING, types: ['null'] } : NOTHING
  const format = text?.format === undefined ? type : `${type} ${text.format}`
  return { ...NOTHING, types: [text?.bytes ? 'bytes' : format], isNullable }
}

/** A union of one is its member. */
function partsOfUnion({ members }: UnionRule): TypeParts {
  const present = members.filter((each) => !isNull(each))
  const isNullable = present.length < members.length
  const [only, ...more] = present
  if (!only) return { ...NOTHING, types: ['null'] }
  if (more.length > 0) return { ...NOTHING, others: [membersOf(present)], isNullable }
  const parts = partsOf(only)
  return { ...parts, isNullable: isNullable || parts.isNullable }
}

function membersOf(members: readonly Rule[]): unknown {
  return { members: members.map(typeOf) }
}

/** Nothing for a list of anything. */
function itemsOf({ first, items = {} }: ListRule): unknown {
  const each = typeOf(items)
  return first || each !== undefined ? { first: first?.map(typeOf), items: each } : undefined
}

/** Nothing for an object of anything. */
function fieldsOf(records: readonly RecordRule[]): unknown {
  const described = new Map<string, Omit<FieldRule, 'name' | 'rule'> & { readonly rules: Rule[] }>()
  for (const { name, rule, ...facts } of records.flatMap(({ fields }) => fields)) {
    const { rules = [], required = false } = described.get(name) ?? {}
    described.set(name, { ...facts, required: required || facts.required, rules: [...rules, rule] })
  }
  const required = new Set(records.flatMap((each) => each.required))
  const fields = [...described].map(([name, { rules, ...facts }]) => {
    const type = typeOf({ all: rules })
    return { ...facts, name, required: facts.required || required.has(name), type }
  })
  const others = [...required].filter((name) => !described.has(name)).sort()
  const rest = records.flatMap(restOf)
  const isAnything = fields.length + others.length === 0 && rest.every((each) => each === undefined)
  return isAnything ? undefined : { fields, others, rest }
}

/** What fields have that are not described, if a type has them. */
function restOf({ patterns, rest }: RecordRule): unknown[] {
  const named = patterns.map(({ rule }) => (rest ? typeOf(rule) : undefined))
  return rest && !rest.never ? [...named, typeOf(rest)] : named
}

/** An integer is a number, and a text with a format is a text. */
function narrowest(types: readonly string[]): readonly string[] {
  const isWider = (type: string, other: string): boolean =>
    other.startsWith(`${type} `) || (type === 'number' && other.startsWith('integer'))
  return types.filter((type) => !types.some((other) => isWider(type, other)))
}

function distinct(parts: readonly unknown[]): readonly unknown[] {
  if (parts.length < 2) return parts
  return [...new Map(parts.map((part) => [canonical(part), part])).values()]
}

import { isNull } from '../../../generator/src/model/rules/null.js'
import {
  type Rule,
  type RuleOf,
  targetOf,
  type UnionRule,
} from '../../../generator/src/model/rules/rule.js'
import type { Shape } from '../../../generator/src/model/shapes/shape.js'

// Types could follow from rules (decision 0030). This reads types from rules alone, as texts.

export function shapeText(shape: Shape): string {
  switch (shape.kind) {
    case 'scalar':
      return scalar(shape.type, shape.format)
    case 'literal':
      return valuesText([shape.value])
    case 'enumeration':
      return valuesText(shape.values)
    case 'list':
      return `list(${shapeText(shape.items)})`
    case 'tuple':
      return tupleText(shape.items.map(shapeText), shape.rest && shapeText(shape.rest))
    case 'map':
      return `map(${shapeText(shape.values)})`
    case 'record': {
      const fields = shape.fields.map((each) => fieldText(each, shapeText(each.shape)))
      return recordText(fields, shape.rest && shapeText(shape.rest))
    }
    case 'nullable':
      return orNull(shapeText(shape.shape))
    case 'reference':
      return shape.name
    case 'intersection':
      return together(shape.parts.map(shapeText))
    case 'union': {
      const { tagging, cases } = shape
      if (tagging.style !== 'none') {
        return taggedText(
          tagging.style,
          cases.map((each) => each.tag),
        )
      }
      return unionText(cases.flatMap(({ payload }) => (payload ? shapeText(payload) : [])))
    }
    case 'json':
    case 'never':
      return shape.kind
  }
}

function scalar(type: string, format: string | undefined): string {
  return format === undefined ? type : `${type}:${format}`
}

function valuesText(values: readonly unknown[]): string {
  return `values ${JSON.stringify(values)}`
}

function tupleText(items: readonly string[], rest: string | undefined): string {
  return `tuple(${items.join()};${rest ?? ''})`
}

function fieldText(field: { readonly name: string; readonly required: boolean }, type: string) {
  return `${field.name}${field.required ? '' : '?'}: ${type}`
}

function recordText(fields: readonly string[], rest: string | undefined): string {
  return `{ ${fields.join(', ')}${rest === undefined ? '' : `; ${rest}`} }`
}

function taggedText(style: string, tags: readonly string[]): string {
  return `tagged(${style}: ${tags.join()})`
}

function unionText(members: readonly string[]): string {
  const [only, ...more] = members
  if (only !== undefined && more.length === 0) return only
  const values = members.filter((each) => each.startsWith('values '))
  const isOpen = members.filter((each) => each !== 'string').length === values.length
  if (values.length > 0 && isOpen) {
    return valuesText(values.flatMap((each) => JSON.parse(each.slice('values '.length))))
  }
  return `one(${members.join(' | ')})`
}

function together(parts: readonly string[]): string {
  const [only = 'json', ...more] = parts
  return more.length === 0 ? only : `all(${parts.join(' & ')})`
}

function orNull(text: string): string {
  return text === 'json' || text === 'null' || text.endsWith(' or null') ? text : `${text} or null`
}

export function withoutNull(text: string): string {
  return text.replace(/ or null$/, '')
}

/** The type that a rule alone says. */
export function ruleText(rule: Rule, ruleOf: RuleOf): string {
  if (rule.never) return 'never'
  const isNullable = rule.nullable ?? rule.types?.includes('null') ?? false
  const text = composedText(rule, ruleOf) ?? ownText(rule, ruleOf)
  return isNullable || rule.values?.includes(null) ? orNull(text) : text
}

/** Of a reference, of `allOf` and of unions; nothing where a rule has none of them. */
function composedText(rule: Rule, ruleOf: RuleOf): string | undefined {
  const { reference, all = [], record, values } = rule
  const unions = unionsOf(rule)
  const isAlone = unions.length === 0 && !record && !values
  if (reference !== undefined && all.length === 0 && isAlone) return reference
  if (all.length + unions.length === 0 && (reference === undefined || !record)) return undefined
  const [only, ...more] = all
  if (only && more.length === 0 && isAlone && reference === undefined) return ruleText(only, ruleOf)
  const parts: Parts = { records: [], unions: [], others: [] }
  gather(rule, ruleOf, parts, new Set())
  const members = parts.unions.map((each) => choiceText(each, ruleOf))
  const tagged = members.length === 1 && members[0]?.startsWith('tagged(') ? members[0] : undefined
  if (tagged !== undefined && parts.others.length === 0) return tagged
  const own = parts.records.length > 0 ? [recordsText(parts.records, ruleOf)] : []
  return together([...own, ...parts.others, ...members])
}

function unionsOf({ choices = [] }: Rule): UnionRule[] {
  return choices.filter(({ members }) => !members.every(isOnlyRequired))
}

/** `oneOf: [{ required: [a] }, { required: [b] }]` has no members. */
function isOnlyRequired({ record, source: _, ...others }: Rule): boolean {
  return Object.keys(others).length === 0 && record?.fields.length === 0
}

interface Parts {
  readonly records: Rule[]
  readonly unions: UnionRule[]
  readonly others: string[]
}

function gather(rule: Rule, ruleOf: RuleOf, into: Parts, seen: Set<Rule>): void {
  const target = targetOf(rule, ruleOf)
  if (target && isOfObjects(target, ruleOf, new Set())) {
    if (!seen.has(target)) gather(target, ruleOf, into, seen.add(target))
  } else if (rule.reference !== undefined) into.others.push(rule.reference)
  for (const each of rule.all ?? []) gather(each, ruleOf, into, seen)
  into.unions.push(...unionsOf(rule))
  if (rule.record) into.records.push(rule)
  const { all: _, choices: __, reference: ___, record: ____, ...plain } = rule
  const isPlain =
    plain.values ?? plain.list ?? plain.types?.find((type) => !/object|null/.test(type))
  if (isPlain) into.others.push(ruleText(plain, ruleOf))
}

function isOfObjects(rule: Rule, ruleOf: RuleOf, seen: Set<Rule>): boolean {
  if (rule.record ?? rule.types?.includes('object')) return true
  if (seen.has(rule)) return false
  seen.add(rule)
  const inside = (each: Rule): boolean => isOfObjects(each, ruleOf, seen)
  const target = targetOf(rule, ruleOf)
  if (target) return inside(target)
  const members = unionsOf(rule).flatMap((each) => each.members)
  return (rule.all ?? []).some(inside) || (members.length > 0 && members.every(inside))
}

function choiceText({ members, tagging }: UnionRule, ruleOf: RuleOf): string {
  const present = members.filter((each) => !isNull(each))
  const text = tagging
    ? taggedText(
        tagging.style,
        tagging.tags.map((each) => each.tag),
      )
    : unionText(present.map((each) => ruleText(each, ruleOf)))
  return present.length < members.length ? orNull(text) : text
}

/** Of values, of one type or of several. */
function ownText(rule: Rule, ruleOf: RuleOf): string {
  const { types, values, list, record, text } = rule
  if (values) {
    const known = [...new Set(values)].filter((each) => each !== null)
    if (known.some((each) => typeof each === 'object')) return 'json'
    return known.length > 0 ? valuesText(known) : values.length > 0 ? 'null' : 'never'
  }
  const kinds = (types ?? []).filter((type) => type !== 'null')
  const [kind, ...more] = kinds
  if (more.length > 0) {
    return unionText(kinds.map((type) => withoutNull(ruleText({ ...rule, types: [type] }, ruleOf))))
  }
  if (kind === 'array' || (!types && (list?.items ?? list?.first))) return listText(rule, ruleOf)
  if (kind === 'object' || (!types && record)) return recordsText([rule], ruleOf)
  if (kind !== undefined) return scalar(text?.bytes ? 'binary' : kind, text?.format)
  return types ? 'null' : 'json'
}

function listText({ list = {} }: Rule, ruleOf: RuleOf): string {
  const { first, items, most } = list
  const rest = items ? ruleText(items, ruleOf) : 'json'
  if (!first) return `list(${rest})`
  const isClosed = items?.never ?? (most !== undefined && most <= first.length)
  const known = first.map((each) => ruleText(each, ruleOf))
  return tupleText(known, isClosed ? undefined : rest)
}

function recordsText(rules: readonly Rule[], ruleOf: RuleOf): string {
  const records = rules.flatMap(({ record }) => record ?? [])
  const types = new Map<string, string>()
  for (const { name, rule } of records.flatMap((each) => each.fields)) {
    types.set(name, narrower(types.get(name), ruleText(rule, ruleOf)))
  }
  const required = new Set([
    ...records.flatMap((each) => each.required),
    ...records.flatMap((each) => each.fields).flatMap((each) => (each.required ? each.name : [])),
  ])
  const rest = records.flatMap(({ rest, patterns, unevaluated }) => {
    const known = [...patterns.map((each) => each.rule), ...(rest && !rest.never ? [rest] : [])]
    const texts = known.map((each) => ruleText(each, ruleOf))
    const isAny = texts.includes('json') || !(rest ?? unevaluated?.never)
    return texts.length === 0 ? [] : isAny ? 'json' : unionText(texts)
  })[0]
  const names = [...new Set([...types.keys(), ...required])]
  if (names.length === 0) return `map(${rest ?? 'json'})`
  const fields = names.map((name) =>
    fieldText({ name, required: required.has(name) }, types.get(name) ?? rest ?? 'json'),
  )
  return recordText(fields, rest)
}

/** Of two types of one field: values are narrower than their type, and the later than the earlier. */
function narrower(before: string | undefined, after: string): string {
  const isWider = after === 'json' || !after.startsWith('values ')
  return before !== undefined && isWider && (after === 'json' || before.startsWith('values '))
    ? before
    : after
}

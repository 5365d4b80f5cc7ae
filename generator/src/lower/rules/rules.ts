import type { Report } from '../../diagnostics/diagnostic.js'
import type { JsonType } from '../../model/json.js'
import { isDictionary, matchesType } from '../../model/json.js'
import { isDecidedByTag, withoutNullMember } from '../../model/rules/null.js'
import type { Choice, Rule, TextRule } from '../../model/rules/rule.js'
import type { Source } from '../../model/shapes/shape.js'
import type { Document } from '../../source/document.js'
import { items, member, members, type Node, textAt, valueAt } from '../../source/node.js'
import { isAnnotation } from '../../source/references.js'
import type { Entry } from '../names/entries.js'
import { leadsTo, type Registry, targetOf } from '../names/registry.js'
import { isOfObjects, unionLists } from '../schemas/merge/is-object-like.js'
import {
  isNullableByWord,
  isNullBesideUnion,
  isNullByType,
  isNullInMembers,
  isNullSchema,
} from '../schemas/null-schemas.js'
import { holdsBytes, valuesOf as literalsOf, statedOpenness, typesOf } from '../schemas/scalar.js'
import { excludedMembers } from '../schemas/stated-types.js'
import { type TaggedMembers, taggingOf } from '../unions/tagged-members.js'
import { listRule, numberRule, type RuleReader, recordRule, textRule } from './rule-parts.js'
import { checkBesideRef, warnUnsupportedKeywords } from './unsupported-keywords.js'

export interface RuleLowering {
  /** The rule of a schema at a place where it is used. */
  readonly ruleOf: (schema: Node) => Rule
  /** The rule of a declaration's schema. */
  readonly declared: (entry: Entry) => Rule
}

/**
 * Reads schemas keyword by keyword. If the model deviates from the specification, with a diagnostic, rules do
 * the same: keys of one-key variants are required, and `nullable` next to `$ref` counts.
 */
export function createRuleLowering(
  registry: Registry,
  tagged: TaggedMembers,
  report: Report,
  document: Pick<Document, 'root' | 'origin' | 'follow'>,
): RuleLowering {
  const { root, origin = (source) => source } = document
  const language = textAt(root, 'openapi') ?? textAt(root, '$schema') ?? ''
  // OpenRPC uses JSON Schema draft 7.
  const refAlone = /^3\.0|draft-0[3-7]/.test(language) || textAt(root, 'openrpc') !== undefined

  const inline = (schema: Node): Entry | undefined => {
    const entry = registry.at(schema.source)
    return entry?.inline && entry.node.source.pointer === schema.source.pointer ? entry : undefined
  }

  const ruleOf = (schema: Node): Rule => {
    const entry = inline(schema)
    if (!entry) return readRule(context, schema)
    const nullable = admitsNull(context, schema) ? { nullable: true as const } : {}
    return { ...nullable, reference: entry.name, source: origin(schema.source) }
  }

  const declared = (entry: Entry): Rule => {
    const rule = readRule(context, entry.node)
    return entry.inline ? withoutNull(rule) : rule
  }

  const context: Context = { document, registry, origin, tagged, report, refAlone, read: ruleOf }
  return { ruleOf, declared }
}

interface Context extends RuleReader {
  readonly registry: Registry
  /** The place of a schema in its file. */
  readonly origin: (source: Source) => Source
  readonly tagged: TaggedMembers
  /** Whether the language of the document ignores siblings of `$ref`. */
  readonly refAlone: boolean
}

function readRule(context: Context, schema: Node): Rule {
  if (schema.value === false) return { never: true, source: context.origin(schema.source) }
  if (!isDictionary(schema.value)) return {}
  warnUnsupportedKeywords(context, schema)
  checkBesideRef(context, schema)
  const types = typesOf(schema, context.report)
  const rule: Draft = {}
  if (isNullableByWord(schema) || isNullByType(schema)) rule.nullable = true
  if (types.length > 0 && !isNullBesideUnion(schema))
    rule.types = withMembers(context, schema, types)
  const described = describedValues(context, schema)
  Object.assign(rule, described ? listed(schema, described, types) : valuesOf(schema, types))
  put(rule, 'text', applicable(rule, textRule(context, schema)))
  if (types.includes('string') && holdsBytes(schema)) rule.text = { ...rule.text, bytes: true }
  const [number, list] = [numberRule(context, schema), listRule(context, schema)]
  if (mayBe(rule, ['number', 'integer'])) put(rule, 'number', number)
  if (mayBe(rule, ['array'])) put(rule, 'list', list)
  put(rule, 'record', recordRule(context, schema))
  put(rule, 'reference', referenceOf(context, schema))
  put(rule, 'all', allOf(context, schema))
  if (!described) put(rule, 'choices', choicesOf(context, schema))
  put(rule, 'not', read(context, schema, 'not'))
  put(rule, 'when', whenOf(context, schema))
  if (isNullByMember(context, schema, rule)) rule.nullable = true
  rule.source = context.origin(schema.source)
  return rule
}

/** What no value of the stated types can break is left out: `uniqueItems` of a text. */
function mayBe({ types }: Rule, kinds: readonly JsonType[]): boolean {
  return types?.some((type) => kinds.includes(type)) ?? true
}

/** The format of a number is one of a text, too. */
function applicable(rule: Rule, text: TextRule | undefined): TextRule | undefined {
  if (!text || mayBe(rule, ['string'])) return text
  return text.format === undefined ? undefined : { format: text.format }
}

/** The types of a schema and those of the members that they exclude, which are reported and accepted. */
function withMembers(
  context: Context,
  schema: Node,
  types: readonly JsonType[],
): readonly JsonType[] {
  // Beside another type, the shape has none of them either.
  if (!isOfObjects(schema)) return types
  const members = ['oneOf', 'anyOf'].flatMap((keyword) => items(member(schema, keyword)))
  const more = excludedMembers(context, schema, members).flatMap((each) => [...each.types])
  return more.length > 0 ? [...new Set([...types, ...more])] : types
}

/** A tag decides what a value is, so that members are not asked about null. */
function isNullByMember(context: Context, schema: Node, { choices = [] }: Draft): boolean {
  return choices.some(
    (choice) =>
      isDecidedByTag(choice) &&
      isNullInMembers(context, schema, choice.holds === 'one' ? 'oneOf' : 'anyOf'),
  )
}

type Draft = { -readonly [Name in keyof Rule]: Rule[Name] }

function put<Name extends keyof Rule>(
  rule: Draft,
  name: Name,
  value: Draft[Name] | undefined,
): void {
  if (value !== undefined) rule[name] = value
}

function read(context: Context, schema: Node, keyword: string): Rule | undefined {
  const node = member(schema, keyword)
  return node && context.read(node)
}

function admitsNull(context: Context, schema: Node): boolean {
  if (isNullableByWord(schema)) return true
  const type = valueAt(schema, 'type')
  if (type === 'null' || (Array.isArray(type) && type.includes('null'))) return true
  return ['oneOf', 'anyOf'].some(
    (keyword) =>
      items(member(schema, keyword)).some(isNullSchema) ||
      isNullInMembers(context, schema, keyword),
  )
}

function withoutNull(rule: Rule): Rule {
  const { nullable: _, types, choices, ...others } = rule
  const left = types?.filter((type) => type !== 'null')
  return {
    ...others,
    ...(left && left.length > 0 ? { types: left } : {}),
    ...(choices ? { choices: choices.map(withoutNullMember) } : {}),
  }
}

function valuesOf(schema: Node, types: readonly JsonType[]): Pick<Rule, 'values' | 'open'> {
  const constant = member(schema, 'const')
  if (constant) return { values: [constant.value] }
  const list = member(schema, 'enum')
  if (!list || !Array.isArray(list.value)) return {}
  return listed(schema, list.value, types)
}

function listed(
  schema: Node,
  values: readonly unknown[],
  types: readonly JsonType[],
): Pick<Rule, 'values' | 'open'> {
  const texts = values.filter((value) => value !== null)
  const open =
    texts.length > 0 &&
    texts.every((value) => typeof value === 'string') &&
    types.every((type) => type === 'string' || type === 'null')
  const stated = open ? (statedOpenness(schema) ?? true) : false
  return { values, ...(stated ? { open: stated } : {}) }
}

/**
 * `oneOf: [{ const: a, title: … }, { const: b }]`: an enumeration with a description for each value, and as open as one.
 * Nothing where a value is listed twice, which `oneOf` refuses.
 */
function describedValues(context: Context, schema: Node): readonly unknown[] | undefined {
  if (member(schema, 'const') ?? member(schema, 'enum')) return undefined
  const [list, ...more] = unionLists(schema)
  const all = list ? items(list) : []
  if (all.length < 2 || more.length > 0) return undefined
  if (!all.every(isSilent)) return undefined
  const found = all.map((each) => onlyValues(targetOf(context, each) ?? each))
  if (!found.every((each) => each !== undefined)) return undefined
  const values = found.flat()
  return new Set(values).size === values.length ? values : undefined
}

/** The values of a schema that says nothing else. */
function onlyValues(schema: Node): readonly unknown[] | undefined {
  const isTwice = member(schema, 'const') && member(schema, 'enum')
  if (!isSilent(schema) || isTwice || statedOpenness(schema) !== undefined) return undefined
  const type = valueAt(schema, 'type')
  const values = literalsOf(schema)
  return values?.every((value) => matchesType(value, type)) ? values : undefined
}

const OF_VALUES = new Set(['$ref', 'const', 'enum', 'type'])

/** Whether a schema says nothing but values, or where they are. */
function isSilent(schema: Node): boolean {
  return members(schema).every(([key]) => OF_VALUES.has(key) || isAnnotation(key))
}

function referenceOf(context: Context, schema: Node): string | undefined {
  const target = textAt(schema, '$ref')
  const dynamic = textAt(schema, '$dynamicRef')
  const value = { $ref: target ?? dynamic }
  if (value.$ref === undefined) return undefined
  const entry = context.registry.entryFor({ value, source: schema.source })
  // Schemas that use such a template define it elsewhere, so it could be anything.
  return target === undefined && entry && isPlaceholder(entry.node) ? undefined : entry?.name
}

/** A schema that accepts no value, as a placeholder for another one. */
function isPlaceholder(schema: Node): boolean {
  const not = member(schema, 'not')?.value
  return not === true || (isDictionary(not) && Object.keys(not).length === 0)
}

function allOf(context: Context, schema: Node): readonly Rule[] | undefined {
  const list = items(member(schema, 'allOf'))
  return list.length > 0 ? list.map(context.read) : undefined
}

function choicesOf(context: Context, schema: Node): readonly Choice[] | undefined {
  const choices = (['oneOf', 'anyOf'] as const).flatMap((keyword): Choice[] => {
    const all = items(member(schema, keyword))
    const list = all.filter((each) => !leadsTo(context.registry, each, schema))
    if (list.length === 0) return []
    const members = list.map(context.read)
    const tagging = taggingOf(context.tagged, list)
    const holds = keyword === 'oneOf' ? 'one' : 'any'
    return [{ holds, members, ...(tagging ? { tagging } : {}) }]
  })
  return choices.length > 0 ? choices : undefined
}

function whenOf(context: Context, schema: Node): Rule['when'] {
  const condition = read(context, schema, 'if')
  const met = read(context, schema, 'then')
  const unmet = read(context, schema, 'else')
  if (!condition) return undefined
  return { condition, ...(met ? { met } : {}), ...(unmet ? { unmet } : {}) }
}

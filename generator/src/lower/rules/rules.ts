import type { Report } from '../../diagnostics/diagnostic.js'
import { isDictionary, type JsonType } from '../../model/json.js'
import { withoutNullMember } from '../../model/rules/null.js'
import type { Rule, TextRule } from '../../model/rules/rule.js'
import type { Source } from '../../model/shapes/shape.js'
import type { Document } from '../../source/document.js'
import { items, member, type Node, textAt } from '../../source/node.js'
import type { Entry } from '../names/entries.js'
import type { Registry } from '../names/registry.js'
import { unionLists } from '../schemas/merge/is-object-like.js'
import {
  isNullableByWord,
  isNullBesideUnion,
  isNullByType,
  isNullSchema,
  namesNull,
} from '../schemas/null-schemas.js'
import { holdsBytes, typesOf } from '../schemas/scalar.js'
import { asStated, type ListedValues, listedValues } from '../schemas/values.js'
import { NO_TAGS, type Recognition } from '../unions/recognise.js'
import { readUnionRules, typesOfExcluded } from '../unions/union-rules.js'
import { describedValues } from '../unions/value-unions.js'
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
  tags: Pick<Recognition, 'tagging'>,
  report: Report,
  document: Pick<Document, 'root' | 'origin' | 'resolve'>,
  formatOf: RuleReader['formatOf'] = (schema) => textAt(schema, 'format'),
): RuleLowering {
  const { root, origin = (source) => source } = document
  const language = textAt(root, 'openapi') ?? textAt(root, '$schema') ?? ''
  // OpenRPC uses JSON Schema draft 7.
  const refAlone = /^3\.0|draft-0[3-7]/.test(language) || textAt(root, 'openrpc') !== undefined

  const inline = (schema: Node): Entry | undefined => {
    const entry = registry.at(schema.source)
    return entry?.inline && entry.node.source.pointer === schema.source.pointer ? entry : undefined
  }

  const ruleIn = (context: Context, schema: Node, owner = schema): Rule => {
    const entry = inline(schema)
    if (!entry) return readRule(context, schema, owner)
    const isNullable = namesNull(context, schema) || unionLists(schema).some(listsNull)
    const nullable = isNullable ? { nullable: true as const } : {}
    return { ...nullable, reference: entry.name, source: origin(schema.source) }
  }

  const declared = (entry: Entry): Rule => {
    const rule = readRule(context, entry.node, entry.node)
    return entry.inline ? withoutNull(rule) : rule
  }

  const shared = { document, registry, origin, report, refAlone, formatOf }
  const condition: Context = {
    ...shared,
    tags: NO_TAGS,
    isCondition: true,
    read: (schema) => ruleIn(condition, schema),
    readPart: (schema, owner) => ruleIn(condition, schema, owner),
    readCondition: (schema) => ruleIn(condition, schema),
  }
  const context: Context = {
    ...shared,
    tags,
    isCondition: false,
    read: (schema) => ruleIn(context, schema),
    readPart: (schema, owner) => ruleIn(context, schema, owner),
    readCondition: condition.read,
  }
  return { ruleOf: context.read, declared }
}

interface Context extends RuleReader {
  /** Reads a part of an `allOf` of another schema. */
  readonly readPart: (schema: Node, owner: Node) => Rule
  readonly registry: Registry
  /** The place of a schema in its file. */
  readonly origin: (source: Source) => Source
  readonly tags: Pick<Recognition, 'tagging'>
  /** Whether the schema is a condition, such as `not`: there is no type of it, and it means what it says. */
  readonly isCondition: boolean
  /** Whether the language of the document ignores siblings of `$ref`. */
  readonly refAlone: boolean
}

/** `owner` is composed of the schema by `allOf`, or is the schema itself. */
function readRule(context: Context, schema: Node, owner: Node): Rule {
  if (schema.value === false) return { never: true, source: context.origin(schema.source) }
  if (!isDictionary(schema.value)) return {}
  warnUnsupportedKeywords(context, schema)
  checkBesideRef(context, schema)
  const types = typesOf(schema, context.report)
  const moreTypes = context.isCondition ? [] : typesOfExcluded(context, schema)
  const rule: Draft = {}
  if (isNullableByWord(schema) || isNullByType(schema)) rule.nullable = true
  if (types.length > 0 && !isNullBesideUnion(schema))
    rule.types = [...new Set([...types, ...moreTypes])]
  const described = describedValues(context, schema)
  const listed = described ? asStated(described, schema) : listedValues(schema)
  if (listed) Object.assign(rule, valuesRule(listed, types))
  put(rule, 'text', applicable(rule, textRule(context, schema)))
  if (types.includes('string') && holdsBytes(schema)) rule.text = { ...rule.text, bytes: true }
  const [number, list] = [numberRule(context, schema), listRule(context, schema)]
  if (mayBe(rule, ['number', 'integer'])) put(rule, 'number', number)
  if (mayBe(rule, ['array'])) put(rule, 'list', list)
  put(rule, 'record', recordRule(context, schema))
  put(rule, 'reference', referenceOf(context, schema))
  put(rule, 'all', allOf(context, schema, owner))
  const { choices, nullable } = described ? {} : readUnionRules(context, schema, owner)
  put(rule, 'choices', choices)
  put(rule, 'not', readCondition(context, schema, 'not'))
  put(rule, 'when', whenOf(context, schema))
  if (nullable) rule.nullable = true
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

type Draft = { -readonly [Name in keyof Rule]: Rule[Name] }

function put<Name extends keyof Rule>(
  rule: Draft,
  name: Name,
  value: Draft[Name] | undefined,
): void {
  if (value !== undefined) rule[name] = value
}

function readCondition(context: Context, schema: Node, keyword: string): Rule | undefined {
  const node = member(schema, keyword)
  return node && context.readCondition(node)
}

function listsNull(list: Node): boolean {
  return items(list).some(isNullSchema)
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

function valuesRule(
  { values, open }: ListedValues,
  types: readonly JsonType[],
): Pick<Rule, 'values' | 'open'> {
  const areTexts = types.every((type) => type === 'string' || type === 'null')
  return { values, ...(open && areTexts ? { open } : {}) }
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

function allOf(context: Context, schema: Node, owner: Node): readonly Rule[] | undefined {
  const list = items(member(schema, 'allOf'))
  return list.length > 0 ? list.map((part) => context.readPart(part, owner)) : undefined
}

function whenOf(context: Context, schema: Node): Rule['when'] {
  const condition = readCondition(context, schema, 'if')
  const met = readCondition(context, schema, 'then')
  const unmet = readCondition(context, schema, 'else')
  if (!condition) return undefined
  return { condition, ...(met ? { met } : {}), ...(unmet ? { unmet } : {}) }
}

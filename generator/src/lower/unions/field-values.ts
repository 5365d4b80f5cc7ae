import type { JsonType } from '../../model/json.js'
import { isOfType } from '../../model/json.js'
import type { Rule, UnionRule } from '../../model/rules/rule.js'
import type { LiteralValue } from '../../model/shapes/shape.js'
import { items, member, type Node, valueAt } from '../../source/node.js'
import type { Registry } from '../names/registry.js'
import { isObjectLike } from '../schemas/merge/is-object-like.js'
import { isOfValues, nodeCalled } from '../schemas/merge/named-shapes.js'

/** What the values of a property can be, as far as a tag could be among them. */
export type FieldValues = (
  | { readonly kind: 'listed'; readonly values: readonly LiteralValue[]; readonly open: Openness }
  | { readonly kind: 'typed'; readonly type: JsonType }
  | { readonly kind: 'several'; readonly members: readonly FieldValues[] }
  /** Whatever there is, or what nobody can tell from its keywords. */
  | { readonly kind: 'anything' | 'unclear' }
) & { readonly nullable?: true }

type Openness = boolean | 'always'

/** What it takes to follow the names in a rule. */
export interface RuleSource {
  readonly registry: Registry
  /** The rule of a schema, written out in place. */
  readonly ruleOf: (schema: Node) => Rule
}

const ANYTHING: FieldValues = { kind: 'anything' }
const UNCLEAR: FieldValues = { kind: 'unclear' }

/** What the schema of a property says of its values. */
export function valuesOfSchema(from: RuleSource, schema: Node): FieldValues {
  const type = containerOf(schema)
  if (type) return { kind: 'typed', type }
  const known = extensibleValues(schema)
  if (known) return { kind: 'listed', values: known, open: 'always' }
  return valuesOfRule(from, from.ruleOf(schema))
}

/** `object` or `array`: what is inside is no tag, so that it need not be read. */
function containerOf(schema: Node): JsonType | undefined {
  const type = valueAt(schema, 'type')
  if (type !== 'object' && type !== 'array') return undefined
  return ['const', 'enum', 'nullable'].some((keyword) => member(schema, keyword)) ? undefined : type
}

/** Values of which the document says that there will be others. They limit nothing, so that no rule has them. */
function extensibleValues(schema: Node): string[] | undefined {
  if (valueAt(schema, 'type') !== 'string' || member(schema, 'enum')) return undefined
  const known = items(member(schema, 'x-extensible-enum')).map(({ value }) => value)
  const texts = known.filter((value) => typeof value === 'string')
  return texts.length > 0 && texts.length === known.length ? texts : undefined
}

function valuesOfRule(from: RuleSource, rule: Rule): FieldValues {
  const found = partsOfRule(from, rule).reduce<FieldValues>(
    (left, right) => valuesOfBoth(left, right) ?? UNCLEAR,
    ANYTHING,
  )
  const isNullable = rule.nullable || found.nullable
  return isNullable && found.kind !== 'anything' ? { ...found, nullable: true } : found
}

/** Listed values say all; otherwise every part of a rule holds. */
function partsOfRule(from: RuleSource, rule: Rule): FieldValues[] {
  const { values, open = false, reference, all = [], choices = [] } = rule
  const named = reference === undefined ? [] : [valuesOfName(from, reference)]
  if (values) return [...named, listed(values, open)]
  const typed = rule.types ? [ofTypes(rule.types)] : []
  if (named.length > 0 && all.length + choices.length === 0) return named
  return [
    ...named,
    ...typed,
    ...all.map((each) => valuesOfRule(from, each)),
    ...choices.map((each) => valuesOfUnion(from, each)),
    ...(typed.length === 0 && rule.record ? [ofTypes(['object'])] : []),
    ...(typed.length === 0 && rule.list ? [ofTypes(['array'])] : []),
  ]
}

function ofTypes(types: readonly JsonType[]): FieldValues {
  const members = types
    .filter((type) => type !== 'null')
    .map((type): FieldValues => ({ kind: 'typed', type }))
  const [only] = members
  if (!only) return { kind: 'typed', type: 'null' }
  const found: FieldValues = members.length === 1 ? only : { kind: 'several', members }
  return members.length < types.length ? { ...found, nullable: true } : found
}

function listed(all: readonly unknown[], open: Openness): FieldValues {
  if (!all.every(isLiteral)) return ANYTHING
  const values = [...new Set(all)].filter((value) => value !== null)
  if (values.length === 0) return all.length > 0 ? { kind: 'typed', type: 'null' } : UNCLEAR
  const found: FieldValues = { kind: 'listed', values, open }
  return all.includes(null) ? { ...found, nullable: true } : found
}

function isLiteral(value: unknown): value is LiteralValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

/** A name that stands for values, or no more than that it is an object or a list. */
function valuesOfName(from: RuleSource, name: string): FieldValues {
  const target = nodeCalled(from, name)
  if (!target) return UNCLEAR
  if (isObjectLike(from, target)) return { kind: 'typed', type: 'object' }
  if (valueAt(target, 'type') === 'array') return { kind: 'typed', type: 'array' }
  return isOfValues(from, target) ? valuesOfSchema(from, target) : UNCLEAR
}

/** Members that are only values are one list; a plain `string` next to them opens it. */
function valuesOfUnion(from: RuleSource, { members }: UnionRule): FieldValues {
  const present = members.filter((each) => !isNullRule(each))
  const all = present.map((each) => valuesOfRule(from, each))
  const isNullable = present.length < members.length
  const found = together(all)
  return isNullable ? { ...found, nullable: true } : found
}

function isNullRule({ types, values }: Rule): boolean {
  return types?.join() === 'null' || (values?.every((value) => value === null) ?? false)
}

function together(all: readonly FieldValues[]): FieldValues {
  const [only] = all
  if (!only) return { kind: 'typed', type: 'null' }
  if (all.length === 1) return only
  if (all.some(({ nullable }) => nullable)) return { kind: 'several', members: all }
  const values = all.flatMap((each) => (each.kind === 'listed' ? each.values : []))
  const others = all.filter((each) => each.kind !== 'listed')
  const isBare = others.every((each) => each.kind === 'typed' && each.type === 'string')
  if (values.length === 0 || !isBare) return { kind: 'several', members: all }
  const areTexts = values.every((value) => typeof value === 'string')
  return { kind: 'listed', values, open: others.length > 0 ? 'always' : areTexts }
}

/** What both allow; `undefined` if nothing is left. */
export function valuesOfBoth(left: FieldValues, right: FieldValues): FieldValues | undefined {
  if (left.kind === 'anything') return right
  if (right.kind === 'anything') return left
  const { nullable, ...one } = left
  const { nullable: too, ...other } = right
  const both = withoutNull(one, other)
  return both && nullable && too ? { ...both, nullable } : both
}

function withoutNull(left: FieldValues, right: FieldValues): FieldValues | undefined {
  if (left.kind === 'several') return amongMembers(left.members, right)
  if (right.kind === 'several') return amongMembers(right.members, left)
  if (left.kind === 'listed') {
    if (right.kind === 'listed') return bothListed(left, right)
    return right.kind === 'typed' ? ofType(left, right.type) : UNCLEAR
  }
  if (right.kind === 'listed') return left.kind === 'typed' ? ofType(right, left.type) : UNCLEAR
  if (left.kind !== 'typed' || right.kind !== 'typed') return UNCLEAR
  if (left.type === right.type) return left
  const types = [left.type, right.type]
  return types.includes('integer') && types.includes('number')
    ? { kind: 'typed', type: 'integer' }
    : undefined
}

function amongMembers(
  members: readonly FieldValues[],
  other: FieldValues,
): FieldValues | undefined {
  const left = members.flatMap((each) => valuesOfBoth(each, other) ?? [])
  const [only] = left
  return left.length > 1 ? { kind: 'several', members: left } : only
}

type Listed = Extract<FieldValues, { readonly kind: 'listed' }>

function ofType(list: Listed, type: JsonType): FieldValues | undefined {
  return keeping(list, (value) => isOfType(value, type))
}

function bothListed(left: Listed, right: Listed): FieldValues | undefined {
  const [wider, narrower] = right.open === 'always' ? [right, left] : [left, right]
  const open = left.open && right.open && narrower.open
  const isLeft = (value: LiteralValue): boolean =>
    wider.values.includes(value) || (wider.open === 'always' && typeof value === 'string')
  return keeping({ ...narrower, open }, isLeft)
}

function keeping(list: Listed, isLeft: (value: LiteralValue) => boolean): FieldValues | undefined {
  const values = list.values.filter(isLeft)
  return values.length > 0 ? { ...list, values } : undefined
}

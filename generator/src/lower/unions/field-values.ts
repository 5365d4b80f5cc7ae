import type { JsonType } from '../../model/json.js'
import { isNull } from '../../model/rules/null.js'
import type { Rule, UnionRule } from '../../model/rules/rule.js'
import type { Enumeration, Scalar } from '../../model/shapes/shape.js'
import { items, member, type Node, valueAt } from '../../source/node.js'
import type { Registry } from '../names/registry.js'
import {
  enumerationOfType,
  intersectEnumerations,
  intersectScalars,
} from '../schemas/merge/intersect-values.js'
import { isObjectLike } from '../schemas/merge/is-object-like.js'
import { isOfValues, nodeCalled } from '../schemas/merge/named-shapes.js'
import { isLiteral } from '../schemas/values.js'

/** What the values of a property can be, as far as a tag could be among them. */
export type FieldValues = (
  | Enumeration
  | Scalar
  | { readonly kind: 'container' | 'unclear' | 'anything' }
  | { readonly kind: 'several'; readonly members: readonly FieldValues[] }
) & { readonly nullable?: true }

/** What it takes to follow the names in a rule. */
export interface RuleSource {
  readonly registry: Registry
  /** The rule of a schema, written out in place. */
  readonly ruleOf: (schema: Node) => Rule
}

const ANYTHING: FieldValues = { kind: 'anything' }
const UNCLEAR: FieldValues = { kind: 'unclear' }
const CONTAINER: FieldValues = { kind: 'container' }
const NULL: FieldValues = { kind: 'scalar', type: 'null' }

/** What the schema of a property says of its values. */
export function valuesOfSchema(from: RuleSource, schema: Node): FieldValues {
  if (isContainer(schema)) return CONTAINER
  const known = extensibleValues(schema)
  if (known) return { kind: 'enumeration', values: known, open: 'always' }
  return valuesOfRule(from, from.ruleOf(schema))
}

/** What is inside of an object or a list is no tag, so that it need not be read. */
function isContainer(schema: Node): boolean {
  const type = valueAt(schema, 'type')
  if (type !== 'object' && type !== 'array') return false
  return !['const', 'enum', 'nullable'].some((keyword) => member(schema, keyword))
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
    ...(typed.length === 0 && (rule.record ?? rule.list) ? [CONTAINER] : []),
  ]
}

function ofTypes(types: readonly JsonType[]): FieldValues {
  const members = types
    .filter((type) => type !== 'null')
    .map((type): FieldValues => {
      return type === 'object' || type === 'array' ? CONTAINER : { kind: 'scalar', type }
    })
  const [only] = members
  if (!only) return NULL
  const found: FieldValues = members.length === 1 ? only : { kind: 'several', members }
  return members.length < types.length ? { ...found, nullable: true } : found
}

function listed(all: readonly unknown[], open: Enumeration['open']): FieldValues {
  if (!all.every(isLiteral)) return ANYTHING
  const values = [...new Set(all)].filter((value) => value !== null)
  if (values.length === 0) return all.length > 0 ? NULL : UNCLEAR
  const found: FieldValues = { kind: 'enumeration', values, open }
  return all.includes(null) ? { ...found, nullable: true } : found
}

/** A name that stands for values, or no more than that it is an object or a list. */
function valuesOfName(from: RuleSource, name: string): FieldValues {
  const target = nodeCalled(from, name)
  if (!target) return UNCLEAR
  if (isObjectLike(from, target) || valueAt(target, 'type') === 'array') return CONTAINER
  return isOfValues(from, target) ? valuesOfSchema(from, target) : UNCLEAR
}

/** Members that are only values are one list; a plain `string` next to them opens it. */
function valuesOfUnion(from: RuleSource, { members }: UnionRule): FieldValues {
  const present = members.filter((each) => !isNull(each))
  const all = present.map((each) => valuesOfRule(from, each))
  const isNullable = present.length < members.length
  const found = together(all)
  return isNullable ? { ...found, nullable: true } : found
}

function together(all: readonly FieldValues[]): FieldValues {
  const [only] = all
  if (!only) return NULL
  if (all.length === 1) return only
  if (all.some(({ nullable }) => nullable)) return { kind: 'several', members: all, nullable: true }
  const values = all.flatMap((each) => (each.kind === 'enumeration' ? each.values : []))
  const others = all.filter((each) => each.kind !== 'enumeration')
  const isBare = others.every((each) => each.kind === 'scalar' && each.type === 'string')
  if (values.length === 0 || !isBare) return { kind: 'several', members: all }
  const areTexts = values.every((value) => typeof value === 'string')
  return { kind: 'enumeration', values, open: others.length > 0 ? 'always' : areTexts }
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
  if (left.kind === 'enumeration') {
    if (right.kind === 'enumeration') return intersectEnumerations(left, right)
    return right.kind === 'scalar' ? enumerationOfType(left, right) : apart(right)
  }
  if (left.kind === 'scalar') {
    if (right.kind === 'enumeration') return enumerationOfType(right, left)
    return right.kind === 'scalar' ? intersectScalars(left, right) : apart(right)
  }
  return left.kind === 'container' && right.kind !== 'unclear' ? inContainer(right) : UNCLEAR
}

/** No value is both a scalar and a container. */
function apart({ kind }: FieldValues): FieldValues | undefined {
  return kind === 'container' ? undefined : UNCLEAR
}

function inContainer(other: FieldValues): FieldValues | undefined {
  return other.kind === 'container' ? CONTAINER : undefined
}

function amongMembers(
  members: readonly FieldValues[],
  other: FieldValues,
): FieldValues | undefined {
  const left = members.flatMap((each) => valuesOfBoth(each, other) ?? [])
  const [only] = left
  return left.length > 1 ? { kind: 'several', members: left } : only
}

import type { Change } from '../../check/finding.js'
import { type Dictionary, isDictionary, type JsonType } from '../../model/json.js'
import { inferSchema } from '../infer/infer-schema.js'
import type { Dialect } from './dialect.js'
import { add, type PatchStep, replace } from './patch-step.js'

type TypesChange = Extract<Change, { kind: 'types' }>

export function admitTypes(schema: Dictionary, change: TypesChange, dialect: Dialect): PatchStep[] {
  const { types } = change
  const several = !dialect.nullableWord || widensInteger(schema, change)
  if (Object.hasOwn(schema, 'type') && several && types[0] !== undefined) {
    return [...typeSteps(schema, types), ...partSteps(schema, change, dialect)]
  }
  return [replace('', { anyOf: [schema, ...typeMembers(change, dialect)] })]
}

/** Every integer is a number, so that `number` takes its place. */
export function widensInteger(schema: unknown, { types }: TypesChange): boolean {
  const own = isDictionary(schema) ? [schema.type].flat() : []
  return own.includes('integer') && types.every((type) => type === 'number')
}

/** The fields of objects and the items of lists, if the schema says nothing about them yet. */
function partSteps(schema: Dictionary, { skeletons }: TypesChange, dialect: Dialect): PatchStep[] {
  const structures = byKind(skeletons).map((each) => structureOf(each, dialect))
  return structures.flatMap(({ properties, items }) => [
    ...(isDictionary(properties) && !describesObjects(schema)
      ? [add('/properties', properties)]
      : []),
    ...(isDictionary(items) && !Object.hasOwn(schema, 'items') ? [add('/items', items)] : []),
  ])
}

function describesObjects(schema: Dictionary): boolean {
  return ['properties', 'additionalProperties', 'patternProperties'].some((each) =>
    Object.hasOwn(schema, each),
  )
}

/** A schema for each of several types, with what objects and lists consist of. */
export function typeMembers({ types, skeletons }: TypesChange, dialect: Dialect): Dictionary[] {
  const whole = byKind(skeletons).map((each) => structureOf(each, dialect))
  const plain = types.filter((type) => !whole.some((each) => each.type === type))
  const grouped =
    dialect.nullableWord || plain.length === 0
      ? plain.map((type) => schemaOf([type], dialect))
      : [schemaOf(plain, dialect)]
  return [...grouped, ...whole]
}

/** Objects, and lists. */
function byKind(skeletons: readonly unknown[]): (readonly unknown[])[] {
  const lists = skeletons.filter((each) => Array.isArray(each))
  const others = skeletons.filter((each) => !Array.isArray(each))
  return [others, lists].filter((each) => each.length > 0)
}

/** Every integer is a number, so `number` replaces `integer`. */
export function typeSteps(schema: Dictionary, types: readonly JsonType[]): PatchStep[] {
  const before = [schema.type].flat()
  const kept = types.includes('number') ? before.filter((type) => type !== 'integer') : before
  const after = [...new Set([...kept, ...types])]
  return [replace('/type', after.length === 1 ? after[0] : after)]
}

/** A schema with the fields of nested objects. */
export function structureOf(skeletons: readonly unknown[], dialect: Dialect): Dictionary {
  return inferSchema(skeletons, { ...dialect, withValues: false })
}

/** A schema for values of these types; without constraints if only `null` was seen. */
export function schemaOf(types: readonly JsonType[], { nullableWord }: Dialect): Dictionary {
  const others = types.filter((type) => type !== 'null')
  const [type, ...more] = others
  if (type === undefined) return nullableWord ? { nullable: true } : {}
  if (!nullableWord) return { type: types.length === 1 ? type : [...types] }
  const nullable = types.includes('null') ? { nullable: true } : {}
  return more.length === 0 ? { type, ...nullable } : nullable
}

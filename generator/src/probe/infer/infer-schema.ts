import { isName, typeOf } from '../../check/values.js'
import { grouped } from '../../model/collections/grouped.js'
import { type Dictionary, isDictionary, type JsonType } from '../../model/json.js'
import type { Dialect } from '../fixes/dialect.js'
import { formatOf, stableValues } from './texts.js'
import { unionOf } from './unions.js'

export interface Inference extends Dialect {
  /** Texts and numbers are as received, so that formats, enums and tags can be found in them. */
  readonly withValues: boolean
}

/** A field that every one of so many objects has is required. */
export const ENOUGH = 3

/** Objects with more keys than this are maps. */
const MOST_FIELDS = 100

/** A schema for several values of the same place: not the strictest one, but one that a person would write. */
export function inferSchema(values: readonly unknown[], inference: Inference): Dictionary {
  const others = values.filter((each) => each !== null)
  const schema = withoutNull(others, inference)
  if (others.length === values.length) return schema
  return nullable(schema, inference)
}

function nullable(schema: Dictionary, { nullableWord }: Inference): Dictionary {
  if (nullableWord) return { ...schema, nullable: true }
  const { type, enum: values } = schema
  const withNull = Array.isArray(values) ? { enum: [...values, null] } : {}
  if (typeof type === 'string') return { ...schema, type: [type, 'null'], ...withNull }
  if (Array.isArray(type)) return { ...schema, type: [...type, 'null'] }
  return Object.keys(schema).length === 0 ? {} : { oneOf: [schema, { type: 'null' }] }
}

function withoutNull(values: readonly unknown[], inference: Inference): Dictionary {
  const byType = grouped(values, typeOf)
  const hasFractions = byType.has('number')
  const integers = hasFractions ? (byType.get('integer') ?? []) : []
  if (hasFractions) {
    byType.set('number', [...(byType.get('number') ?? []), ...integers])
    byType.delete('integer')
  }
  const schemas = [...byType].map(([type, own]) => ofType(type, own, inference))
  const [first = {}, ...more] = schemas
  if (more.length === 0) return first
  const isPlain = schemas.every((each) => Object.keys(each).join() === 'type')
  return isPlain && !inference.nullableWord
    ? { type: schemas.map((each) => each.type) }
    : { anyOf: schemas }
}

function ofType(type: JsonType, values: readonly unknown[], inference: Inference): Dictionary {
  switch (type) {
    case 'array':
      return listSchema(values, inference)
    case 'object':
      return objectSchema(values.filter(isDictionary), inference)
    case 'string':
      return { type, ...textFacts(values, inference) }
    case 'integer':
      return { type, ...(values.some(isLarge) ? { format: 'int64' } : {}) }
    default:
      return { type }
  }
}

function isLarge(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) >= 2 ** 31
}

function textFacts(values: readonly unknown[], { withValues }: Inference): Dictionary {
  if (!withValues) return {}
  const texts = values.filter((each) => typeof each === 'string')
  const format = formatOf(texts)
  if (format !== undefined) return { format }
  const stable = stableValues(texts)
  return stable ? { enum: stable } : {}
}

function listSchema(values: readonly unknown[], inference: Inference): Dictionary {
  const items: readonly unknown[] = values.flat()
  if (items.length > 0) return { type: 'array', items: inferSchema(items, inference) }
  return inference.nullableWord ? { type: 'array', items: {} } : { type: 'array' }
}

function objectSchema(values: readonly Dictionary[], inference: Inference): Dictionary {
  const keys = [...new Set(values.flatMap((each) => Object.keys(each)))]
  if (keys.length === 0) return { type: 'object' }
  if (isMap(keys)) {
    const members = values.flatMap((each) => Object.values(each))
    return { type: 'object', additionalProperties: inferSchema(members, inference) }
  }
  const union = unionOf(values, inference.withValues)
  if (union) {
    return {
      oneOf: union.cases.map(({ tag, values: own }) => {
        const schema = recordSchema(own, inference)
        return union.property === undefined
          ? withRequired(schema, [tag])
          : withTag(schema, union.property, tag, inference)
      }),
    }
  }
  return recordSchema(values, inference)
}

function recordSchema(values: readonly Dictionary[], inference: Inference): Dictionary {
  const keys = [...new Set(values.flatMap((each) => Object.keys(each)))]
  const having = (key: string): Dictionary[] => values.filter((each) => Object.hasOwn(each, key))
  const required =
    inference.withValues && values.length >= ENOUGH
      ? keys.filter((key) => having(key).length === values.length)
      : []
  const properties = Object.fromEntries(
    keys.map((key) => [
      key,
      inferSchema(
        having(key).map((each) => each[key]),
        inference,
      ),
    ]),
  )
  return {
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    properties,
  }
}

function withRequired(schema: Dictionary, names: readonly string[]): Dictionary {
  const { type, required, ...rest } = schema
  const known: readonly unknown[] = Array.isArray(required) ? required : []
  return { type, required: [...new Set([...names, ...known])], ...rest }
}

function withTag(
  schema: Dictionary,
  property: string,
  tag: string,
  { nullableWord }: Inference,
): Dictionary {
  const constant = nullableWord ? { type: 'string', enum: [tag] } : { type: 'string', const: tag }
  const properties = isDictionary(schema.properties) ? schema.properties : {}
  return withRequired({ ...schema, properties: { ...properties, [property]: constant } }, [
    property,
  ])
}

/** Keys that are data, such as identifiers, and not names. */
function isMap(keys: readonly string[]): boolean {
  if (keys.length > MOST_FIELDS) return true
  const odd = keys.filter((key) => !isName(key) && !/^[$@_#][\w.:-]{0,40}$/.test(key))
  return odd.length > keys.length / 2
}

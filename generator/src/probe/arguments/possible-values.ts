import { type Dictionary, isDictionary } from '../../model/json.js'
import type { Parameter } from '../../model/operations/operation.js'
import { serializationOf } from '../../model/operations/parameter-styles.js'
import { behindNames } from '../../model/shapes/behind-names.js'
import type { Declaration, Shape } from '../../model/shapes/shape.js'
import { tagKey, type Union, wireTag } from '../../model/shapes/union.js'
import { readStyledText } from './read-styled-text.js'

type Declared = ReadonlyMap<string, Declaration>

/** The value of a parameter in a message, if it is there, and the names that it has there. */
export interface Given {
  readonly names: readonly string[]
  readonly value?: unknown
}

/** A parameter among the texts of its place: those of an object can have names of their own. */
export function givenOf(parameter: Parameter, all: Dictionary, declared: Declared): Given {
  const { name, place } = parameter
  const own = place === 'header' ? name.toLowerCase() : name
  if (parameter.style === 'deepObject') return inBrackets(own, all)
  const shape = resolved(parameter.shape, declared)
  const isNamed = place === 'query' || place === 'cookie'
  const isSpread =
    parameter.mediaType === undefined && isNamed && serializationOf(parameter).explode
  if (shape.kind === 'record' && isSpread) {
    const names = shape.fields.map((each) => each.name).filter((each) => Object.hasOwn(all, each))
    const value = Object.fromEntries(names.map((each) => [each, all[each]]))
    return names.length > 0 ? { names, value } : { names }
  }
  return Object.hasOwn(all, own) ? { names: [own], value: all[own] } : { names: [own] }
}

/** `filter[a]=1` */
function inBrackets(name: string, all: Dictionary): Given {
  const names = Object.keys(all).filter((each) => each.startsWith(`${name}[`))
  const fields = names.flatMap((each) => {
    const key = /^\[([^[\]]+)\](?:\[\])?$/.exec(each.slice(name.length))?.[1]
    return key === undefined ? [] : [[key, all[each]] as const]
  })
  // What is nested deeper is not read.
  const isWhole = names.length > 0 && fields.length === names.length
  return isWhole ? { names, value: Object.fromEntries(fields) } : { names }
}

/**
 * What a text in a URL or header can stand for: what its type says first, then everything else, because several
 * types may be allowed.
 */
export function possibleValues(
  parameter: Parameter,
  given: unknown,
  declared: Declared,
): readonly unknown[] {
  if (parameter.mediaType !== undefined) return [parsed(given)]
  const styled = typeof given === 'string' ? readStyledText(parameter, given) : undefined
  const text = styled ? styled.text : given
  const list = styled ? styled.items : Array.isArray(given) ? given : [given]
  const shape = resolved(parameter.shape, declared)
  const isList = shape.kind === 'list' || shape.kind === 'tuple'
  const members = shape.kind === 'record' || shape.kind === 'map' ? styled?.members : undefined
  const usual = possibleValuesOfText(shape, isList ? list : (members ?? text), declared)
  return [...usual, text, scalarOf(text), list, list.map(scalarOf)]
}

function parsed(given: unknown): unknown {
  try {
    return typeof given === 'string' ? JSON.parse(given) : given
  } catch {
    return given
  }
}

function resolved(shape: Shape, declared: Declared): Shape {
  return behindNames(shape, (name) => declared.get(name))
}

/** What a text, or texts by name, can stand for: what the type says first. Members of unions may be texts, too. */
export function possibleValuesOfText(shape: Shape, value: unknown, declared: Declared): unknown[] {
  const at = resolved(shape, declared)
  const members =
    at.kind === 'union' && at.tagging.style === 'none'
      ? at.cases.flatMap((each) => each.payload ?? [])
      : []
  return [at, ...members].flatMap((each) => [
    readText(each, value, declared, 'values'),
    readText(each, value, declared, 'texts'),
  ])
}

/** What a text in a union stands for, if it can be a value of one member and a text of another. */
type InUnions = 'values' | 'texts'

/** A text that parses as the expected type has that type, also in the fields of a form. */
function readText(
  given: Shape,
  value: unknown,
  declared: Declared,
  inUnions: InUnions = 'values',
): unknown {
  const shape = resolved(given, declared)
  const read = (inner: Shape, each: unknown): unknown => readText(inner, each, declared, inUnions)
  if (shape.kind === 'union') return readUnion(shape, value, read, inUnions)
  if (shape.kind === 'list') {
    const list: readonly unknown[] = Array.isArray(value) ? value : [value]
    return list.map((each) => read(shape.items, each))
  }
  if (shape.kind === 'record' && typeof value === 'string' && value.startsWith('{')) {
    return parsed(value)
  }
  if (shape.kind === 'record' && isDictionary(value)) {
    const shapes = new Map(shape.fields.map((each) => [each.name, each.shape]))
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => {
        const of = shapes.get(name) ?? shape.rest
        return [name, of ? read(of, each) : each]
      }),
    )
  }
  if (shape.kind === 'map' && isDictionary(value)) {
    const texts = Object.entries(value)
    return Object.fromEntries(texts.map(([name, each]) => [name, read(shape.values, each)]))
  }
  if (shape.kind === 'literal' || shape.kind === 'enumeration') {
    const values: readonly unknown[] = shape.kind === 'literal' ? [shape.value] : shape.values
    return values.find((each) => String(each) === value) ?? value
  }
  if (shape.kind !== 'scalar' || typeof value !== 'string') return value
  if (shape.type === 'boolean') return value === 'true' || (value === 'false' ? false : value)
  return shape.type === 'integer' || shape.type === 'number' ? numberOf(value) : value
}

/** By the member that reads it as more than a text; an object by its tag, or by all members. */
function readUnion(
  { cases, common, tagging }: Union,
  value: unknown,
  read: (shape: Shape, value: unknown) => unknown,
  inUnions: InUnions,
): unknown {
  if (!isDictionary(value)) {
    if (inUnions === 'texts') return value
    const readings = cases.flatMap(({ payload }) => (payload ? [read(payload, value)] : []))
    return readings.find((each) => each !== value) ?? value
  }
  const key = tagKey(tagging)
  const tagged = cases.find((each) => key !== undefined && String(wireTag(each)) === value[key])
  const members = tagged ? [tagged] : cases
  const fields = members.reduce<unknown>(
    (done, { payload }) => (payload ? read(payload, done) : done),
    value,
  )
  const all = read({ kind: 'record', fields: common }, fields)
  return tagged && key !== undefined && isDictionary(all) ? { ...all, [key]: wireTag(tagged) } : all
}

function scalarOf(value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (value === 'true' || value === 'false') return value === 'true'
  return numberOf(value)
}

function numberOf(text: string): unknown {
  return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : text
}

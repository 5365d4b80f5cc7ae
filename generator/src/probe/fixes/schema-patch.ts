import type { Change, LimitKeyword } from '../../check/finding.js'
import type { JsonType } from '../../model/json.js'
import { type Dictionary, isDictionary } from '../../model/json.js'
import { escapeToken } from '../../model/pointer.js'
import { inferSchema } from '../infer/infer-schema.js'
import type { Dialect } from './dialect.js'

/** One step of a JSON Patch (RFC 6902); the paths begin at the schema that is changed. */
export interface PatchStep {
  readonly op: 'add' | 'remove' | 'replace'
  readonly path: string
  readonly value?: unknown
}

/** The smallest edit of a schema, as written, that implements a change; `undefined` if none would. */
export function schemaPatch(schema: unknown, change: Change, dialect: Dialect): PatchStep[] {
  if (change.kind === 'allow') return [replace('', dialect.nullableWord ? {} : true)]
  if (!isDictionary(schema)) return []
  switch (change.kind) {
    case 'not-required':
      return notRequired(schema, change.name)
    case 'not-dependent':
      return notDependent(schema, change.name, change.other)
    case 'null':
      return admitNull(schema, dialect)
    case 'types':
      return admitTypes(schema, change.types, dialect)
    case 'values':
      return admitValues(schema, change.values)
    case 'field':
      return addField(schema, change.name, structureOf(change.skeletons, dialect))
    case 'variant':
      return addMember(schema, variantOf(change, dialect))
    case 'member':
      return addMembers(schema, structureOf(change.skeletons, dialect))
    case 'kindless':
      return addMember(schema, without(change.names))
    case 'limit':
      return setLimit(schema, change.keyword, change.value)
    case 'drop':
      // A list of one value may be written either way.
      return (change.keyword === 'enum' ? ['enum', 'const'] : [change.keyword])
        .filter((keyword) => Object.hasOwn(schema, keyword))
        .map((keyword) => remove(pathOf(keyword)))
    case 'format':
      return [replace('/format', change.format)]
    case 'any-of':
      return anyOf(schema)
    case 'parameter':
      return addParameter(schema, change, dialect)
    case 'response':
      return addResponse(schema, change.status)
    case 'content':
      return isDictionary(schema.content) ? [add(pathOf('content', change.mediaType), {})] : []
    case 'error':
      return addError(schema, change.code)
  }
}

function pathOf(...tokens: readonly (string | number)[]): string {
  return tokens.map((token) => `/${escapeToken(String(token))}`).join('')
}

function add(path: string, value: unknown): PatchStep {
  return { op: 'add', path, value }
}

function replace(path: string, value: unknown): PatchStep {
  return { op: 'replace', path, value }
}

function remove(path: string): PatchStep {
  return { op: 'remove', path }
}

function listAt(schema: Dictionary, keyword: string): readonly unknown[] | undefined {
  const value: unknown = schema[keyword]
  return Array.isArray(value) ? value : undefined
}

function notRequired(schema: Dictionary, name: string): PatchStep[] {
  const list = listAt(schema, 'required')
  const index = list?.indexOf(name) ?? -1
  // OpenAPI 3.0 has no empty list, and nobody writes one.
  if (index >= 0 && list?.length === 1) return [remove('/required')]
  if (index >= 0) return [remove(pathOf('required', index))]
  // The older spelling: a flag on the property itself.
  return [remove(pathOf('properties', name, 'required'))]
}

function notDependent(schema: Dictionary, name: string, other: string): PatchStep[] {
  return ['dependentRequired', 'dependencies'].flatMap((keyword) => {
    const lists: unknown = schema[keyword]
    const index = isDictionary(lists) ? (listAt(lists, name)?.indexOf(other) ?? -1) : -1
    return index < 0 ? [] : [remove(pathOf(keyword, name, index))]
  })
}

/** Keywords that constrain the value as a whole, so that adding `null` to the types is not enough. */
const WHOLE = ['$ref', '$dynamicRef', 'allOf', 'oneOf', 'anyOf', 'not', 'if']

function admitNull(schema: Dictionary, { nullableWord }: Dialect): PatchStep[] {
  if (nullableWord) {
    if (!Object.hasOwn(schema, '$ref')) return [add('/nullable', true)]
    return [replace('', { allOf: [schema], nullable: true })]
  }
  const whole = WHOLE.filter((keyword) => Object.hasOwn(schema, keyword))
  const [only, ...more] = whole
  if (only === undefined) {
    return [
      ...(Object.hasOwn(schema, 'type') ? typeSteps(schema, ['null']) : []),
      ...admitValues(schema, [null]),
    ]
  }
  const alone = more.length === 0 && !Object.hasOwn(schema, 'type') && !saysValues(schema)
  if (alone && listAt(schema, only) && only !== 'allOf') {
    return [add(pathOf(only, '-'), { type: 'null' })]
  }
  return [replace('', { oneOf: [schema, { type: 'null' }] })]
}

function saysValues(schema: Dictionary): boolean {
  return Object.hasOwn(schema, 'enum') || Object.hasOwn(schema, 'const')
}

function admitTypes(schema: Dictionary, types: readonly JsonType[], dialect: Dialect): PatchStep[] {
  const several = !dialect.nullableWord || types.every((type) => type === 'number')
  if (Object.hasOwn(schema, 'type') && several && types[0] !== undefined) {
    return typeSteps(schema, types)
  }
  const members = several
    ? [schemaOf(types, dialect)]
    : types.map((type) => schemaOf([type], dialect))
  return [replace('', { anyOf: [schema, ...members] })]
}

/** Every integer is a number, so `number` replaces `integer`. */
function typeSteps(schema: Dictionary, types: readonly JsonType[]): PatchStep[] {
  const before = [schema.type].flat()
  const kept = types.includes('number') ? before.filter((type) => type !== 'integer') : before
  const after = [...new Set([...kept, ...types])]
  return [replace('/type', after.length === 1 ? after[0] : after)]
}

function admitValues(schema: Dictionary, values: readonly unknown[]): PatchStep[] {
  if (listAt(schema, 'enum')) return values.map((value) => add('/enum/-', value))
  if (!Object.hasOwn(schema, 'const')) return []
  return [remove('/const'), add('/enum', [schema.const, ...values])]
}

function addField(schema: Dictionary, name: string, field: Dictionary): PatchStep[] {
  return isDictionary(schema.properties)
    ? [add(pathOf('properties', name), field)]
    : [add('/properties', { [name]: field })]
}

function addMember(schema: Dictionary, member: Dictionary): PatchStep[] {
  const keyword = ['oneOf', 'anyOf'].find((each) => listAt(schema, each))
  return keyword ? [add(pathOf(keyword, '-'), member)] : []
}

/** A value of several types is several members. */
function addMembers(schema: Dictionary, structure: Dictionary): PatchStep[] {
  const members = listAt(structure, 'anyOf')
  return members
    ? members.filter(isDictionary).flatMap((each) => addMember(schema, each))
    : addMember(schema, structure)
}

function variantOf(
  { tag, property, types, skeletons }: Extract<Change, { kind: 'variant' }>,
  dialect: Dialect,
): Dictionary {
  const constant = dialect.nullableWord ? { enum: [tag] } : { const: tag }
  if (property !== undefined) {
    const { properties } = structureOf(skeletons, dialect)
    const others = isDictionary(properties) ? properties : {}
    return {
      type: 'object',
      required: [property],
      properties: { ...others, [property]: constant },
    }
  }
  return types ? record(String(tag), structureOf(skeletons, dialect)) : constant
}

/** A schema with the fields of nested objects. */
function structureOf(skeletons: readonly unknown[], dialect: Dialect): Dictionary {
  return inferSchema(skeletons, { ...dialect, withValues: false })
}

function without(names: readonly string[]): Dictionary {
  return { type: 'object', not: { anyOf: names.map((name) => ({ required: [name] })) } }
}

function record(name: string, schema: Dictionary): Dictionary {
  return { type: 'object', required: [name], properties: { [name]: schema } }
}

/** A schema for values of these types; without constraints if only `null` was seen. */
function schemaOf(types: readonly JsonType[], { nullableWord }: Dialect): Dictionary {
  const others = types.filter((type) => type !== 'null')
  const [type, ...more] = others
  if (type === undefined) return nullableWord ? { nullable: true } : {}
  if (!nullableWord) return { type: types.length === 1 ? type : [...types] }
  const nullable = types.includes('null') ? { nullable: true } : {}
  return more.length === 0 ? { type, ...nullable } : nullable
}

const INCLUSIVE: Partial<Record<LimitKeyword, LimitKeyword>> = {
  exclusiveMinimum: 'minimum',
  exclusiveMaximum: 'maximum',
}

function setLimit(schema: Dictionary, keyword: LimitKeyword, value: number): PatchStep[] {
  const inclusive = INCLUSIVE[keyword]
  if (!inclusive) return [replace(pathOf(keyword), value)]
  // In OpenAPI 3.0, `exclusiveMinimum` is a flag beside the limit; `add` replaces an existing one.
  return [
    ...(Object.hasOwn(schema, keyword) ? [remove(pathOf(keyword))] : []),
    add(pathOf(inclusive), value),
  ]
}

function anyOf(schema: Dictionary): PatchStep[] {
  if (Object.hasOwn(schema, 'anyOf')) return []
  return [remove('/oneOf'), add('/anyOf', schema.oneOf)]
}

const UNDESCRIBED = 'Seen, not described yet.'

function addParameter(
  operation: Dictionary,
  { name, place, types }: Extract<Change, { kind: 'parameter' }>,
  dialect: Dialect,
): PatchStep[] {
  const schema = schemaOf(types, dialect)
  return place === 'params'
    ? addTo(operation, 'params', { name, schema })
    : addTo(operation, 'parameters', { name, in: place, schema })
}

function addTo(schema: Dictionary, keyword: string, item: Dictionary): PatchStep[] {
  return [listAt(schema, keyword) ? add(pathOf(keyword, '-'), item) : add(pathOf(keyword), [item])]
}

function addResponse(operation: Dictionary, status: string): PatchStep[] {
  const response = { description: UNDESCRIBED }
  return isDictionary(operation.responses)
    ? [add(pathOf('responses', status), response)]
    : [add('/responses', { [status]: response })]
}

function addError(method: Dictionary, code: number): PatchStep[] {
  return addTo(method, 'errors', { code, message: UNDESCRIBED })
}

/**
 * A choice in place of a member of a choice is another member of the list: nobody writes `anyOf` in `anyOf`.
 * `pointer` is the place of the schema, and the paths of the steps become absolute.
 */
export function inList(pointer: string, steps: readonly PatchStep[]): PatchStep[] {
  const whole = steps.map((each) => ({ ...each, path: pointer + each.path }))
  const [, list] = /^(.*\/anyOf)\/\d+$/.exec(pointer) ?? []
  const [step, ...more] = steps
  if (list === undefined || !step || more.length > 0 || step.op !== 'replace' || step.path !== '') {
    return whole
  }
  const value = isDictionary(step.value) ? step.value : {}
  const members = listAt(value, 'anyOf') ?? listAt(value, 'oneOf')
  const [, ...others] = members ?? []
  return Object.keys(value).length === 1 && others.length > 0
    ? others.map((each) => add(`${list}/-`, each))
    : whole
}

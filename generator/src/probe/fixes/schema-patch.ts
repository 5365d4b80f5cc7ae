import type { Change, LimitKeyword } from '../../check/finding.js'
import { type Dictionary, isDictionary } from '../../model/json.js'
import type { Dialect } from './dialect.js'
import { addError, addParameter, addResponse } from './operation-patch.js'
import { add, listAt, type PatchStep, pathOf, remove, replace } from './patch-step.js'
import { admitTypes, structureOf, typeMembers, typeSteps, widensInteger } from './type-patch.js'

/** The smallest edit of a schema, as written, that implements a change; `undefined` if none would. */
function schemaPatch(schema: unknown, change: Change, dialect: Dialect): PatchStep[] {
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
      return admitTypes(schema, change, dialect)
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

function admitValues(schema: Dictionary, values: readonly unknown[]): PatchStep[] {
  if (listAt(schema, 'enum')) return values.map((value) => add('/enum/-', value))
  const described = ['oneOf', 'anyOf'].find((keyword) => listAt(schema, keyword)?.some(saysConst))
  if (described) return values.map((value) => add(pathOf(described, '-'), { const: value }))
  if (!Object.hasOwn(schema, 'const')) return []
  return [remove('/const'), add('/enum', [schema.const, ...values])]
}

function saysConst(member: unknown): boolean {
  return isDictionary(member) && Object.hasOwn(member, 'const')
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

function without(names: readonly string[]): Dictionary {
  return { type: 'object', not: { anyOf: names.map((name) => ({ required: [name] })) } }
}

function record(name: string, schema: Dictionary): Dictionary {
  return { type: 'object', required: [name], properties: { [name]: schema } }
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

/**
 * A choice in place of a member of a choice is another member of the list: nobody writes `anyOf` in `anyOf`.
 * `pointer` is the place of the schema, `listAround` the list that it is in, and the paths of the steps become absolute.
 */
export function patchAt(
  pointer: string,
  schema: unknown,
  change: Change,
  dialect: Dialect,
  listAround: unknown,
): PatchStep[] {
  const [, list] = /^(.*\/(?:anyOf|oneOf))\/\d+$/.exec(pointer) ?? []
  const siblings: readonly unknown[] = Array.isArray(listAround) ? listAround : []
  if (list !== undefined && change.kind === 'types') {
    const index = siblings.findIndex((each) => widensInteger(each, change))
    const wider = siblings[index]
    if (isDictionary(wider)) return below(`${list}/${index}`, typeSteps(wider, change.types))
  }
  const more = list === undefined ? [] : newMembers(schema, change, dialect)
  if (more.length > 0) return more.map((each) => add(`${list}/-`, each))
  return below(pointer, schemaPatch(schema, change, dialect))
}

function below(pointer: string, steps: readonly PatchStep[]): PatchStep[] {
  return steps.map((each) => ({ ...each, path: pointer + each.path }))
}

/** The members that a list gets in place of a change of one of them. */
function newMembers(schema: unknown, change: Change, dialect: Dialect): Dictionary[] {
  if (change.kind === 'null') {
    const [step] = schemaPatch(schema, change, dialect)
    return !dialect.nullableWord && step?.path === '' ? [{ type: 'null' }] : []
  }
  return change.kind === 'types' ? typeMembers(change, dialect) : []
}

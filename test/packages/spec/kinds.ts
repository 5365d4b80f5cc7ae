import { taggedIn } from '../../../generator/src/model/exported-names.js'
import type { Model } from '../../../generator/src/model/model.js'
import type { Union } from '../../../generator/src/model/shapes/union.js'
import type { Json } from './bundle.js'
import { type Example, isObject } from './examples.js'

type Validate = (schema: unknown) => (value: unknown) => boolean

/**
 * The kinds of every tagged union in every example, found by walking values together with their schemas.
 */
export function kindsSeen(
  model: Model,
  root: Json,
  examples: readonly Example[],
  validate: Validate,
): Set<string> {
  const unions = new Map(
    taggedIn(model.declarations).map((each) => [each.name, each.shape] as const),
  )
  const schemas = isObject(root.components) ? root.components.schemas : undefined
  const seen = new Set<string>()
  const compiled = new WeakMap<object, (value: unknown) => boolean>()
  const fits = (schema: unknown, value: unknown): boolean => {
    if (!isObject(schema)) return false
    const check = compiled.get(schema) ?? validate(schema)
    compiled.set(schema, check)
    return check(value)
  }
  const visit = (schema: unknown, value: unknown): void => {
    if (!isObject(schema) || value === null) return
    const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined
    if (name !== undefined) {
      const union = unions.get(name)
      const kind = union && kindOf(union, value)
      if (kind !== undefined) seen.add(`${name} ${kind}`)
      visit(isObject(schemas) ? schemas[name] : undefined, value)
    }
    for (const word of ['oneOf', 'anyOf', 'allOf']) {
      for (const each of Array.isArray(schema[word]) ? schema[word] : []) {
        if (word === 'allOf' || fits(each, value)) visit(each, value)
      }
    }
    if (Array.isArray(value)) for (const each of value) visit(schema.items, each)
    else if (isObject(value)) visitMembers(schema, value)
  }
  const visitMembers = (
    schema: Readonly<Record<string, unknown>>,
    value: Readonly<Record<string, unknown>>,
  ): void => {
    for (const [key, each] of Object.entries(value)) {
      const properties = isObject(schema.properties) ? schema.properties : {}
      visit(Object.hasOwn(properties, key) ? properties[key] : schema.additionalProperties, each)
    }
  }
  for (const { schema, value } of examples) {
    const own = isObject(schema) ? nameOf(schemas, schema) : undefined
    visit(own === undefined ? schema : { $ref: `#/components/schemas/${own}` }, value)
  }
  return seen
}

function nameOf(schemas: unknown, schema: object): string | undefined {
  if (!isObject(schemas)) return undefined
  return Object.entries(schemas).find(([, each]) => each === schema)?.[0]
}

export function kindOf({ tagging, cases }: Union, value: unknown): string | undefined {
  if (typeof value === 'string') return cases.find((each) => each.tag === value)?.tag
  if (!isObject(value)) return undefined
  if (tagging.style === 'key') {
    return cases.find(({ tag }) => Object.hasOwn(value, tag) && value[tag] !== null)?.tag
  }
  return tagging.style === 'none' ? undefined : String(value[tagging.property])
}

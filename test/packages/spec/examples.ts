import { createRequire } from 'node:module'
import type { Json } from './bundle.js'

/** One example and the schema that it has to fit. */
export interface Example {
  /** Its place in the bundled document. */
  readonly at: string
  readonly schema: unknown
  readonly value: unknown
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Every example of a bundled document, whatever it is an example of. */
export function examplesOf(root: Json): Example[] {
  const found: Example[] = []
  const visit = (value: unknown, at: string): void => {
    if (Array.isArray(value))
      value.forEach((each, index) => {
        visit(each, `${at}/${index}`)
      })
    if (!isObject(value)) return
    found.push(...examplesAt(value, at))
    for (const [key, each] of Object.entries(value)) {
      if (key !== 'examples' && key !== 'example') visit(each, `${at}/${key}`)
    }
  }
  visit(root, '')
  return found
}

function examplesAt(value: Json, at: string): Example[] {
  if (Array.isArray(value.params) && Array.isArray(value.examples)) return methodExamples(value, at)
  if ('notification' in value && Array.isArray(value.kinds)) return eventExamples(value, at)
  if ('level' in value && 'resume' in value) return []
  if (isObject(value.examples) && 'schema' in value) {
    return Object.entries(value.examples).map(([name, each]) => ({
      at: `${at}/examples/${name}`,
      schema: value.schema,
      value: isObject(each) ? each.value : undefined,
    }))
  }
  if ('example' in value && 'schema' in value) {
    return [{ at: `${at}/example`, schema: value.schema, value: value.example }]
  }
  const own = [...list(value.examples), ...('example' in value ? [value.example] : [])]
  return own.map((each, index) => ({ at: `${at}/examples/${index}`, schema: value, value: each }))
}

/** The strings in a value that are objects or lists as JSON, or were meant to be. */
export function jsonTexts(value: unknown, at: string): { at: string; text: string }[] {
  if (typeof value === 'string') return /^['"`\s]*[[{]/.test(value) ? [{ at, text: value }] : []
  return Object.entries(Object(value)).flatMap(([key, each]) => jsonTexts(each, `${at}/${key}`))
}

export function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** OpenRPC pairs arguments and a result. */
function methodExamples(method: Json, at: string): Example[] {
  const params = list(method.params).filter(isObject)
  const schemas = new Map(params.map((each) => [each.name, each.schema]))
  const result = isObject(method.result) ? method.result.schema : undefined
  return list(method.examples).flatMap((example, index) => {
    if (!isObject(example)) return []
    const place = `${at}/examples/${index}`
    const given = list(example.params).flatMap((each) =>
      isObject(each)
        ? [
            {
              at: `${place}/${String(each.name)}`,
              schema: schemas.get(each.name),
              value: each.value,
            },
          ]
        : [],
    )
    if (!isObject(example.result)) return given
    return [...given, { at: `${place}/result`, schema: result, value: example.result.value }]
  })
}

/** Each kind of event shows whole messages. */
function eventExamples(events: Json, at: string): Example[] {
  return list(events.kinds).flatMap((kind, index) =>
    (isObject(kind) ? list(kind.examples) : []).map((value, number) => ({
      at: `${at}/kinds/${index}/examples/${number}`,
      schema: events.notification,
      value,
    })),
  )
}

interface Validate {
  (value: unknown): boolean
  readonly errors?: unknown
}

/** JSON Schema 2020-12 with formats as annotations, and `#/components/…` inside the document. */
export function createValidator(root: Json): (schema: unknown) => Validate {
  const require = createRequire(new URL('../../../generator/package.json', import.meta.url))
  const { Ajv2020 } = require('ajv/dist/2020.js')
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    allErrors: true,
    // Each schema is compiled once and asked a few times: making its code smaller takes longer than running it.
    code: { optimize: false },
  })
  const id = 'https://spec.test/root'
  ajv.addSchema({ $id: id, components: root.components })
  const schemas = isObject(root.components) ? root.components.schemas : undefined
  const names = new Map(
    Object.entries(isObject(schemas) ? schemas : {}).map(([name, schema]) => [schema, name]),
  )
  // Many examples are of one schema, and one with a name is compiled by it.
  const known = new Map<string, Validate>()
  return (schema) => {
    const name = names.get(schema)
    const named = name === undefined ? schema : { $ref: `#/components/schemas/${name}` }
    const text = JSON.stringify(absolute(named, id))
    const validate = known.get(text) ?? ajv.compile(JSON.parse(text))
    known.set(text, validate)
    return validate
  }
}

function absolute(value: unknown, id: string): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => absolute(each, id))
  if (!isObject(value)) return value
  const entries = Object.entries(value).filter(([key]) => key !== 'examples' && key !== 'example')
  return Object.fromEntries(
    entries.map(([key, each]) => [
      key,
      key === '$ref' && typeof each === 'string' ? id + each : absolute(each, id),
    ]),
  )
}

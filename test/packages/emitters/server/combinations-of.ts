// The ways in which a document places values in requests, in the words of `combinations.ts`.
import type { Kind } from './combinations.js'

type Json = Readonly<Record<string, unknown>>

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']
const STYLES: Json = { query: 'form', cookie: 'form', path: 'simple', header: 'simple' }

function record(value: unknown): Json {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {}
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Each combination once: `query form exploded array<string>`, `multipart/form-data {} string:binary`. */
export function combinationsOf(document: unknown): Set<string> {
  const found = new Set<string>()
  for (const item of Object.values(record(record(document).paths))) {
    const path = resolved(document, item)
    for (const method of METHODS) {
      if (path[method] === undefined) continue
      const operation = record(path[method])
      for (const each of [...list(path.parameters), ...list(operation.parameters)])
        for (const label of ofParameter(document, resolved(document, each))) found.add(label)
      const { content } = resolved(document, operation.requestBody)
      for (const [type, each] of Object.entries(record(content)))
        for (const label of ofBody(document, type, record(each))) found.add(label)
    }
  }
  return found
}

export function parameterLabel(
  place: string,
  given: { readonly style: string; readonly explode: boolean; readonly reserved?: boolean },
  kind: Kind,
): string {
  const { style, explode, reserved = false } = given
  return [place, style, explode && 'exploded', reserved && 'reserved', kind]
    .filter(Boolean)
    .join(' ')
}

/** The encoding without what is the same for all: `{}`, `{"style":"form"}`. */
export function partLabel(type: string, encoding: Json, kind: Kind): string {
  const { contentType, style, explode } = encoding
  return `${type} ${JSON.stringify({ contentType, style, explode })} ${kind}`
}

export function jsonLabel(place: string, kind: Kind): string {
  return `${place} as JSON ${kind}`
}

/** Bodies differ by how they are encoded, not by their media types. */
export function bodyLabel(type: string): string {
  const base = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (/[/+]json$/.test(base)) return 'body json'
  return `body ${/^text\/|[/+](?:xml|yaml)$/.test(base) ? 'text' : 'bytes'}`
}

function ofParameter(document: unknown, parameter: Json): string[] {
  const place = String(parameter.in)
  if (!(place in STYLES)) return []
  if (parameter.content !== undefined) {
    const contents = Object.values(record(parameter.content))
    return contents.flatMap((each) =>
      kindsOf(document, record(each).schema).map((kind) => jsonLabel(place, kind)),
    )
  }
  const style = String(parameter.style ?? STYLES[place])
  const isExploded = parameter.explode ?? ['form', 'deepObject', 'cookie'].includes(style)
  const given = {
    style,
    explode: isExploded === true,
    reserved: parameter.allowReserved === true,
  }
  return kindsOf(document, parameter.schema).map((kind) => parameterLabel(place, given, kind))
}

function ofBody(document: unknown, type: string, { schema, encoding }: Json): string[] {
  const base = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (base !== 'multipart/form-data' && base !== 'application/x-www-form-urlencoded')
    return [bodyLabel(type)]
  const { properties } = resolved(document, schema)
  return Object.entries(record(properties)).flatMap(([name, each]) =>
    kindsOf(document, each).map((kind) => partLabel(base, record(record(encoding)[name]), kind)),
  )
}

function resolved(document: unknown, node: unknown, left = 20): Json {
  const { $ref } = record(node)
  if (typeof $ref !== 'string' || left === 0) return record(node)
  if (!$ref.startsWith('#/')) return {}
  const names = $ref.slice(2).split('/')
  const found = names.reduce<unknown>(
    (at, name) => Reflect.get(Object(at), name.replaceAll('~1', '/').replaceAll('~0', '~')),
    document,
  )
  return resolved(document, found, left - 1)
}

const FORMATS = new Set(['date', 'date-time', 'binary'])

/** What a schema allows: one kind, or each of its alternatives. */
export function kindsOf(document: unknown, schema: unknown, depth = 0): Kind[] {
  const given = resolved(document, schema)
  if (depth > 4) return []
  const inside = (each: unknown) => kindsOf(document, each, depth + 1)
  const choices = [...list(given.oneOf), ...list(given.anyOf)]
  if (choices.length > 0) return [...new Set(choices.flatMap(inside))]
  const parts = list(given.allOf)
  if (parts.length > 0) return parts.map(inside).find((each) => each.length > 0) ?? []
  const types = [given.type ?? typeBeside(given)].flat().filter((each) => each !== 'null')
  return types.flatMap((type) => {
    if (type === undefined) return []
    if (type === 'array') return inside(given.items).map((item) => `array<${item}>`)
    if (type === 'object')
      return [objectKind(Object.values(record(given.properties)).flatMap(inside))]
    const { format } = given
    const isFormatted = type === 'string' && typeof format === 'string' && FORMATS.has(format)
    return [isFormatted ? `string:${format}` : String(type)]
  })
}

function typeBeside(schema: Json): string | undefined {
  if ('properties' in schema || 'additionalProperties' in schema) return 'object'
  if ('items' in schema) return 'array'
  return 'enum' in schema ? 'string' : undefined
}

function objectKind(members: readonly Kind[]): Kind {
  if (members.length === 0) return 'object:open'
  return members.some((each) => /^(?:array|object)/.test(each)) ? 'object:nested' : 'object:flat'
}

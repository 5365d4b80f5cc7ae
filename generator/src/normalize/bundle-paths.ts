import { type Dictionary, isDictionary } from '../model/json.js'
import { freeName } from '../model/names.js'
import { statusOf } from '../model/operations/status.js'
import { escapeToken } from '../model/pointer.js'
import type { Declaration, Source } from '../model/shapes/shape.js'
import type { Document } from '../source/document.js'
import { below, member, members, sourceKey } from '../source/node.js'

/** Literal data: a `$ref` inside it is not a reference. */
const QUOTED = new Set(['example', 'examples', 'default', 'enum', 'const'])

/** Where a value is: requests have the input types, and only the values that the document lists. */
interface Way {
  readonly isSent: boolean
  /** Whether other values than those of an enum cannot occur: what a server sends may be newer than the document. */
  readonly isClosed: boolean
  /** A webhook is called by the server. */
  readonly caller: 'client' | 'server'
}

const RECEIVED: Way = { isSent: false, isClosed: false, caller: 'client' }

/** The keys below these are names chosen by the author, and may look like keywords. */
const NAMING = new Set(['properties', 'patternProperties', 'responses', 'content', 'headers'])

/** A value that should be a string but is not is reported elsewhere, and treated as absent here. */
const TEXTS = new Set(['operationId', 'summary', 'description'])

/** The names of schemas: their declarations, and the input types of those that differ in requests. */
export interface BundleNames {
  readonly declarations: readonly Pick<Declaration, 'name' | 'source'>[]
  readonly inputTypeNames: ReadonlyMap<string, string>
}

/** What openapi-typescript draws of a document. */
export interface BundledPaths {
  readonly paths: unknown
  /** Missing if the document has none. */
  readonly webhooks?: unknown
  /** Components other than schemas, by their kinds. */
  readonly components: Readonly<Record<ComponentKind, unknown>>
  /** The types of the package by their keys in `components.schemas`. */
  readonly schemas: ReadonlyMap<string, string>
}

/** In the order in which openapi-typescript draws them. */
export const COMPONENT_KINDS = [
  'responses',
  'parameters',
  'requestBodies',
  'headers',
  'pathItems',
] as const

export type ComponentKind = (typeof COMPONENT_KINDS)[number]

/**
 * The paths, webhooks and components of a document without external files. Every named schema is referred to by the key
 * that the document gives it. `textOf` converts each string, given the key above it.
 */
export function bundlePaths(
  document: Document,
  bundleNames: BundleNames,
  textOf: (text: string, key: string) => string,
): BundledPaths {
  const { declarations, inputTypeNames } = bundleNames
  const names = new Map(declarations.map((each) => [sourceKey(each.source), each.name]))
  const schemas = schemaKeys(document, names, bundleNames)
  const keys = new Map([...schemas].toReversed().map(([key, name]) => [name, key]))
  const refer = (name: string, { isSent }: Way): unknown => {
    const type = (isSent && inputTypeNames.get(name)) || name
    return { $ref: `#/components/schemas/${escapeToken(keys.get(type) ?? type)}` }
  }

  const operations = new Set<unknown>()
  /**
   * If several operations share an id, or one has several paths, only the first one is written with the id.
   */
  const isRepeated = (key: string, value: unknown, above: string): boolean => {
    if (key !== 'operationId' || NAMING.has(above)) return false
    const known = operations.has(value)
    operations.add(value)
    return known
  }

  const copy = (
    value: unknown,
    source: Source,
    way: Way,
    within: readonly string[],
    above = '',
  ): unknown => {
    if (typeof value === 'string') return textOf(value, above)
    if (typeof value !== 'object' && typeof value !== 'boolean') return value
    const key = sourceKey(source)
    const name = names.get(key)
    if (name !== undefined) return refer(name, way)
    if (Array.isArray(value)) {
      return value.map((item: unknown, index) =>
        copy(item, below(source, String(index)), way, within),
      )
    }
    if (!isDictionary(value)) return value
    if (typeof value.$ref === 'string') {
      const target = document.resolve({ value, source })
      if ('code' in target || within.includes(key)) return {}
      return copy(target.value, target.source, way, [...within, key], above)
    }
    const copied: Record<string, unknown> = {}
    for (const key of Object.keys(value)) {
      const isName = NAMING.has(above)
      if (!isName && isClosedList(key, value, way)) define(copied, key, value[key])
      const written = keyFor(key, value[key], above)
      if (written === undefined || isRepeated(written, value[key], above)) continue
      const inside = isName ? '' : key
      const child = copy(value[key], below(source, key), wayInto(inside, way), within, inside)
      define(copied, written, child)
    }
    return copied
  }

  const { root } = document
  const parts = isDictionary(root.value) ? root.value : {}
  const bundled = (word: 'paths' | 'webhooks'): unknown =>
    copy(parts[word] ?? {}, below(root.source, word), word === 'paths' ? RECEIVED : WEBHOOK, [])
  const paths = bundled('paths')
  const webhooks = parts.webhooks === undefined ? {} : { webhooks: bundled('webhooks') }
  // Last, because an operation is written with its id where it is met first.
  const component = (kind: ComponentKind): Readonly<Record<string, unknown>> => {
    const copied: Record<string, unknown> = {}
    const list = member(document.root, 'components')
    const nodes = list && member(list, kind)
    for (const [name, node] of nodes ? members(nodes) : []) {
      define(copied, name, copy(node.value, node.source, WAYS[kind] ?? RECEIVED, []))
    }
    return copied
  }
  const components = {
    responses: component('responses'),
    parameters: component('parameters'),
    requestBodies: component('requestBodies'),
    headers: component('headers'),
    pathItems: component('pathItems'),
  }
  return { paths, ...webhooks, components, schemas }
}

/**
 * The keys of `components.schemas`: those of the document, also if a type has another name in TypeScript (`Error` is
 * `ErrorModel`) or is that of another key; then the types that the document does not name, by their names.
 */
function schemaKeys(
  document: Document,
  names: ReadonlyMap<string, string>,
  { declarations, inputTypeNames }: BundleNames,
): Map<string, string> {
  const keys = new Map<string, string>()
  const components = member(document.root, 'components')
  const schemas = components && member(components, 'schemas')
  for (const [key, node] of schemas ? members(schemas) : []) {
    let name = names.get(sourceKey(node.source))
    if (name === undefined) {
      const target = document.resolve(node)
      if (!('code' in target)) name = names.get(sourceKey(target.source))
    }
    if (name !== undefined) keys.set(key, name)
  }
  const named = new Set(keys.values())
  const taken = new Set(keys.keys())
  for (const { name } of declarations) {
    const input = inputTypeNames.get(name)
    for (const type of input === undefined ? [name] : [name, input]) {
      if (named.has(type)) continue
      const key = freeName(type, taken)
      taken.add(key)
      keys.set(key, type)
    }
  }
  return keys
}

/** The way of components that are only used in requests. */
const WAYS: Partial<Record<ComponentKind, Way>> = {
  parameters: { ...RECEIVED, isClosed: true },
  requestBodies: { ...RECEIVED, isSent: true, isClosed: true },
}

const WEBHOOK: Way = { ...RECEIVED, caller: 'server' }

function wayInto(key: string, way: Way): Way {
  const isBody = key === 'requestBody'
  const isInput = isBody || key === 'parameters'
  if (!isInput) return way
  return {
    ...way,
    isSent: way.isSent || isBody,
    isClosed: way.isClosed || way.caller === 'client',
  }
}

/** A `const`, or an `enum` that allows nothing else: in what a server sends, texts may be newer than the document. */
function isClosedList(key: string, schema: Dictionary, { isClosed }: Way): boolean {
  if (key === 'const') return isLiteral(schema.const)
  if (key !== 'enum' || !Array.isArray(schema.enum) || schema['x-tagwire-open'] === true)
    return false
  const values: readonly unknown[] = schema.enum
  const isOpen = !isClosed && values.some((each) => typeof each === 'string')
  return values.length > 0 && !isOpen && values.every(isLiteral)
}

function isLiteral(value: unknown): boolean {
  return (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  )
}

/**
 * The keyword as written to the output, unless it is left out; `above` is the key of the enclosing object.
 */
function keyFor(key: string, value: unknown, above: string): string | undefined {
  if (above === 'responses') return statusOf(key)
  if (NAMING.has(above)) return key
  const left = QUOTED.has(key) || key === 'discriminator' || key.startsWith('x-')
  return left || (TEXTS.has(key) && typeof value !== 'string') ? undefined : key
}

/** An assignment that also works for the key `__proto__`. */
function define(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') target[key] = value
  else Object.defineProperty(target, key, { value, enumerable: true })
}

import { isDictionary } from '../model/json.js'
import { statusOf } from '../model/operations/status.js'
import type { Declaration, Source } from '../model/shapes/shape.js'
import type { Document } from '../source/document.js'
import { below, sourceKey } from '../source/node.js'

/** Literal data: a `$ref` inside it is not a reference. */
const QUOTED = new Set(['example', 'examples', 'default', 'enum', 'const'])

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
}

/**
 * The paths and webhooks of a document without external files. Every named schema is referred to by its name. `textOf`
 * converts each string, given the key above it.
 */
export function bundlePaths(
  document: Document,
  { declarations, inputTypeNames }: BundleNames,
  textOf: (text: string, key: string) => string,
): BundledPaths {
  const names = new Map(declarations.map((each) => [sourceKey(each.source), each.name]))
  const refer = (name: string, sent: boolean): unknown => ({
    $ref: `#/components/schemas/${(sent && inputTypeNames.get(name)) || name}`,
  })

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
    sent: boolean,
    within: readonly string[],
    above = '',
  ): unknown => {
    if (typeof value === 'string') return textOf(value, above)
    if (typeof value !== 'object' && typeof value !== 'boolean') return value
    const key = sourceKey(source)
    const name = names.get(key)
    if (name !== undefined) return refer(name, sent)
    if (Array.isArray(value)) {
      return value.map((item: unknown, index) =>
        copy(item, below(source, String(index)), sent, within),
      )
    }
    if (!isDictionary(value)) return value
    if (typeof value.$ref === 'string') {
      const target = document.follow({ value, source })
      if ('code' in target || within.includes(key)) return {}
      return copy(target.value, target.source, sent, [...within, key], above)
    }
    const copied: Record<string, unknown> = {}
    for (const key of Object.keys(value)) {
      const written = keyFor(key, value[key], above)
      if (written === undefined || isRepeated(written, value[key], above)) continue
      const inside = NAMING.has(above) ? '' : key
      const child = copy(
        value[key],
        below(source, key),
        sent || inside === 'requestBody',
        within,
        inside,
      )
      define(copied, written, child)
    }
    return copied
  }

  const { root } = document
  const parts = isDictionary(root.value) ? root.value : {}
  const bundled = (word: 'paths' | 'webhooks'): unknown =>
    copy(parts[word] ?? {}, below(root.source, word), false, [])
  const paths = bundled('paths')
  return parts.webhooks === undefined ? { paths } : { paths, webhooks: bundled('webhooks') }
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

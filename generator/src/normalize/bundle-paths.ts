import { statusOf } from '../model/operations/status.js'
import type { Declaration, Source } from '../model/shapes/shape.js'
import type { Document } from '../source/document.js'
import { below, isDictionary, sourceKey } from '../source/node.js'

/** Data that the document quotes: references in it are not references. */
const QUOTED = new Set(['example', 'examples', 'default', 'enum', 'const'])

/** Below these stand names, which may be called like any word. */
const NAMING = new Set(['properties', 'patternProperties', 'responses', 'content', 'headers'])

/** What is not a text here was reported, and is read as absent. */
const TEXTS = new Set(['operationId', 'summary', 'description'])

/** What schemas are called: the declarations, and the names of those that differ when they are sent. */
export interface BundleNames {
  readonly declarations: readonly Pick<Declaration, 'name' | 'source'>[]
  readonly inputTypeNames: ReadonlyMap<string, string>
}

/**
 * The paths of a document without other files, every schema that has a name referred to by it. `textOf`
 * gives each text as it is to be written, by the key that it stands under.
 */
export function bundlePaths(
  document: Document,
  { declarations, inputTypeNames }: BundleNames,
  textOf: (text: string, word: string) => string,
): unknown {
  const names = new Map(declarations.map((each) => [sourceKey(each.source), each.name]))
  const refer = (name: string, sent: boolean): unknown => ({
    $ref: `#/components/schemas/${(sent && inputTypeNames.get(name)) || name}`,
  })

  const operations = new Set<unknown>()
  /** What several operations are called, or one in several places, only the first is drawn by. */
  const isRepeated = (word: string, value: unknown, above: string): boolean => {
    if (word !== 'operationId' || NAMING.has(above)) return false
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
    for (const word of Object.keys(value)) {
      const written = wordFor(word, value[word], above)
      if (written === undefined || isRepeated(written, value[word], above)) continue
      const inside = NAMING.has(above) ? '' : word
      const child = copy(
        value[word],
        below(source, word),
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
  return copy(parts.paths ?? {}, below(root.source, 'paths'), false, [])
}

/** The word as it is written, unless it is left out; `above` is the word of the object around it. */
function wordFor(word: string, value: unknown, above: string): string | undefined {
  if (above === 'responses') return statusOf(word)
  if (NAMING.has(above)) return word
  const left = QUOTED.has(word) || word === 'discriminator' || word.startsWith('x-')
  return left || (TEXTS.has(word) && typeof value !== 'string') ? undefined : word
}

/** Like an assignment, but `__proto__` is a key as any other. */
function define(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') target[key] = value
  else Object.defineProperty(target, key, { value, enumerable: true })
}

import { freeName } from '../../model/names.js'
import { statusOf } from '../../model/operations/status.js'
import type { Source } from '../../model/shapes/shape.js'
import type { Document } from '../../source/document.js'
import { below, isDictionary, sourceKey } from '../../source/node.js'
import type { PackageView } from '../../view/package-view.js'
import { createImports } from '../typescript/imports.js'
import type { EmittedModule } from '../typescript/structures.js'
import { commentText } from '../typescript/text.js'
import { draw, type GlobalContext, type OpenAPI3 } from './openapi-typescript.js'
import { merged, nodesText, typeReference } from './schema-text.js'

/**
 * The `paths` and `operations` that openapi-fetch is typed with, drawn by openapi-typescript. Its
 * `components["schemas"]` are our own named types, so there is one world of types and `data` *is*
 * a `Route`.
 */
export function emitSchema(view: PackageView, document: Document): EmittedModule {
  const imports = createImports()
  const identifiers = new Map<string, string>()
  for (const { name } of view.model.declarations) {
    const home = `./${view.homeOf(name) ?? 'types'}.js`
    const hides = DRAWN.has(name)
    const local = hides
      ? imports.renamed(name, freeName(name, view.names), home, 'type')
      : imports.type(name, home)
    identifiers.set(name, local)
    const input = view.twoSided.get(name)
    if (input !== undefined) identifiers.set(input, imports.type(input, home))
  }
  const bundle = bundleDocument(view, document, identifiers.keys())
  const drawn = slicesOf(bundle).map((slice) =>
    draw(slice, contextFor(identifiers, view.isReadonly)),
  )
  const text = nodesText(merged(drawn)).join('\n')
  return { path: 'src/schema.ts', imports: imports.structures(), statements: [text] }
}

/** For each operation that it adds openapi-typescript copies those before it: so it never sees many. */
const PATHS_AT_ONCE = 100

function slicesOf({ paths = {}, ...others }: OpenAPI3): OpenAPI3[] {
  const { components, ...plain } = others
  const entries = Object.entries(paths)
  const slices: OpenAPI3[] = []
  for (let at = 0; at < entries.length || at === 0; at += PATHS_AT_ONCE) {
    const slice = Object.fromEntries(entries.slice(at, at + PATHS_AT_ONCE))
    slices.push({ ...(at === 0 ? others : plain), paths: slice })
  }
  return slices
}

/** What openapi-typescript declares itself, and the global type that it leans on. */
const DRAWN = new Set('Record paths operations components webhooks $defs'.split(' '))

function contextFor(
  identifiers: ReadonlyMap<string, string>,
  immutable: boolean,
): Omit<GlobalContext, 'redoc'> {
  return {
    additionalProperties: false,
    alphabetize: false,
    arrayLength: false,
    conditionalEnums: false,
    dedupeEnums: false,
    defaultNonNullable: false,
    // Our types know their tags; the bundle has none left.
    discriminators: { objects: {}, refsHandled: [] },
    emptyObjectsUnknown: true,
    enum: false,
    enumValues: false,
    excludeDeprecated: false,
    exportType: false,
    generatePathParams: false,
    immutable,
    injectFooter: [],
    makePathsEnum: false,
    pathParamsAsTypes: false,
    propertiesRequiredByDefault: false,
    readWriteMarkers: false,
    postTransform: undefined,
    resolve: () => undefined,
    rootTypes: false,
    rootTypesKeepCasing: false,
    rootTypesNoSchemaPrefix: false,
    silent: true,
    transformProperty: undefined,
    transform: (_, { path }) => {
      const name = /^#\/components\/schemas\/([^/]+)$/.exec(path ?? '')?.[1]
      const identifier = name === undefined ? undefined : identifiers.get(name)
      return identifier === undefined ? undefined : typeReference(identifier)
    },
  }
}

/** Data that the document quotes: references in it are not references. */
const QUOTED = new Set(['example', 'examples', 'default', 'enum', 'const'])

/** Below these stand names, which may be called like any word. */
const NAMING = new Set(['properties', 'patternProperties', 'responses', 'content', 'headers'])

/** What openapi-typescript writes into comments, as it stands. */
const SHOWN = new Set(['title', 'summary', 'description', 'format'])

/** What is not a text here was reported, and is read as absent. */
const TEXTS = new Set(['operationId', 'summary', 'description'])

/** One document without other files, in which every schema that has a name is referred to by it. */
function bundleDocument(
  view: PackageView,
  document: Document,
  schemaNames: Iterable<string>,
): OpenAPI3 {
  const names = new Map(view.model.declarations.map((each) => [sourceKey(each.source), each.name]))
  const refer = (name: string, sent: boolean): unknown => ({
    $ref: `#/components/schemas/${(sent && view.twoSided.get(name)) || name}`,
  })

  const copy = (
    value: unknown,
    source: Source,
    sent: boolean,
    within: readonly string[],
    above = '',
  ): unknown => {
    if (typeof value === 'string') return SHOWN.has(above) ? commentText(value) : value
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
      if (written === undefined) continue
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
  const copied = copy(parts.paths ?? {}, below(root.source, 'paths'), false, [])
  // Their content is never looked at: `transform` puts our types in their place.
  const schemas = Object.fromEntries(
    [...schemaNames].map((name) => [name, { type: 'object' as const }]),
  )
  return {
    openapi: '3.1.0',
    info: { title: view.model.title, version: view.model.version },
    ...(isPaths(copied) ? { paths: copied } : {}),
    components: { schemas },
  }
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

/** What is copied from `paths` has the form of `paths`: lowering has read all of it before. */
function isPaths(value: unknown): value is NonNullable<OpenAPI3['paths']> {
  return isDictionary(value)
}

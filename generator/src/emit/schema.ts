import { createConfig } from '@redocly/openapi-core'
import {
  astToString,
  type GlobalContext,
  scanDiscriminators,
  transformSchema,
} from 'openapi-typescript'
import ts from 'typescript'
import type { Document } from '../load/document.js'
import { below, isDictionary, type Node, sourceKey } from '../load/node.js'
import { statusOf } from '../model/status.js'
import { type EmittedFile, header, type PackageView } from './package-view.js'
import { createImports, freeName } from './typescript/imports.js'

/**
 * The `paths` and `operations` that openapi-fetch is typed with, drawn by openapi-typescript. Its
 * `components["schemas"]` are our own named types, so there is one world of types and `data` *is*
 * a `Route`.
 */
export async function emitSchema(view: PackageView, document: Document): Promise<EmittedFile> {
  const imports = createImports()
  const identifiers = new Map<string, string>()
  for (const { name } of view.model.declarations) {
    const home = `./${view.homeOf(name) ?? 'types'}.js`
    const hides = DRAWN.has(name)
    const local = hides
      ? imports.renamed(name, freeName(name, view.names), home, 'type')
      : imports.type(name, home)
    identifiers.set(name, local)
    if (view.twoSided.has(name)) identifiers.set(`${name}Input`, imports.type(`${name}Input`, home))
  }
  const bundle = bundleDocument(view, document, identifiers.keys())
  const nodes = transformSchema(bundle, await contextFor(bundle, identifiers))
  const text = showPercent(astToString(nodes)).replace(/^(?: {4})+/gm, (margin) =>
    ' '.repeat(margin.length / 2),
  )
  return { path: 'src/schema.ts', text: `${header(view)}\n${imports.text()}\n${text}` }
}

/** What openapi-typescript declares itself, and the global type that it leans on. */
const DRAWN = new Set('Record paths operations components webhooks $defs'.split(' '))

type OpenApiDocument = Parameters<typeof transformSchema>[0]

async function contextFor(
  bundle: OpenApiDocument,
  identifiers: ReadonlyMap<string, string>,
): Promise<GlobalContext> {
  return {
    additionalProperties: false,
    alphabetize: false,
    arrayLength: false,
    conditionalEnums: false,
    dedupeEnums: false,
    defaultNonNullable: false,
    discriminators: scanDiscriminators(bundle, {}),
    emptyObjectsUnknown: true,
    enum: false,
    enumValues: false,
    excludeDeprecated: false,
    exportType: false,
    generatePathParams: false,
    immutable: false,
    injectFooter: [],
    makePathsEnum: false,
    pathParamsAsTypes: false,
    propertiesRequiredByDefault: false,
    readWriteMarkers: false,
    postTransform: undefined,
    redoc: await createConfig({}),
    resolve: () => undefined,
    rootTypes: false,
    rootTypesKeepCasing: false,
    rootTypesNoSchemaPrefix: false,
    silent: true,
    transformProperty: undefined,
    transform: (_, { path }) => {
      const name = /^#\/components\/schemas\/([^/]+)$/.exec(path ?? '')?.[1]
      const identifier = name === undefined ? undefined : identifiers.get(name)
      return identifier === undefined ? undefined : ts.factory.createTypeReferenceNode(identifier)
    },
  }
}

/**
 * openapi-typescript makes addresses out of names and reads them as URIs, where `%` begins an escape
 * and a lone one is an exception. So it never sees any.
 */
const PERCENT = '\ue025'

function hidePercent(text: string): string {
  return text.replaceAll('%', PERCENT)
}

function showPercent(text: string): string {
  return text.replaceAll(PERCENT, '%')
}

/** Data that the document quotes: references in it are not references. */
const QUOTED = new Set(['example', 'examples', 'default', 'enum', 'const'])

/** Below these stand names, which may be called like any word. */
const NAMING = new Set(['properties', 'patternProperties', 'responses', 'content', 'headers'])

/** What is not a text here was reported, and is read as absent. */
const TEXTS = new Set(['operationId', 'summary', 'description'])

/** One document without other files, in which every schema that has a name is referred to by it. */
function bundleDocument(
  view: PackageView,
  document: Document,
  schemaNames: Iterable<string>,
): OpenApiDocument {
  const names = new Map(view.model.declarations.map((each) => [sourceKey(each.source), each.name]))
  const refer = (name: string, sent: boolean): unknown => ({
    $ref: `#/components/schemas/${sent && view.twoSided.has(name) ? `${name}Input` : name}`,
  })

  const copy = (node: Node, sent: boolean, within: readonly string[], above = ''): unknown => {
    const key = sourceKey(node.source)
    const name = names.get(key)
    if (name !== undefined) return refer(name, sent)
    if (Array.isArray(node.value)) {
      return node.value.map((value: unknown, index) =>
        copy({ value, source: below(node.source, String(index)) }, sent, within),
      )
    }
    if (typeof node.value === 'string') return hidePercent(node.value)
    if (!isDictionary(node.value)) return node.value
    if (typeof node.value.$ref === 'string') {
      const target = document.follow(node)
      if ('code' in target || within.includes(key)) return {}
      return copy(target, sent, [...within, key], above)
    }
    const entries = Object.entries(node.value).flatMap(([word, value]) => {
      const written = wordFor(word, value, above)
      if (written === undefined) return []
      const child = { value, source: below(node.source, word) }
      const inside = NAMING.has(above) ? '' : word
      const copied = copy(child, sent || inside === 'requestBody', within, inside)
      return [[hidePercent(written), copied] as const]
    })
    return Object.fromEntries(entries)
  }

  const { root } = document
  const parts = isDictionary(root.value) ? root.value : {}
  const paths = { value: parts.paths ?? {}, source: below(root.source, 'paths') }
  const copied = copy(paths, false, [])
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

/** What is copied from `paths` has the form of `paths`: lowering has read all of it before. */
function isPaths(value: unknown): value is NonNullable<OpenApiDocument['paths']> {
  return isDictionary(value)
}

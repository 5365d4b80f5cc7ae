import { createRequire } from 'node:module'
import type { GlobalContext, OpenAPI3, transformSchema } from 'openapi-typescript'
import { freeName } from '../../model/names.js'
import type { PackageView } from '../../view/package-view.js'
import { createImports } from '../typescript/imports.js'
import type { EmittedModule } from '../typescript/structures.js'
import { commentText } from '../typescript/text.js'
import { nodesText, typeReference } from './schema-text.js'

type Draw = (
  schema: OpenAPI3,
  context: Omit<GlobalContext, 'redoc'>,
) => ReturnType<typeof transformSchema>

/**
 * The parts of openapi-typescript that draw types. Its entry also loads, bundles and lints, and brings a
 * linter along whose loading takes longer than drawing the types of most documents.
 */
const require = createRequire(import.meta.url)
const draw: Draw = require('openapi-typescript/dist/transform/index.cjs')

/**
 * The `paths` and `operations` that openapi-fetch is typed with, drawn by openapi-typescript. Its
 * `components["schemas"]` are our own named types, so there is one world of types and `data` *is*
 * a `Route`.
 */
export function emitSchema(view: PackageView, paths: unknown): EmittedModule {
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
  const bundle = openApiOf(view, paths, identifiers.keys())
  const text = nodesText(draw(bundle, contextFor(identifiers, view.isReadonly)))
    .map(showPercent)
    .join('\n')
  return { path: 'src/schema.ts', imports: imports.structures(), statements: [text] }
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

/**
 * openapi-typescript makes addresses out of names and reads them as URIs, where `%` begins an escape
 * and a lone one is an exception. So it never sees any.
 */
const PERCENT = '\ue025'

function hidePercent(text: string): string {
  return text.includes('%') ? text.replaceAll('%', PERCENT) : text
}

function showPercent(text: string): string {
  return text.replaceAll(PERCENT, '%')
}

/** What openapi-typescript writes into comments, as it stands. */
const SHOWN = new Set(['title', 'summary', 'description', 'format'])

/** How the texts of a document reach openapi-typescript: what it writes into comments cannot end them. */
export const SCHEMA_TEXTS = {
  key: hidePercent,
  value: (text: string, word: string): string =>
    hidePercent(SHOWN.has(word) ? commentText(text) : text),
}

function openApiOf(view: PackageView, paths: unknown, schemaNames: Iterable<string>): OpenAPI3 {
  // Their content is never looked at: `transform` puts our types in their place.
  const schemas = Object.fromEntries(
    [...schemaNames].map((name) => [name, { type: 'object' as const }]),
  )
  return {
    openapi: '3.1.0',
    info: { title: view.model.title, version: view.model.version },
    ...(isPaths(paths) ? { paths } : {}),
    components: { schemas },
  }
}

/** What is bundled from `paths` has the form of `paths`: lowering has read all of it before. */
function isPaths(value: unknown): value is NonNullable<OpenAPI3['paths']> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import { createHash } from 'node:crypto'
import { freeName } from '../../model/names.js'
import type { PackageView } from '../../view/package-view.js'
import { type Memory, MemoryKind } from '../memory.js'
import { createImports } from '../typescript/imports.js'
import type { EmittedModule } from '../typescript/structures.js'
import { commentText } from '../typescript/text.js'
import { draw, type GlobalContext, type OpenAPI3 } from './openapi-typescript.js'
import { type Drawn, merged, textsOf, typeReference } from './schema-text.js'

/**
 * The `paths` and `operations` that openapi-fetch is typed with, drawn by openapi-typescript. Its
 * `components["schemas"]` are our own named types, so there is one world of types and `data` *is*
 * a `Route`.
 */
export function emitSchema(view: PackageView, paths: unknown, memory?: Memory): EmittedModule {
  const imports = createImports()
  const identifiers = new Map<string, string>()
  for (const { name } of view.model.declarations) {
    const home = `./${view.homeOf(name) ?? 'types'}.js`
    const hides = DRAWN.has(name)
    const local = hides
      ? imports.renamed(name, freeName(name, view.names), home, 'type')
      : imports.type(name, home)
    identifiers.set(name, local)
    const input = view.inputTypeNames.get(name)
    if (input !== undefined) identifiers.set(input, imports.type(input, home))
  }
  const earlier = new Map<string, string>()
  for (const { name, aliases = [] } of view.model.declarations) {
    for (const alias of aliases.filter((each) => !identifiers.has(each))) {
      identifiers.set(alias, identifiers.get(name) ?? name)
      earlier.set(alias, name)
    }
  }
  const bundle = openApiOf(view, paths, { names: identifiers.keys(), earlier })
  const drawSlice = (slice: OpenAPI3): Drawn[] =>
    textsOf(draw(slice, contextFor(identifiers, view.isReadonly)))
  const drawn = memory
    ? drawRemembered(bundle, memory, JSON.stringify([view.isReadonly, ...identifiers]), drawSlice)
    : slicesOf(bundle, PATHS_AT_ONCE).map(drawSlice)
  const text = merged(drawn).join('\n')
  return { path: 'src/schema.ts', imports: imports.structures(), statements: [text] }
}

/** For each operation that it adds openapi-typescript copies those before it: so it never sees many. */
const PATHS_AT_ONCE = 100

/** While a document is edited, each path by itself. */
const DRAWINGS = new MemoryKind<Drawn[]>()

function drawRemembered(
  bundle: OpenAPI3,
  memory: Memory,
  surroundings: string,
  drawSlice: (slice: OpenAPI3) => Drawn[],
): Drawn[][] {
  const names = createHash('sha256').update(surroundings).digest('base64')
  return slicesOf(bundle, 1).map((slice) =>
    memory.recall(DRAWINGS, `${names} ${JSON.stringify(slice)}`, () => drawSlice(slice)),
  )
}

function slicesOf({ paths = {}, ...others }: OpenAPI3, size: number): OpenAPI3[] {
  const { components, ...plain } = others
  const entries = Object.entries(paths)
  const slices: OpenAPI3[] = []
  for (let at = 0; at < entries.length || at === 0; at += size) {
    const slice = Object.fromEntries(entries.slice(at, at + size))
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

/** What openapi-typescript writes into comments, as it stands. */
const SHOWN = new Set(['title', 'summary', 'description', 'format'])

/** How a text of the document is written where `word` is its key: none can end the comment it becomes. */
export function schemaText(text: string, word: string): string {
  return SHOWN.has(word) ? commentText(text) : text
}

interface SchemaNames {
  readonly names: Iterable<string>
  /** What was called otherwise before, with what it is called now. */
  readonly earlier: ReadonlyMap<string, string>
}

function openApiOf(view: PackageView, paths: unknown, schemas: SchemaNames): OpenAPI3 {
  // Their content is never looked at: `transform` puts our types in their place.
  const schemaOf = (name: string) => {
    const present = schemas.earlier.get(name)
    const use = { deprecated: true, description: `Use {@link ${present}} instead.` }
    return { type: 'object' as const, ...(present === undefined ? {} : use) }
  }
  return {
    openapi: '3.1.0',
    info: { title: view.model.title, version: view.model.version },
    ...(isPaths(paths) ? { paths } : {}),
    components: {
      schemas: Object.fromEntries([...schemas.names].map((name) => [name, schemaOf(name)])),
    },
  }
}

/** What is bundled from `paths` has the form of `paths`: lowering has read all of it before. */
function isPaths(value: unknown): value is NonNullable<OpenAPI3['paths']> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

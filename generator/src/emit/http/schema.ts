import { freeName } from '../../model/names.js'
import type { PackageView } from '../../view/package-view.js'
import { type Memory, MemoryKind } from '../memory.js'
import { docComment } from '../typescript/doc.js'
import { createImports } from '../typescript/imports.js'
import type { EmittedModule } from '../typescript/structures.js'
import { commentText, propertyKey } from '../typescript/text.js'
import { contextFor, draw, type OpenAPI3 } from './openapi-typescript.js'
import { type Drawn, merged, textsOf } from './schema-text.js'

/** The paths, webhooks and components of a document that refers to nothing outside, with named schemas by their keys. */
interface Bundled {
  readonly paths: unknown
  readonly webhooks?: unknown
  /** Components other than schemas. */
  readonly components: Readonly<Record<string, unknown>>
  /** The types of the package by their keys in `components.schemas`. */
  readonly schemas: ReadonlyMap<string, string>
}

/**
 * The `paths`, `webhooks`, `components` and `operations` for openapi-fetch, created by openapi-typescript. Its
 * `components["schemas"]` are the named types of the package, so that `data` *is* a `Route`.
 */
export function emitSchema(view: PackageView, bundled: Bundled, memory?: Memory): EmittedModule {
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
  const schemas: SchemaMember[] = [...bundled.schemas].map(([key, type]) => ({
    key,
    type: identifiers.get(type) ?? type,
  }))
  const taken = new Set(bundled.schemas.keys())
  for (const { name, aliases = [] } of view.model.declarations) {
    for (const alias of aliases.filter((each) => !taken.has(each))) {
      taken.add(alias)
      schemas.push({ key: alias, type: identifiers.get(name) ?? name, replacedBy: name })
    }
  }
  const bundle = openApiOf(view, bundled)
  const drawnOf = (part: OpenAPI3): Drawn[] => textsOf(draw(part, contextFor(view.isReadonly)))
  const drawn = memory
    ? drawRemembered(bundle, memory, view.isReadonly, drawnOf)
    : [drawnOf(bundle)]
  const named = [drawSchemas(schemas, view.isReadonly)]
  const others = drawOtherComponents(view, bundled.components)
  const text = merged([...drawn, named, others]).join('\n')
  return { path: 'src/schema.ts', imports: imports.structures(), statements: [text] }
}

/** Each path separately, for `--watch`. */
const DRAWINGS = new MemoryKind<Drawn[]>()

function drawRemembered(
  bundle: OpenAPI3,
  memory: Memory,
  isReadonly: boolean,
  drawnOf: (part: OpenAPI3) => Drawn[],
): Drawn[][] {
  return pathsApart(bundle).map((part) =>
    memory.recall(DRAWINGS, `${isReadonly} ${JSON.stringify(part)}`, () => drawnOf(part)),
  )
}

function pathsApart({ paths = {}, webhooks, ...others }: OpenAPI3): OpenAPI3[] {
  const parts: OpenAPI3[] = Object.entries(paths).map(([path, item]) => ({
    ...others,
    paths: { [path]: item },
  }))
  if (parts.length === 0) parts.push({ ...others, paths })
  return webhooks === undefined ? parts : [...parts, { ...others, webhooks }]
}

/** A member of `components.schemas`. */
interface SchemaMember {
  readonly key: string
  readonly type: string
  /** The current name, if the key is a former one. */
  readonly replacedBy?: string
}

function drawSchemas(members: readonly SchemaMember[], isReadonly: boolean): Drawn {
  const lines = members.map(({ key, type, replacedBy }) => {
    const tags = `@deprecated\n@description Use {@link ${replacedBy}} instead.`
    const before = `${replacedBy === undefined ? '' : docComment([tags])}${isReadonly ? 'readonly ' : ''}`
    return `${before}${propertyKey(key)}: ${type}\n`
  })
  const text = `schemas: ${lines.length > 0 ? `{\n${lines.join('')}}` : 'never'}\n`
  return { name: 'components', text, isMembers: true }
}

/** Responses, parameters, request bodies, headers and path items, with the operations of these. */
function drawOtherComponents(
  view: PackageView,
  components: Readonly<Record<string, unknown>>,
): Drawn[] {
  const document: OpenAPI3 = { ...openApiOf(view, {}), components }
  const nodes = draw(document, contextFor(view.isReadonly)).map((node) =>
    node.kind === 'InterfaceDeclaration' && node.name.text === 'components'
      ? // They are the types of the package.
        { ...node, members: node.members.filter(({ name }) => name.text !== 'schemas') }
      : node,
  )
  return textsOf(nodes)
}

/** Names that openapi-typescript declares itself, and the global type that it uses. */
const DRAWN = new Set('Record paths operations components webhooks $defs'.split(' '))

/** The text that openapi-typescript writes into comments. */
const SHOWN = new Set(['title', 'summary', 'description', 'format'])

/**
 * Escapes a text of the document, given its key `word`, so that it cannot end the comment that it becomes.
 */
export function schemaText(text: string, word: string): string {
  return SHOWN.has(word) ? commentText(text) : text
}

function openApiOf(
  { model }: PackageView,
  { paths, webhooks }: Pick<Partial<Bundled>, 'paths' | 'webhooks'>,
): OpenAPI3 {
  const info = { title: model.title, version: model.version }
  return {
    openapi: '3.1.0',
    info,
    ...(isPaths(paths) ? { paths } : {}),
    ...(isPaths(webhooks) ? { webhooks } : {}),
  }
}

/** They are valid: lowering has already read all of them. */
function isPaths(value: unknown): value is NonNullable<OpenAPI3['paths']> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

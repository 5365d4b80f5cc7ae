import { freeName } from '../../model/names.js'
import type { PackageView } from '../../view/package-view.js'
import { type Memory, MemoryKind } from '../memory.js'
import { docComment } from '../typescript/doc.js'
import { createImports } from '../typescript/imports.js'
import type { EmittedModule } from '../typescript/structures.js'
import { commentText, propertyKey } from '../typescript/text.js'
import { contextFor, draw, type OpenAPI3 } from './openapi-typescript.js'
import { type Drawn, merged, textsOf } from './schema-text.js'

/** The paths and webhooks of a document that refers to nothing outside, with named schemas by their names. */
interface Bundled {
  readonly paths: unknown
  readonly webhooks?: unknown
}

/**
 * The `paths`, `webhooks` and `operations` for openapi-fetch, created by openapi-typescript. Its `components["schemas"]`
 * are the named types of the package, so that `data` *is* a `Route`.
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
  const earlier = new Map<string, string>()
  for (const { name, aliases = [] } of view.model.declarations) {
    for (const alias of aliases.filter((each) => !identifiers.has(each))) {
      identifiers.set(alias, identifiers.get(name) ?? name)
      earlier.set(alias, name)
    }
  }
  const bundle = openApiOf(view, bundled)
  const drawnOf = (part: OpenAPI3): Drawn[] => textsOf(draw(part, contextFor(view.isReadonly)))
  const drawn = memory
    ? drawRemembered(bundle, memory, view.isReadonly, drawnOf)
    : [drawnOf(bundle)]
  const components = drawComponents(identifiers, earlier, view.isReadonly)
  const text = merged([...drawn, [components]]).join('\n')
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

/** The components as openapi-typescript would write them: only schemas are ever referenced here. */
function drawComponents(
  identifiers: ReadonlyMap<string, string>,
  /** Former names, with the current ones. */
  earlier: ReadonlyMap<string, string>,
  isReadonly: boolean,
): Drawn {
  const members = [...identifiers].map(([name, identifier]) => {
    const present = earlier.get(name)
    const tags = `@deprecated\n@description Use {@link ${present}} instead.`
    const before = `${present === undefined ? '' : docComment([tags])}${isReadonly ? 'readonly ' : ''}`
    return `${before}${propertyKey(name)}: ${identifier}\n`
  })
  const schemas = members.length > 0 ? `{\n${members.join('')}}` : 'never'
  const others = OTHER_COMPONENTS.map((word) => `${word}: never\n`)
  return { name: 'components', text: `schemas: ${schemas}\n${others.join('')}`, isMembers: true }
}

const OTHER_COMPONENTS = 'responses parameters requestBodies headers pathItems'.split(' ')

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

function openApiOf({ model }: PackageView, { paths, webhooks }: Bundled): OpenAPI3 {
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

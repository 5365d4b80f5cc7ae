import { freeName } from '../../model/names.js'
import type { PackageView } from '../../view/package-view.js'
import { type Memory, MemoryKind } from '../memory.js'
import { docComment } from '../typescript/doc.js'
import { createImports } from '../typescript/imports.js'
import type { EmittedModule } from '../typescript/structures.js'
import { commentText, propertyKey } from '../typescript/text.js'
import { contextFor, draw, type OpenAPI3 } from './openapi-typescript.js'
import { type Drawn, merged, textsOf } from './schema-text.js'

/**
 * The `paths` and `operations` for openapi-fetch, created by openapi-typescript. Its `components["schemas"]`
 * are the named types of the package, so that `data` *is* a `Route`.
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
  const bundle = openApiOf(view, paths)
  const drawSlice = (slice: OpenAPI3): Drawn[] => textsOf(draw(slice, contextFor(view.isReadonly)))
  const drawn = memory
    ? drawRemembered(bundle, memory, view.isReadonly, drawSlice)
    : slicesOf(bundle, PATHS_AT_ONCE).map(drawSlice)
  const components = drawComponents(identifiers, earlier, view.isReadonly)
  const text = merged([...drawn, [components]]).join('\n')
  return { path: 'src/schema.ts', imports: imports.structures(), statements: [text] }
}

/**
 * openapi-typescript copies all earlier operations for each one that it adds, so it only gets a few at a
 * time.
 */
const PATHS_AT_ONCE = 100

/** Each path separately, for `--watch`. */
const DRAWINGS = new MemoryKind<Drawn[]>()

function drawRemembered(
  bundle: OpenAPI3,
  memory: Memory,
  isReadonly: boolean,
  drawSlice: (slice: OpenAPI3) => Drawn[],
): Drawn[][] {
  return slicesOf(bundle, 1).map((slice) =>
    memory.recall(DRAWINGS, `${isReadonly} ${JSON.stringify(slice)}`, () => drawSlice(slice)),
  )
}

function slicesOf({ paths = {}, ...others }: OpenAPI3, size: number): OpenAPI3[] {
  const entries = Object.entries(paths)
  const slices: OpenAPI3[] = []
  for (let at = 0; at < entries.length || at === 0; at += size) {
    slices.push({ ...others, paths: Object.fromEntries(entries.slice(at, at + size)) })
  }
  return slices
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

function openApiOf({ model }: PackageView, paths: unknown): OpenAPI3 {
  const info = { title: model.title, version: model.version }
  return { openapi: '3.1.0', info, ...(isPaths(paths) ? { paths } : {}) }
}

/** `paths` is valid: lowering has already read all of it. */
function isPaths(value: unknown): value is NonNullable<OpenAPI3['paths']> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import type { LoadedEmitter } from '../../config/emitters.js'
import type { EmitterModule } from '../../emit/emitter-api/emitter-files.js'
import { REQUEST_FACTS } from '../../emit/emitter-api/names.js'
import { emitIndex, type ModuleExports } from '../../emit/package/index-file.js'
import { runtimeExports, withoutConflicts } from '../../emit/package/runtime-exports.js'
import { clientNames } from '../../view/client-names.js'
import type { PackageView } from '../../view/package-view.js'
import { type AddedFiles, customParts } from './custom-parts.js'
import { type AddedModule, type AddedPart, emitParts, moduleName } from './module-printer.js'
import { builtInParts, type PackagePart, type PartContext, requestFactsPart } from './parts.js'

/** The modules of one document, as the package itself or as one of its lines. */
export interface EmittedPackage extends IndexExports {
  readonly taken: readonly AddedModule[]
  /** Names of the entry points other than the main one. */
  readonly entries: readonly string[]
  readonly added: AddedFiles
  /** Whether openapi-fetch has to be installed for an entry point. */
  readonly hasPlainClient: boolean
}

interface IndexExports {
  /** What the index exports. */
  readonly exported: readonly ModuleExports[]
  /** Names of the runtime that it does not export, because the document defines the same names. */
  readonly hidden: readonly string[]
  /** The same for the client's own names. */
  readonly kept: readonly string[]
}

/** Emits everything that is made of one document. `take` gets each module as soon as it is complete. */
export async function emitPackage(
  view: PackageView,
  context: PartContext,
  emitters: readonly LoadedEmitter[],
  take: (module: EmitterModule) => Promise<AddedModule>,
): Promise<EmittedPackage> {
  const importing = new Set<string>()
  const seen = (module: EmitterModule): Promise<AddedModule> => {
    for (const { moduleSpecifier } of module.imports) importing.add(moduleSpecifier)
    return take(module)
  }
  const own = await emitParts(builtInParts(view), view, context, seen)
  const lists = indexExports(view, own)
  const index = await take(emitIndex(lists.exported))
  const ours = [index, ...own.flatMap(({ modules }) => modules)]
  const custom = customParts(view, emitters, [...ours, REQUEST_FACTS_FILE])
  const others = await emitParts(custom.parts, view, context, seen)
  const asked = importing.has(REQUEST_FACTS.module) ? [requestFactsPart] : []
  const facts = await emitParts(asked, view, context, take)
  return {
    ...lists,
    taken: [...ours, ...[...others, ...facts].flatMap(({ modules }) => modules)],
    entries: [...own, ...others].flatMap(entriesOf),
    added: custom.added(),
    hasPlainClient: own.some(({ part, modules }) => part.name === 'http' && modules.length > 0),
  }
}

/** No emitter writes it, whether or not it is asked for. */
const REQUEST_FACTS_FILE = { path: 'src/request-facts.ts' }

/**
 * The exports of the index. Names of the document come first, then those of the client, then those of the
 * runtime.
 */
function indexExports(view: PackageView, parts: readonly AddedPart[]): IndexExports {
  const described = exportsOf(parts, 'data')
  const client = exportsOf(parts, 'client')
  const always = Object.values(clientNames(view.clientName))
  const tables = withoutConflicts(client, described, always)
  const own = [...described, ...tables.modules]
  const runtime = withoutConflicts(client.length > 0 ? runtimeExports(view.model) : [], own)
  return { exported: [...own, ...runtime.modules], hidden: runtime.hidden, kept: tables.hidden }
}

function exportsOf(parts: readonly AddedPart[], kind: PackagePart['kind']): ModuleExports[] {
  const chosen = parts.filter(({ part }) => part.kind === kind)
  return chosen.flatMap(({ modules }) => modules.map(({ exports }: AddedModule) => exports))
}

/** The entry points of a part: `schema` for `./schema`. */
function entriesOf({ part, modules }: AddedPart): string[] {
  if (part.kind !== 'entry' && !part.isEntry) return []
  return modules.filter(({ internal }) => !internal).map(moduleName)
}

import type { LoadedEmitter } from '../../config/emitters.js'
import type { Memory } from '../../emit/memory.js'
import { type EmittedFile, header } from '../../emit/module-scope.js'
import { emitIndex, type ModuleExports } from '../../emit/package/index-file.js'
import {
  emitEntryFolder,
  emitPackageJson,
  emitTsconfig,
  type PackageFacts,
} from '../../emit/package/package-json.js'
import { namesOf, runtimeExports, withoutConflicts } from '../../emit/package/runtime-exports.js'
import { emitReadme, type ReadmeEntry } from '../../emit/readme/readme.js'
import { exportedNames } from '../../emit/typescript/exported-names.js'
import { loadFormatter } from '../../emit/typescript/layout.js'
import { printMarkdown } from '../../emit/typescript/print.js'
import type { Document } from '../../source/document.js'
import { clientNames } from '../../view/client-names.js'
import type { PackageView } from '../../view/package-view.js'
import { type AddedEntry, customParts, printPages, type RefusedEmitter } from './custom-parts.js'
import {
  createModulePrinter,
  moduleName,
  type Surroundings,
  type TakenModule,
  type TakenPart,
} from './module-printer.js'
import { builtInParts, type PackagePart } from './parts.js'

/** A module that does not parse. This is a bug in tagwire, reported before anything is written. */
export interface BrokenModule {
  readonly path: string
  readonly line: number
  readonly message: string
}

export interface AssembledPackage {
  readonly files: readonly EmittedFile[]
  readonly broken: readonly BrokenModule[]
  /** Names that two modules would both export from the package. */
  readonly twice: readonly string[]
  /** Names of the runtime that the package does not export, because the document defines the same names. */
  readonly hidden: readonly string[]
  /** The same for the client's own names. */
  readonly kept: readonly string[]
  readonly refused: readonly RefusedEmitter[]
  /** Names of the packages that custom emitters import. */
  readonly peers: readonly string[]
  /** `false` if this machine has no formatter. */
  readonly isFormatted: boolean
}

/**
 * Assembles a generated package: which emitter writes which file.
 *
 *     src/types.ts        records and aliases
 *     src/unions.ts       tagged unions: types, guards, match, constructors
 *     src/enums.ts        open string enums
 *     src/inputs.ts       inputs of operations for which the document has no schema
 *     src/webhooks.ts     requests that the service sends
 *     src/operations.ts   HTTP: the descriptor of each operation
 *     src/methods.ts      JSON-RPC: the descriptor of each method, and the meaning of error texts
 *     src/rules.ts        HTTP: rules for requests, to check one before it is sent
 *     src/client.ts       the client
 *     src/history.ts      JSON-RPC: reading past heights, if the dialect supports it
 *     src/index.ts        the exports of the package, by name
 *     src/mock.ts         a mock of the service for tests, a separate entry
 *     src/examples.ts     default responses of the mock
 *     src/world.ts        HTTP: sample data of the mock, as rules and shared data
 *     src/validate.ts     a validator for every type and response, a separate entry
 *     src/decode.ts       decoders for every type with decodable values, a separate entry
 *     src/schema.ts       HTTP: the raw types of openapi-typescript, a separate entry
 *     src/http.ts         HTTP: an openapi-fetch client with these types, a separate entry
 *     src/runtime/        the required files of @tagwire/runtime, with `runtime: 'inline'`
 *     package.json  tsconfig.json  README.md
 *     validate/package.json …  entries for tools that do not read `exports`
 *
 * The client (operations, methods, rules, client, history), schema, validate, and the mock (mock, examples,
 * world) are parts that a configuration may leave out. Custom emitters add modules, each a separate entry,
 * and pages: AGENTS.md, llms.txt, docs/….
 */
export async function assemblePackage(
  view: PackageView,
  document: Document,
  facts: Pick<PackageFacts, 'isPrivate' | 'license' | 'author'> & Surroundings,
  emitters: readonly LoadedEmitter[] = [],
  { memory, unformatted }: { readonly memory?: Memory; readonly unformatted?: boolean } = {},
): Promise<AssembledPackage> {
  const isFormatted = await loadFormatter(unformatted)
  const printer = createModulePrinter(header(view), facts, memory)
  const context = { document, memory }
  const own = await printer.addParts(builtInParts(view), view, context)
  const exported = indexExports(view, own)
  const index = await printer.add(emitIndex(exported.modules))
  const ours = [index, ...own.flatMap(({ modules }) => modules)]
  const custom = customParts(view, emitters, ours)
  const others = await printer.addParts(custom.parts, view, context)
  const added = custom.added()
  const printed = await printer.texts([...ours, ...others.flatMap(({ modules }) => modules)])
  const entries = [...own, ...others].flatMap(entriesOf)
  const readme = await printMarkdown(
    emitReadme(
      view,
      printed.find(({ path }) => path === 'src/client.ts'),
      added.entries.map(addedEntry),
    ),
  )
  const pages = await printPages(added.pages)
  return {
    files: [
      ...printed,
      ...pages,
      emitPackageJson(view, {
        ...facts,
        entries,
        pages: pages.map(({ path }) => path),
        peers: added.peers,
      }),
      ...entries.map(emitEntryFolder),
      emitTsconfig(facts.importExtension),
      readme,
    ].map(({ path, text }) => ({ path, text })),
    broken: [...printed, readme].flatMap(({ path, faults }) =>
      faults.map((fault) => ({ path, ...fault })),
    ),
    twice: repeated(exported.modules.flatMap(namesOf)),
    hidden: exported.hidden,
    kept: exported.kept,
    refused: added.refused,
    peers: [...(own.some(isPlainClient) ? ['openapi-fetch'] : []), ...Object.keys(added.peers)],
    isFormatted,
  }
}

interface IndexExports extends Pick<AssembledPackage, 'hidden' | 'kept'> {
  readonly modules: readonly ModuleExports[]
}

/**
 * The exports of the index. Names of the document come first, then those of the client, then those of the
 * runtime.
 */
function indexExports(view: PackageView, parts: readonly TakenPart[]): IndexExports {
  const described = exportsOf(parts, 'data')
  const client = exportsOf(parts, 'client')
  const always = Object.values(clientNames(view.name))
  const tables = withoutConflicts(client, described, always)
  const own = [...described, ...tables.modules]
  const runtime = withoutConflicts(client.length > 0 ? runtimeExports(view.model) : [], own)
  return { modules: [...own, ...runtime.modules], hidden: runtime.hidden, kept: tables.hidden }
}

function exportsOf(parts: readonly TakenPart[], kind: PackagePart['kind']): ModuleExports[] {
  const chosen = parts.filter(({ part }) => part.kind === kind)
  return chosen.flatMap(({ modules }) => modules.map(({ exports }: TakenModule) => exports))
}

/** `./http`, which openapi-fetch has to be installed for. */
function isPlainClient({ part, modules }: TakenPart): boolean {
  return part.name === 'http' && modules.length > 0
}

/** The entry points of a part: `schema` for `./schema`. */
function entriesOf({ part, modules }: TakenPart): string[] {
  if (part.kind !== 'entry' && !part.isEntry) return []
  return modules.filter(({ internal }) => !internal).map(moduleName)
}

/** An entry point added by an emitter, as the README lists it. */
function addedEntry({ module, peers }: AddedEntry): ReadmeEntry {
  const { types, values } = exportedNames(module)
  return { name: moduleName(module), exports: [...values, ...types], peers }
}

function repeated(names: readonly string[]): string[] {
  const seen = new Set<string>()
  const again = names.filter((name) => seen.size === seen.add(name).size)
  return [...new Set(again)]
}

import type { LoadedEmitter } from '../config/emitters.js'
import { emitDecode } from '../emit/decode/decode.js'
import { builtIn } from '../emit/door/run-emitter.js'
import { emitHttpClient } from '../emit/http/client.js'
import { emitHttpOperations } from '../emit/http/operations.js'
import { emitPlainClient } from '../emit/http/plain-client.js'
import { emitRequestsFrom } from '../emit/http/request-from.js'
import { emitRequestRules } from '../emit/http/request-rules.js'
import type { Memory } from '../emit/memory.js'
import { mockEmitter } from '../emit/mock/mock.js'
import { type EmittedFile, header } from '../emit/module-scope.js'
import { emitIndex, type ModuleExports } from '../emit/package/index-file.js'
import {
  emitEntryFolder,
  emitPackageJson,
  emitTsconfig,
  type PackageFacts,
} from '../emit/package/package-json.js'
import { namesOf, runtimeExports, withoutConflicts } from '../emit/package/runtime-exports.js'
import { emitReadme, type ReadmeEntry } from '../emit/readme/readme.js'
import { emitRpcClient } from '../emit/rpc/client.js'
import { emitHistory } from '../emit/rpc/history.js'
import { emitRpcMethods } from '../emit/rpc/methods.js'
import { emitEnums } from '../emit/types/enums.js'
import { emitInputs } from '../emit/types/inputs.js'
import { emitTypes } from '../emit/types/types.js'
import { emitWebhooks } from '../emit/types/webhooks.js'
import { exportedNames } from '../emit/typescript/exported-names.js'
import { loadFormatter } from '../emit/typescript/layout.js'
import { printMarkdown } from '../emit/typescript/print.js'
import type { EmittedModule } from '../emit/typescript/structures.js'
import { emitUnions } from '../emit/unions/unions.js'
import { emitValidate } from '../emit/validate/validate.js'
import { bundlePaths } from '../normalize/bundle-paths.js'
import type { Document } from '../source/document.js'
import { clientNames } from '../view/client-names.js'
import type { PackageView } from '../view/package-view.js'
import { type AddedEntry, addFiles, printPages, type RefusedEmitter } from './emitters.js'
import {
  createModulePrinter,
  moduleName,
  type Surroundings,
  type TakenModule,
} from './module-printer.js'

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
  // The longest modules come first, so that they are formatted while the others are generated; before all others
  // `schema.ts`, the only one that is formatted in one piece.
  const schema = view.parts.has('schema')
    ? await printer.add(await schemaModule(view, document, memory))
    : []
  const validate = view.parts.has('validate') ? await printer.add(emitValidate(view)) : []
  const decode = view.parts.has('decode') ? await printer.add(emitDecode(view)) : []
  const data = await printer.add(
    emitTypes(view),
    emitUnions(view),
    emitEnums(view),
    emitInputs(view),
    emitWebhooks(view),
  )
  const client = await printer.add(...clientModules(view))
  const mock = view.parts.has('mock') ? await printer.add(...builtIn(mockEmitter, view)) : []
  const apart = [...schema, ...validate, ...decode, ...(await printer.add(emitPlainClient(view)))]
  const offer = offerOf(view, data, client)
  const ours = [
    ...(await printer.add(emitIndex(offer.exports))),
    ...data,
    ...client,
    ...apart,
    ...mock,
  ]
  const added = await addFiles(view, emitters, ours)
  const others = await printer.add(...added.modules)
  const printed = await printer.texts([...ours, ...others])
  const entryModules = [
    ...apart,
    ...entriesOf(client),
    ...[...mock, ...others].filter((each) => !each.internal),
  ]
  const entries = entryModules.map(moduleName)
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
    twice: repeated(offer.exports.flatMap(namesOf)),
    hidden: offer.hidden,
    kept: offer.kept,
    refused: added.refused,
    peers: [
      ...(apart.some(({ path }) => path === 'src/http.ts') ? ['openapi-fetch'] : []),
      ...Object.keys(added.peers),
    ],
    isFormatted,
  }
}

interface Offer extends Pick<AssembledPackage, 'hidden' | 'kept'> {
  readonly exports: readonly ModuleExports[]
}

/**
 * The exports of the index. Names of the document come first, then those of the client, then those of the
 * runtime.
 */
function offerOf(
  view: PackageView,
  data: readonly TakenModule[],
  client: readonly TakenModule[],
): Offer {
  const described = data.map(exportsOf)
  const always = Object.values(clientNames(view.name))
  const tables = withoutConflicts(client.map(exportsOf), described, always)
  const own = [...described, ...tables.modules]
  const runtime = withoutConflicts(client.length > 0 ? runtimeExports(view.model) : [], own)
  return { exports: [...own, ...runtime.modules], hidden: runtime.hidden, kept: tables.hidden }
}

/** An entry point added by an emitter, as the README lists it. */
function addedEntry({ module, peers }: AddedEntry): ReadmeEntry {
  const { types, values } = exportedNames(module)
  return { name: moduleName(module), exports: [...values, ...types], peers }
}

function exportsOf({ exports }: TakenModule): ModuleExports {
  return exports
}

function clientModules(view: PackageView): EmittedModule[] {
  if (!view.parts.has('client')) return []
  return view.model.document.language === 'openapi'
    ? [
        emitHttpOperations(view),
        emitRequestRules(view),
        emitRequestsFrom(view),
        emitHttpClient(view),
      ].filter(isPresent)
    : [emitRpcMethods(view), emitRpcClient(view), emitHistory(view)].filter(isPresent)
}

/** Parts of the client that can also be imported separately. */
function entriesOf(client: readonly TakenModule[]): TakenModule[] {
  return client.filter(({ path }) => path === 'src/operations.ts' || path === 'src/history.ts')
}

/** openapi-typescript is only imported when it is needed. */
async function schemaModule(
  view: PackageView,
  document: Document,
  memory: Memory | undefined,
): Promise<EmittedModule> {
  const { emitSchema, schemaText } = await import('../emit/http/schema.js')
  const names = { declarations: view.model.declarations, inputTypeNames: view.inputTypeNames }
  return emitSchema(view, bundlePaths(document, names, schemaText), memory)
}

function isPresent<Value>(value: Value | undefined): value is Value {
  return value !== undefined
}

function repeated(names: readonly string[]): string[] {
  const seen = new Set<string>()
  const again = names.filter((name) => seen.size === seen.add(name).size)
  return [...new Set(again)]
}

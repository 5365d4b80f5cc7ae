import type { LoadedEmitter } from '../../config/emitters.js'
import type { EmittedFile } from '../../emit/generated-file.js'
import type { Memory } from '../../emit/memory.js'
import { header } from '../../emit/module-scope.js'
import type { MovedName } from '../../emit/one-file/one-file.js'
import {
  emitEntryFolder,
  emitPackageJson,
  emitTsconfig,
  type PackageFacts,
} from '../../emit/package/package-json.js'
import { namesOf } from '../../emit/package/runtime-exports.js'
import { emitReadme, type ReadmeEntry } from '../../emit/readme/readme.js'
import { exportedNames } from '../../emit/typescript/exported-names.js'
import { loadFormatter } from '../../emit/typescript/layout.js'
import { printMarkdown } from '../../emit/typescript/print.js'
import type { Model } from '../../model/model.js'
import { type AddedEntry, printPages, type RefusedEmitter } from './custom-parts.js'
import { type DescribedLine, type DescribedPackage, emitLines } from './emit-lines.js'
import { type EmittedPackage, emitPackage } from './emit-package.js'
import { createModulePrinter, moduleName, type Surroundings } from './module-printer.js'

/** A module that does not parse. This is a bug in tagwire, reported before anything is written. */
export interface BrokenModule {
  readonly path: string
  readonly line: number
  readonly message: string
}

/** What the index of a document does not export as it is called. */
export interface IndexNames extends Pick<EmittedPackage, 'hidden' | 'kept'> {
  readonly model: Model
  /** Names that two modules would both export from the package. */
  readonly twice: readonly string[]
}

export interface AssembledPackage {
  readonly files: readonly EmittedFile[]
  readonly broken: readonly BrokenModule[]
  /** The names of the package itself, and those of each line. */
  readonly names: readonly IndexNames[]
  readonly refused: readonly RefusedEmitter[]
  /** Names of the packages that custom emitters import. */
  readonly peers: readonly string[]
  /** What a single file exports under another name, because the document has the name. */
  readonly moved?: readonly MovedName[]
  /** `false` if this machine has no formatter. */
  readonly isFormatted: boolean
}

export interface AssembleOptions {
  readonly emitters?: readonly LoadedEmitter[] | undefined
  readonly lines?: readonly DescribedLine[]
  readonly memory?: Memory
  readonly unformatted?: boolean
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
 *     src/requests.ts     HTTP: requests that are made from the response of another operation
 *     src/client.ts       the client
 *     src/history.ts      JSON-RPC: reading past heights, if the dialect supports it
 *     src/index.ts        the exports of the package, by name
 *     src/mock.ts         a mock of the service for tests, a separate entry
 *     src/request-facts.ts  HTTP: how requests are read and checked, for mocks and servers
 *     src/request-checks.ts  HTTP: checks of parameters that validators of requests and request-facts share
 *     src/examples.ts     default responses of the mock
 *     src/world.ts        HTTP: sample data of the mock, as rules and shared data
 *     src/validate.ts     a validator for every type and response, a separate entry
 *     src/decode.ts       decoders for every type with decodable values, a separate entry
 *     src/schema.ts       HTTP: the raw types of openapi-typescript, a separate entry
 *     src/http.ts         HTTP: an openapi-fetch client with these types, a separate entry
 *     src/runtime/        the required files of @tagwire/runtime, with `runtime: 'inline'`
 *     src/0.40/           with `lines`: what is different in this line of the document
 *     src/shared/         with `lines`: modules of which lines need more than they export
 *     package.json  tsconfig.json  README.md
 *     validate/package.json …  entries for tools that do not read `exports`
 *
 * The client (operations, methods, rules, client, history), schema, validate, and the mock (mock, examples,
 * world) are parts that a configuration may leave out. Custom emitters add modules, each a separate entry,
 * and pages: AGENTS.md, llms.txt, docs/….
 */
export async function assemblePackage(
  described: DescribedPackage,
  facts: Pick<PackageFacts, 'isPrivate' | 'license' | 'author'> & Surroundings,
  { emitters = [], lines = [], memory, unformatted }: AssembleOptions = {},
): Promise<AssembledPackage> {
  const { view, document } = described
  const isFormatted = await loadFormatter(unformatted)
  const printer = createModulePrinter(header(view), facts, memory)
  const together =
    lines.length === 0
      ? undefined
      : await emitLines(described, lines, { emitters, ...(memory ? { memory } : {}) }, printer.add)
  const own =
    together?.main ?? (await emitPackage(view, { document, memory }, emitters, printer.add))
  const { added } = own
  const all = [own, ...(together?.lines ?? [])]
  const printed = await printer.texts(together?.taken ?? own.taken)
  const entries = [...own.entries, ...(together?.entries ?? [])]
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
    names: all.map(({ exported, hidden, kept }, index) => ({
      model: (lines[index - 1] ?? described).view.model,
      ...{ hidden, kept, twice: repeated(exported.flatMap(namesOf)) },
    })),
    refused: all.flatMap((each) => each.added.refused),
    peers: [...(own.hasPlainClient ? ['openapi-fetch'] : []), ...Object.keys(added.peers)],
    isFormatted,
  }
}

/** An entry point added by an emitter, as the README lists it. */
function addedEntry({ module, peers }: AddedEntry): ReadmeEntry {
  const { types, values } = exportedNames(module)
  return { name: moduleName(module), exports: [...values, ...types], peers }
}

export function repeated(names: readonly string[]): string[] {
  const seen = new Set<string>()
  const again = names.filter((name) => seen.size === seen.add(name).size)
  return [...new Set(again)]
}

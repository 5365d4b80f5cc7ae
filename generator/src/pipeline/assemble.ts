import { clientNames } from '../emit/client-parts.js'
import { emitHttpClient } from '../emit/http/client.js'
import { emitHttpOperations } from '../emit/http/operations.js'
import { emitRequestRules } from '../emit/http/request-rules.js'
import { emitMock } from '../emit/mock/mock.js'
import { emitIndex, type ModuleExports } from '../emit/package/index-file.js'
import { emitPackageJson, emitTsconfig, type PackageFacts } from '../emit/package/package-json.js'
import { givingWay, namesOf, runtimeExports } from '../emit/package/runtime-exports.js'
import type { EmittedFile, PackageView } from '../emit/package-view.js'
import { emitReadme } from '../emit/readme/readme.js'
import { emitRpcClient } from '../emit/rpc/client.js'
import { emitRpcMethods } from '../emit/rpc/methods.js'
import { emitEnums } from '../emit/types/enums.js'
import { emitInputs } from '../emit/types/inputs.js'
import { emitTypes } from '../emit/types/types.js'
import { emitWebhooks } from '../emit/types/webhooks.js'
import { type ParsedModule, readModule } from '../emit/typescript/source.js'
import { emitUnions } from '../emit/unions/unions.js'
import { emitValidate } from '../emit/validate/validate.js'
import type { Document } from '../source/document.js'

/** A module that does not parse: our own fault, told before anything is written. */
export interface BrokenModule {
  readonly path: string
  readonly line: number
  readonly message: string
}

export interface AssembledPackage {
  readonly files: readonly EmittedFile[]
  readonly broken: readonly BrokenModule[]
  /** Names that two modules would both add to the package. */
  readonly twice: readonly string[]
  /** Names of the runtime that the package does not offer, because the document has them too. */
  readonly hidden: readonly string[]
  /** The same of the client's own tables. */
  readonly kept: readonly string[]
}

/**
 * The picture of a generated package: which emitter writes which file.
 *
 *     src/types.ts        records and aliases
 *     src/unions.ts       tagged unions: types, guards, match, constructors
 *     src/enums.ts        open enumerations of strings
 *     src/inputs.ts       what operations take, where no schema says it
 *     src/webhooks.ts     what the service sends by itself
 *     src/operations.ts   HTTP: how each operation travels
 *     src/methods.ts      JSON-RPC: how each method travels, and what error texts mean
 *     src/rules.ts        HTTP: rules of requests, for who wants to check before sending
 *     src/client.ts       the client
 *     src/index.ts        what the package offers, by name
 *     src/mock.ts         an entry of its own: the client's other side, for tests
 *     src/examples.ts     what the mock answers when a test does not say
 *     src/world.ts        HTTP: rules and data that answer together
 *     src/validate.ts     a validator for every type and response, an entry of its own
 *     src/schema.ts       HTTP: the raw types of openapi-typescript, an entry of its own
 *     package.json  tsconfig.json  README.md
 *
 * The client (operations, methods, rules, client), validate, and the mock (mock, examples, world) are
 * parts that a configuration may leave out.
 */
export async function assemblePackage(
  view: PackageView,
  document: Document,
  facts: Pick<PackageFacts, 'license' | 'author'>,
): Promise<AssembledPackage> {
  const http = view.model.document.language === 'openapi'
  const data = [
    emitTypes(view),
    emitUnions(view),
    emitEnums(view),
    emitInputs(view),
    emitWebhooks(view),
  ]
  const client = clientFiles(view)
  const offered = [...data.filter(isPresent), ...client]
  const mock = view.parts.has('mock') ? emitMock(view) : []
  const validate = view.parts.has('validate') ? [emitValidate(view)].filter(isPresent) : []
  const apart = [...(http ? [await schemaFile(view, document)] : []), ...validate]
  const parsed = [...offered, ...apart, ...mock].map((file) => ({
    file,
    module: readModule(file.path, file.text),
  }))
  const exportsOf = (files: readonly (EmittedFile | undefined)[]): ModuleExports[] =>
    parsed
      .filter(({ file }) => files.includes(file))
      .map(({ file, module }) => ({ from: `./${moduleName(file)}.js`, ...module }))
  const described = exportsOf(data)
  const tables = givingWay(exportsOf(client), described, Object.values(clientNames(view.name)))
  const own = [...described, ...tables.modules]
  const runtime = givingWay(client.length > 0 ? runtimeExports(view.model) : [], own)
  const modules = [...own, ...runtime.modules]
  return {
    files: [
      emitIndex(view, modules),
      ...offered,
      ...apart,
      ...mock,
      emitPackageJson(view, { ...facts, entries: [...apart, ...mock.slice(0, 1)].map(moduleName) }),
      emitTsconfig(),
      emitReadme(
        view,
        client.find(({ path }) => path === 'src/client.ts'),
      ),
    ],
    broken: parsed.flatMap(({ file, module }) => brokenIn(file, module)),
    twice: repeated(modules.flatMap(namesOf)),
    hidden: runtime.hidden,
    kept: tables.hidden,
  }
}

function clientFiles(view: PackageView): EmittedFile[] {
  if (!view.parts.has('client')) return []
  return view.model.document.language === 'openapi'
    ? [emitHttpOperations(view), emitRequestRules(view), emitHttpClient(view)].filter(isPresent)
    : [emitRpcMethods(view), emitRpcClient(view)]
}

/** openapi-typescript brings a whole compiler along, so it is loaded when it is needed. */
async function schemaFile(view: PackageView, document: Document): Promise<EmittedFile> {
  const { emitSchema } = await import('../emit/http/schema.js')
  return emitSchema(view, document)
}

function isPresent<Value>(value: Value | undefined): value is Value {
  return value !== undefined
}

function moduleName(file: EmittedFile): string {
  return file.path.replace(/^src\//, '').replace(/\.ts$/, '')
}

function brokenIn(file: EmittedFile, { faults }: ParsedModule): BrokenModule[] {
  return faults.map((fault) => ({ path: file.path, ...fault }))
}

function repeated(names: readonly string[]): string[] {
  const seen = new Set<string>()
  const again = names.filter((name) => seen.size === seen.add(name).size)
  return [...new Set(again)]
}

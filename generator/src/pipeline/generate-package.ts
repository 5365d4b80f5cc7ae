import type { LoadedEmitter } from '../config/emitters.js'
import {
  type AcceptedWarnings,
  unusedAcceptances,
  withoutAccepted,
} from '../diagnostics/accepted-warnings.js'
import { type Diagnostic, Fault, hasErrors, strictly } from '../diagnostics/diagnostic.js'
import { refusalText } from '../emit/emitter-api/run-emitter.js'
import type { EmittedFile } from '../emit/generated-file.js'
import type { Memory } from '../emit/memory.js'
import { FormatterMissing } from '../emit/typescript/layout.js'
import { exportsOf } from '../model/exported-names.js'
import type { Model } from '../model/model.js'
import { inputName } from '../model/operations/inputs.js'
import type { DateForm, Part } from '../model/package-parts.js'
import { type PackageView, packageView } from '../view/package-view.js'
import { assembleOneFile } from './assemble/assemble-one-file.js'
import { assemblePackage, type BrokenModule } from './assemble/assemble-package.js'
import type { RefusedEmitter } from './assemble/custom-parts.js'
import type { Surroundings } from './assemble/module-printer.js'
import { manifestFile } from './manifest.js'
import { asWritten, type ReadOptions } from './read-model.js'
import {
  type DocumentFiles,
  distinct,
  type LineReadOptions,
  readPackageModels,
} from './read-package-models.js'

/** The files of a package, and the diagnostics of its document. */
export interface GeneratedFiles {
  readonly document: DocumentFiles
  /** Absent when the document has errors: then nothing may be written. */
  readonly files?: readonly EmittedFile[]
  readonly diagnostics: readonly Diagnostic[]
  /** Set if this machine has no formatter, and that is accepted. */
  readonly isUnformatted?: boolean
}

/** The options that determine the output, in addition to the document. */
export interface OutputOptions extends Partial<Surroundings> {
  readonly name: string
  /** What the client is named after, if not the package. */
  readonly clientName?: string
  readonly version: string
  readonly runtime: string
  /** `private` of a package.json that is created. */
  readonly isPrivate?: boolean
  readonly license?: string
  readonly author?: string
  /** The default server URL of the client, if it is not the document's. */
  readonly server?: string
  /** The package with the sample data of the mock, if it is not this one. */
  readonly worldPackage?: string
  /** Where the pages of the package are published: a URL with `{page}`. */
  readonly site?: string
  /** How the client returns times; as strings by default. */
  readonly dates?: DateForm
  /** Whether properties are `readonly`. */
  readonly isReadonly?: boolean
  /** Whether enumerations are also objects with their values by name. */
  readonly hasEnumObjects?: boolean
  /** The parts that are generated in addition to the types; all of them by default. */
  readonly parts?: readonly Part[]
  /** The name of the file, if all of it is one module. */
  readonly oneFile?: string
  /** Only the modules, without their own folder and package.json. */
  readonly sourcesOnly?: boolean
}

const WITHIN_A_PACKAGE: Surroundings = { importExtension: '.js', inlinesRuntime: false }

export interface GenerateOptions extends ReadOptions {
  /** Further lines of the document, each with its own overlays. */
  readonly lines?: readonly LineReadOptions[]
  /** Custom emitters. */
  readonly emitters?: readonly LoadedEmitter[]
  /** Called when a step begins, to show progress. */
  readonly phase?: (text: string) => void
  /** Results of the previous run, if there was one in this process. */
  readonly memory?: Memory
  /** Generate without the formatter where it does not exist. */
  readonly unformatted?: boolean
}

/** The pipeline of one package: read, lower, emit. Writes nothing. */
export async function generatePackage(
  spec: string,
  base: string,
  outputOptions: OutputOptions,
  options: GenerateOptions = {},
): Promise<GeneratedFiles> {
  const readOptions = { ...options, shapesOnly: readsShapesOnly(outputOptions, options) }
  const { main, lines, document, diagnostics, accepted } = await readPackageModels(
    spec,
    base,
    readOptions,
  )
  if (!main) return { document, diagnostics }
  const root = main.document.root.source.file
  const viewOf = (read: Model, others: PackageView['lines'] = []): PackageView => {
    const model =
      outputOptions.server === undefined ? read : callingFirst(read, outputOptions.server)
    return packageView(model, { ...outputOptions, document: root, lines: others })
  }
  const view = viewOf(
    main.model,
    lines.map(({ name, note = '', model: { title } }) => ({ name, title, note })),
  )
  const { declarations, operations } = view.model
  options.phase?.(`writing ${declarations.length} types and ${operations.length} operations`)
  const described = { view, document: main.document }
  const assembled =
    outputOptions.oneFile === undefined
      ? assemblePackage(
          described,
          { ...WITHIN_A_PACKAGE, ...outputOptions },
          { ...options, lines: lines.map((each) => ({ ...each, view: viewOf(each.model) })) },
        )
      : assembleOneFile(described, outputOptions.oneFile, options)
  const { files, broken, names, refused, peers, moved, isFormatted } =
    await assembled.catch(formatterFault)
  const faults = [
    ...broken.map(brokenFault),
    ...names.flatMap(({ model, twice }) => twice.map((name) => twiceFault(model, name))),
    ...refused.map(refusedFault),
  ]
  if (hasErrors(faults)) return { document, diagnostics: [...diagnostics, ...distinct(faults)] }
  const help = outputOptions.oneFile === undefined ? undefined : RENAME
  const found = [
    ...names.flatMap(({ model, hidden, kept }) => [
      ...hidden.map((name) => hiddenWarning(model, name, 'stays in @tagwire/runtime')),
      ...kept.map((name) => hiddenWarning(model, name, 'is not exported', help)),
    ]),
    ...(moved ?? []).map(({ name, as }) => movedWarning(view.model, name, as)),
    ...movedInputs(view),
  ].map((each) => asWritten(main.document, each))
  const warnings = withAcceptances(distinct(found), accepted, options.accept ?? {}, root)
  const all = [...diagnostics, ...(options.strict ? strictly(warnings) : warnings)]
  if (hasErrors(all)) return { document, diagnostics: all }
  const written =
    outputOptions.oneFile !== undefined
      ? files
      : outputOptions.sourcesOnly
        ? sourcesOf(files)
        : [...files, manifestFile(document, files, peers)]
  if (isFormatted) return { document, files: written, diagnostics: all }
  return { document, files: written, diagnostics: [...all, UNFORMATTED], isUnformatted: true }
}

/** The warnings that are not accepted, and what the configuration accepts in vain. */
function withAcceptances(
  found: readonly Diagnostic[],
  before: readonly Diagnostic[],
  accept: AcceptedWarnings,
  root: string,
): readonly Diagnostic[] {
  const { kept, accepted } = withoutAccepted(found, accept, root)
  return [...kept, ...unusedAcceptances(accept, [...before, ...accepted], root)]
}

const UNFORMATTED: Diagnostic = {
  code: 'TW7005',
  severity: 'warning',
  message: 'the generated code is not formatted, because this machine has no formatter',
  help: 'It does the same. Before you commit it, generate it where there is one: `tagwire check` expects that.',
}

/**
 * Collecting exact rules takes time. Of the built-in parts, only validators and mocks need all of them (those for types
 * and guards are always read: `rulesOfTypes`); custom emitters may need them too.
 */
function readsShapesOnly({ parts }: OutputOptions, { emitters = [] }: GenerateOptions): boolean {
  const needsRules = (['validate', 'mock'] as const).some((part) => parts?.includes(part) ?? true)
  return emitters.length === 0 && !needsRules
}

/** The first server is the default of the client. */
function callingFirst(model: Model, url: string): Model {
  const source = { file: model.document.file, pointer: '/servers' }
  const known = model.servers.find((each) => each.url === url) ?? { url, source }
  return { ...model, servers: [known, ...model.servers.filter((each) => each !== known)] }
}

const SOURCES = 'src/'

function sourcesOf(files: readonly EmittedFile[]): EmittedFile[] {
  return files
    .filter(({ path }) => path.startsWith(SOURCES))
    .map(({ path, text }) => ({ path: path.slice(SOURCES.length), text }))
}

function formatterFault(error: unknown): never {
  if (!(error instanceof FormatterMissing)) throw error
  throw new Fault({ code: 'TW7005', severity: 'error', message: error.message })
}

function brokenFault({ path, line, message }: BrokenModule): Diagnostic {
  return { code: 'TW9001', severity: 'error', message: `${path}:${line}: ${message}` }
}

function refusedFault({ emitter, from, fault }: RefusedEmitter): Diagnostic {
  return { code: 'TW7010', severity: 'error', message: refusalText(emitter, from, fault) }
}

/** A schema, or a generated input type, with the name of a client export. */
function twiceFault(model: Model, name: string): Diagnostic {
  const declaration = model.declarations.find((each) => exportsOf(each).includes(name))
  const at = declaration ?? model.operations.find((each) => inputName(each) === name)
  return {
    code: 'TW4001',
    severity: 'error',
    message: `the package would export the name ${name} twice`,
    ...(at ? { at: at.source } : {}),
  }
}

function movedWarning(model: Model, name: string, as: string): Diagnostic {
  return hiddenWarning(model, name, `is exported as ${as}`, RENAME)
}

/** There is no runtime from which the other one could be imported. */
const RENAME = 'Give the schema another name with `x-tagwire-name`.'

function hiddenWarning(model: Model, name: string, fate: string, help?: string): Diagnostic {
  const at = model.declarations.find((each) => exportsOf(each).includes(name))
  return {
    code: 'TW4003',
    severity: 'warning',
    message: `${name} is exported from the document; the client's own ${name} ${fate}`,
    ...(help === undefined ? {} : { help }),
    ...(at ? { at: at.source } : {}),
  }
}

/** Input types that do not have their usual name, because a schema has it. */
function movedInputs({ model, inputTypeNames }: PackageView): Diagnostic[] {
  return model.declarations.flatMap(({ name, source }) => {
    const input = inputTypeNames.get(name)
    if (input === undefined || input === `${name}Input`) return []
    return [
      {
        code: 'TW4002',
        severity: 'warning',
        message: `there is another schema ${name}Input, so the request type of ${name} is called ${input}`,
        at: source,
      },
    ]
  })
}

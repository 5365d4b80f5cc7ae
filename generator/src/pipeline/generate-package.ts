import type { LoadedEmitter } from '../config/emitters.js'
import { type Diagnostic, Fault, hasErrors, strictly } from '../diagnostics/diagnostic.js'
import type { Memory } from '../emit/memory.js'
import type { EmittedFile } from '../emit/module-scope.js'
import { FormatterMissing } from '../emit/typescript/layout.js'
import { exportsOf } from '../model/exported-names.js'
import type { Model } from '../model/model.js'
import { inputName } from '../model/operations/inputs.js'
import type { DateForm, Part } from '../model/package-parts.js'
import type { Document } from '../source/document.js'
import { type PackageView, packageView } from '../view/package-view.js'
import { assemblePackage, type BrokenModule } from './assemble.js'
import type { RefusedEmitter } from './emitters.js'
import { manifestFile } from './manifest.js'
import type { Surroundings } from './press.js'
import { type ReadOptions, readModel } from './read.js'

/** What a package would be made of, and what was said about its document on the way. */
export interface Outcome {
  readonly document: Document
  /** Absent when the document has errors: then nothing may be written. */
  readonly files?: readonly EmittedFile[]
  readonly diagnostics: readonly Diagnostic[]
}

/** What decides the output beside the document. */
export interface Identity extends Partial<Surroundings> {
  readonly name: string
  readonly version: string
  readonly runtime: string
  /** Whether package.json says so where there is none yet. */
  readonly isPrivate?: boolean
  readonly license?: string
  readonly author?: string
  /** The address that the client calls by default, when not the document's. */
  readonly server?: string
  /** The package that has the world of the mock, when it is not this one. */
  readonly worldPackage?: string
  /** What times are where the client gives them; text when absent. */
  readonly dates?: DateForm
  /** Whether what types describe can only be read. */
  readonly isReadonly?: boolean
  /** What is written beside the types; everything when absent. */
  readonly parts?: readonly Part[]
  /** The modules alone, without a folder of their own and what makes a package of them. */
  readonly sourcesOnly?: boolean
}

const WITHIN_A_PACKAGE: Surroundings = { importExtension: '.js', inlinesRuntime: false }

export interface GenerateOptions extends ReadOptions {
  /** Emitters beside the built-in ones. */
  readonly emitters?: readonly LoadedEmitter[]
  /** Hears what is being done, for people who wait. */
  readonly phase?: (text: string) => void
  /** What is remembered of the run before, where there was one in this process. */
  readonly memory?: Memory
}

/** The pipeline of one package: read → emit. Nothing is written here. */
export async function generatePackage(
  spec: string,
  base: string,
  identity: Identity,
  options: GenerateOptions = {},
): Promise<Outcome> {
  const {
    model: read,
    document,
    diagnostics,
  } = await readModel(spec, base, {
    ...options,
    shapesOnly: readsShapesOnly(identity, options),
  })
  if (!read) return { document, diagnostics }
  await options.pause?.()
  const model = identity.server === undefined ? read : callingFirst(read, identity.server)
  const { declarations, operations } = model
  options.phase?.(`writing ${declarations.length} types and ${operations.length} operations`)
  const view = packageView(model, { ...identity, document: document.root.source.file })
  const { files, broken, twice, hidden, kept, refused, peers } = await assemblePackage(
    view,
    document,
    { ...WITHIN_A_PACKAGE, ...identity },
    options.emitters ?? [],
    options,
  ).catch(formatterFault)
  const faults = [
    ...broken.map(brokenFault),
    ...twice.map((name) => twiceFault(model, name)),
    ...refused.map(refusedFault),
  ]
  if (hasErrors(faults)) return { document, diagnostics: [...diagnostics, ...faults] }
  const warnings = [
    ...hidden.map((name) => hiddenWarning(model, name, 'stays in @tagwire/runtime')),
    ...kept.map((name) => hiddenWarning(model, name, 'is not exported')),
    ...movedInputs(view),
  ]
  const all = [...diagnostics, ...(options.strict ? strictly(warnings) : warnings)]
  if (hasErrors(all)) return { document, diagnostics: all }
  const written = identity.sourcesOnly
    ? sourcesOf(files)
    : [...files, manifestFile(document, files, peers)]
  return { document, files: written, diagnostics: all }
}

/** Rules cost time, and of the house only validators read them; emitters of others read what they like. */
function readsShapesOnly({ parts }: Identity, { emitters = [] }: GenerateOptions): boolean {
  return emitters.length === 0 && parts !== undefined && !parts.includes('validate')
}

/** The default of the client is the first of the servers. */
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
  const message = `the emitter ${emitter.name} (${from}): ${fault}`
  return { code: 'TW7010', severity: 'error', message }
}

/** A schema, or an input made from an operation, that is called like something of the client. */
function twiceFault(model: Model, name: string): Diagnostic {
  const declaration = model.declarations.find((each) => exportsOf(each).includes(name))
  const at = declaration ?? model.operations.find((each) => inputName(each) === name)
  return {
    code: 'TW4001',
    severity: 'error',
    message: `the package would export two things called ${name}`,
    ...(at ? { at: at.source } : {}),
  }
}

function hiddenWarning(model: Model, name: string, fate: string): Diagnostic {
  const at = model.declarations.find((each) => exportsOf(each).includes(name))
  return {
    code: 'TW4003',
    severity: 'warning',
    message: `${name} is the document's; the client's own ${name} ${fate}`,
    ...(at ? { at: at.source } : {}),
  }
}

/** Inputs that are called otherwise than all others, because a schema has the usual name. */
function movedInputs({ model, inputTypeNames }: PackageView): Diagnostic[] {
  return model.declarations.flatMap(({ name, source }) => {
    const input = inputTypeNames.get(name)
    if (input === undefined || input === `${name}Input`) return []
    return [
      {
        code: 'TW4002',
        severity: 'warning',
        message: `${name}Input is a schema of its own; what is sent as ${name} is called ${input}`,
        at: source,
      },
    ]
  })
}

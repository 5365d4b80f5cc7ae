import { createHash } from 'node:crypto'
import { type Diagnostic, hasErrors, strictly } from './diagnostics/diagnostic.js'
import { type EmittedFile, packageView } from './emit/package-view.js'
import type { Document } from './load/document.js'
import { exportsOf } from './model/exports.js'
import { inputName } from './model/inputs.js'
import type { Model } from './model/model.js'
import { type ReadOptions, readModel } from './read.js'
import { type BrokenModule, cook } from './recipe.js'
import { toolVersion } from './version.js'

/** What a package would be made of, and what was said about its document on the way. */
export interface Outcome {
  readonly document: Document
  /** Absent when the document has errors: then nothing may be written. */
  readonly files?: readonly EmittedFile[]
  readonly diagnostics: readonly Diagnostic[]
}

/** What decides the output beside the document. */
export interface Identity {
  readonly name: string
  readonly version: string
  readonly runtime: string
  readonly license: string
  readonly author?: string
}

export interface GenerateOptions extends ReadOptions {
  /** Hears what is being done, for people who wait. */
  readonly phase?: (text: string) => void
}

/** The pipeline of one package: read → emit. Nothing is written here. */
export async function generatePackage(
  spec: string,
  base: string,
  identity: Identity,
  options: GenerateOptions = {},
): Promise<Outcome> {
  const { model, document, diagnostics } = await readModel(spec, base, options)
  if (!model) return { document, diagnostics }
  const { declarations, operations } = model
  options.phase?.(`writing ${declarations.length} types and ${operations.length} operations`)
  const view = packageView(model, { ...identity, document: document.root.source.file })
  const { files, broken, twice, hidden, kept } = await cook(view, document, identity)
  const faults = [...broken.map(brokenFault), ...twice.map((name) => twiceFault(model, name))]
  if (hasErrors(faults)) return { document, diagnostics: [...diagnostics, ...faults] }
  const warnings = [
    ...hidden.map((name) => hiddenWarning(model, name, 'stays in @tagwire/runtime')),
    ...kept.map((name) => hiddenWarning(model, name, 'is not exported')),
  ]
  const all = [...diagnostics, ...(options.strict ? strictly(warnings) : warnings)]
  if (hasErrors(all)) return { document, diagnostics: all }
  return { document, files: [...files, generationFile(document, files)], diagnostics: all }
}

function brokenFault({ path, line, message }: BrokenModule): Diagnostic {
  return { code: 'TW9001', severity: 'error', message: `${path}:${line}: ${message}` }
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

/** Versions and hashes, once per package: which tool made which files of which document. */
function generationFile(document: Document, files: readonly EmittedFile[]): EmittedFile {
  const text = JSON.stringify(
    {
      generator: `tagwire ${toolVersion}`,
      document: Object.fromEntries(
        [...document.files].map(([name, file]) => [name, hash(withLf(file.text))]).sort(byName),
      ),
      files: Object.fromEntries(
        files
          .filter((file) => file.path !== 'package.json')
          .map((file) => [file.path, hash(file.text)])
          .sort(byName),
      ),
    },
    undefined,
    2,
  )
  return { path: 'generation.json', text: `${text}\n` }
}

/** What a checkout made of the line ends of a document says nothing about the document. */
function withLf(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

function byName([left]: string[], [right]: string[]): number {
  return (left ?? '') < (right ?? '') ? -1 : 1
}

import type { Diagnostic } from '../diagnostics/diagnostic.js'
import type { Model } from '../model/model.js'
import type { Document } from '../source/document.js'
import { type Reading, type ReadOptions, readModel } from './read-model.js'

/** How the document of a line is read: with overlays on top of those of the package. */
export interface LineReadOptions {
  readonly name: string
  readonly overlays: readonly string[]
  /** What to know before choosing it. */
  readonly note?: string
}

/** Everything that was read: the document, its overlays, and those of its lines. */
export type DocumentFiles = Pick<Document, 'files' | 'missing' | 'locate'>

export interface DocumentModel {
  readonly model: Model
  readonly document: Document
}

export interface LineModel extends DocumentModel, Pick<LineReadOptions, 'name' | 'note'> {}

export interface PackageModels extends Pick<Reading, 'diagnostics'> {
  /** Absent when one of the documents has errors. */
  readonly main?: DocumentModel
  readonly lines: readonly LineModel[]
  readonly document: DocumentFiles
  readonly accepted: readonly Diagnostic[]
}

/** Reads the document of a package, and the same document for each of its lines. */
export async function readPackageModels(
  spec: string,
  base: string,
  { lines = [], ...options }: ReadOptions & { readonly lines?: readonly LineReadOptions[] },
): Promise<PackageModels> {
  const read = await readModel(spec, base, options)
  const readings = [read]
  const found: LineModel[] = []
  for (const { overlays, ...line } of lines) {
    const all = [...(options.overlays ?? []), ...overlays]
    const { model, ...reading } = await readModel(spec, base, { ...options, overlays: all })
    readings.push(reading)
    if (model) found.push({ ...line, model, document: reading.document })
  }
  const { model, document } = read
  const isWhole = model !== undefined && found.length === lines.length
  return {
    ...(isWhole ? { main: { model, document } } : {}),
    lines: found,
    document: together(readings.map((each) => each.document)),
    // What lines have in common is reported once.
    diagnostics: distinct(readings.flatMap((each) => each.diagnostics)),
    accepted: readings.flatMap(({ accepted = [] }) => accepted),
  }
}

/** One of each kind, in order. */
export function distinct(found: readonly Diagnostic[]): Diagnostic[] {
  const byText = new Map(
    found.map((each) => [JSON.stringify([each.code, each.message, each.at]), each] as const),
  )
  return [...byText.values()]
}

/** All files, each of which is located where it was read. */
function together(documents: readonly Document[]): DocumentFiles {
  const [first] = documents
  if (first && documents.length === 1) return first
  return {
    files: new Map(documents.flatMap(({ files }) => [...files])),
    missing: new Set(documents.flatMap(({ missing }) => [...missing])),
    locate: (source) => {
      const home = documents.find(({ files }) => files.has(source.file)) ?? first
      return home?.locate(source) ?? { line: 1, column: 1 }
    },
  }
}

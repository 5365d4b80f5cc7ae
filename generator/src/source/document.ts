import path from 'node:path'
import { type Diagnostic, Fault } from '../diagnostics/diagnostic.js'
import { findLineStarts, type Position, positionAt } from '../diagnostics/text-positions.js'
import type { Source } from '../model/shapes/shape.js'
import { copiedFiles } from './copied-files.js'
import type { Node } from './node.js'
import type { Layers } from './overlay/layers.js'
import type { PatternOf } from './overlay/linear-pattern.js'
import {
  type LoadedFile,
  nameOf,
  readFiles,
  readRemote,
  readSingle,
  whyUnread,
} from './read-files.js'
import type { Network } from './remote/fetch.js'
import { isRemote } from './remote/remote.js'
import { createReferenceResolver, type ReadFiles, topOf } from './resolve-references.js'
import { inWordsOfFile } from './swagger/schemas.js'
import { isWritten, unsafeNumbers } from './unsafe-numbers.js'

/**
 * A document with all files that it refers to. Every location in it can be resolved and has a line and
 * column.
 */
export interface Document {
  readonly root: Node
  /** Absolute path or URL of every file that was read, by its name in messages. */
  readonly files: ReadonlyMap<string, { readonly path: string; readonly text: string }>
  /** Absolute paths of referenced files that could not be read. */
  readonly missing: ReadonlySet<string>
  /** The target of a `$ref`. A dangling reference returns a diagnostic instead of a node. */
  readonly resolve: (ref: Node) => Node | Diagnostic
  readonly locate: (source: Source) => Position
  /** The line and column where a location was written: in the document, or in one of its overlays. */
  readonly written: (source: Source) => Source
  /** Diagnostics of reading that do not prevent further processing. */
  readonly findings: readonly Diagnostic[]
  /** A text about the document in the words of its file, if that is in an older language. */
  readonly inWordsOfFile?: (text: string) => string
  /** The original location of what was copied to a location. */
  readonly origin?: (source: Source) => Source
  /** The numbers in a value that JavaScript cannot represent exactly, or that are not valid JSON. */
  readonly inexact: (node: Node) => readonly Node[]
}

const DOWNLOAD =
  'Download it first: the document should be committed with the code generated from it, so that both change together.'

export interface LoadOptions {
  /** Fetches remote files; without it, they are errors. */
  readonly network?: Network | undefined
  readonly overlays?: readonly string[] | undefined
  /** The folder that references must stay in. */
  readonly within?: string | undefined
  /** Why files below `within` are not there, by their paths. */
  readonly unread?: ReadonlyMap<string, string> | undefined
  /** Runs the regular expressions of overlays. */
  readonly patternOf?: PatternOf
}

/**
 * Reads a document and everything that it refers to; remote files only with a network. File names in
 * messages and in generated headers are relative to `base`. Throws a `Fault` if the document itself cannot be
 * read. References to files that are not below `within` are errors.
 */
export async function loadDocument(
  file: string,
  base: string,
  { network, overlays = [], within, unread, patternOf }: LoadOptions = {},
): Promise<Document> {
  if (isRemote(file)) throw new Fault({ ...unreadable(file), help: DOWNLOAD })
  const rootPath = path.resolve(base, file)
  const layers =
    overlays.length > 0 ? await readLayers(overlays, rootPath, base, patternOf) : undefined
  const copied = await copiedFiles(within, rootPath)
  const loaded = await readFiles(rootPath, base, layers?.apply, within, copied?.read)
  for (const overlay of layers?.files ?? []) loaded.set(overlay.path, overlay)
  const root = loaded.get(rootPath)
  if (!root)
    throw new Fault({ ...unreadable(nameOf(rootPath, base)), ...(await whyUnread(rootPath)) })
  const isThere = (address: string): boolean => loaded.has(copied?.find(address) ?? '')
  const unreached = network ? await readRemote(loaded, network, isThere) : undefined
  const faults = [...loaded.values()].flatMap(syntaxFaults)
  const document = assemble(
    { root, loaded, base, unreached, within, unread, copied },
    layers?.findings() ?? [],
  )
  if (faults.length > 0) throw new LoadFault(document, faults)
  return document
}

/** Overlays are rare, so the JSONPath parser is only loaded when there are some. */
async function readLayers(
  overlays: readonly string[],
  rootPath: string,
  base: string,
  patternOf: PatternOf | undefined,
): Promise<Layers> {
  const files = await Promise.all(
    overlays.map(async (each) => {
      const file = path.resolve(base, each)
      const found = await readSingle(file, base)
      if (found) return found
      throw new Fault({ ...unreadable(nameOf(file, base)), ...(await whyUnread(file)) })
    }),
  )
  const { createLayers } = await import('./overlay/layers.js')
  return createLayers(files, rootPath, patternOf)
}

/** Syntax errors, with the text, so that they can be shown in place. */
export class LoadFault extends Fault {
  readonly document: Document

  constructor(document: Document, diagnostics: readonly Diagnostic[]) {
    super(...diagnostics)
    this.document = document
  }
}

function unreadable(name: string): Diagnostic {
  return { code: 'TW1001', severity: 'error', message: `cannot read ${name}` }
}

function syntaxFaults(file: LoadedFile): Diagnostic[] {
  if (file.foreign) return []
  return file.parsed.faults.map((fault) => ({
    code: fault.code ?? 'TW1002',
    severity: 'error',
    message: fault.message,
    at: sourceAt(file, fault.offset),
    ...(fault.help === undefined ? {} : { help: fault.help }),
    ...(fault.also
      ? { also: { message: fault.also.message, at: sourceAt(file, fault.also.offset) } }
      : {}),
  }))
}

/** Syntax errors have no pointer; they carry an offset after an `@`. */
function sourceAt({ name }: LoadedFile, offset: number): Source {
  return { file: name, pointer: `@${offset}` }
}

/** Locations in the files, and the targets of their references. */
function assemble(files: ReadFiles, findings: readonly Diagnostic[]): Document {
  const { root, loaded } = files
  const byName = new Map([...loaded.values()].map((file) => [file.name, file]))
  const lineStarts = new Map<string, number[]>()

  const locate = (source: Source): Position => {
    const file = byName.get(source.file)
    if (!file) return { line: 1, column: 1 }
    const starts = lineStarts.get(file.name) ?? findLineStarts(file.text)
    lineStarts.set(file.name, starts)
    return positionAt(starts, offsetOf(file, source.pointer))
  }

  const written = (source: Source): Source =>
    byName.get(source.file)?.written?.(source.pointer) ?? source

  const inexact = (node: Node): readonly Node[] =>
    unsafeNumbers(node).filter((each) => {
      const { value } = each
      const source = written(each.source)
      const file = byName.get(source.file)
      if (!file || typeof value !== 'number') return true
      return !isWritten(value, file.text, offsetOf(file, source.pointer))
    })

  const described = [...byName].filter(([, file]) => !file.foreign)
  return {
    ...createReferenceResolver(files),
    root: topOf(root),
    files: new Map(described.map(([name, file]) => [name, { path: file.path, text: file.text }])),
    locate,
    inexact,
    written,
    findings,
    ...(root.upgraded ? { inWordsOfFile } : {}),
  }
}

function offsetOf(file: LoadedFile, pointer: string): number {
  return pointer.startsWith('@') ? Number(pointer.slice(1)) : file.parsed.locate(pointer)
}

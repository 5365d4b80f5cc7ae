import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FileInfo } from '@apidevtools/json-schema-ref-parser'
import { type Diagnostic, Fault } from '../diagnostics/diagnostic.js'
import { findLineStarts } from '../diagnostics/lines.js'
import type { Source } from '../model/shape.js'
import { type Identifiers, readIdentifiers } from './identifiers.js'
import { isDictionary, member, type Node, textAt } from './node.js'
import { type ParsedText, parseText } from './parse.js'
import { parseFragment, parsePointer } from './pointer.js'

export interface Position {
  readonly line: number
  readonly column: number
}

/** A document with all files it refers to; every place of it can be followed and located. */
export interface Document {
  readonly root: Node
  /** Absolute path by the name that sources use, for every file that was read. */
  readonly files: ReadonlyMap<string, { readonly path: string; readonly text: string }>
  /** Follows one `$ref`. A reference that leads nowhere gives a diagnostic instead of a node. */
  readonly follow: (ref: Node) => Node | Diagnostic
  readonly locate: (source: Source) => Position
}

interface LoadedFile {
  readonly name: string
  readonly path: string
  readonly text: string
  readonly parsed: ParsedText
  /** Words by which parts of a file become documents of their own. */
  readonly says: { readonly ids: boolean; readonly schemas: boolean }
}

/**
 * Reads a document and everything it refers to. `base` is the folder that file names in messages and
 * in generated headers are relative to. Throws a `Fault` when the document itself cannot be read.
 */
export async function loadDocument(file: string, base: string): Promise<Document> {
  const rootPath = path.resolve(base, file)
  const loaded = await readFiles(rootPath, base)
  const root = loaded.get(rootPath)
  if (!root) throw new Fault(unreadable(nameOf(rootPath, base)))
  const faults = [...loaded.values()].flatMap(syntaxFaults)
  const document = assemble(root, loaded, base)
  if (faults.length > 0) throw new LoadFault(document, faults)
  return document
}

/** Faults of the text itself: the document is there, so that they can be shown in place. */
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
  return file.parsed.faults.map((fault) => ({
    code: 'TW1002',
    severity: 'error',
    message: fault.message,
    at: { file: file.name, pointer: `@${fault.offset}` },
  }))
}

/**
 * The document, and the files that it refers to. json-schema-ref-parser finds and reads those. What it
 * cannot resolve is not reported here: it also looks into examples and extensions, and only a reference
 * that is really followed can be wrong.
 */
async function readFiles(rootPath: string, base: string): Promise<Map<string, LoadedFile>> {
  const loaded = new Map<string, LoadedFile>()
  const take = (filePath: string, text: string): unknown => {
    const parsed = parseText(text)
    const says = { ids: text.includes('$id'), schemas: text.includes('$schema') }
    loaded.set(filePath, { name: nameOf(filePath, base), path: filePath, text, parsed, says })
    return isDictionary(parsed.value) ? parsed.value : {}
  }
  const text = await textIn(rootPath)
  if (text === undefined || !refersElsewhere(take(rootPath, text))) return loaded
  const { $RefParser } = await import('@apidevtools/json-schema-ref-parser')
  const parser = new $RefParser()
  try {
    await parser.resolve(rootPath, {
      continueOnError: true,
      resolve: {
        http: false,
        file: { order: 1, canRead: true, read: (info: FileInfo) => readFile(localPath(info.url)) },
      },
      parse: {
        json: false,
        yaml: false,
        text: false,
        binary: false,
        positions: {
          order: 1,
          canParse: true,
          parse: (info: FileInfo) => take(localPath(info.url), String(info.data)),
        },
      },
    })
  } catch {
    // Unresolvable references; see above.
  }
  return loaded
}

async function textIn(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Most large documents are one file, and need nobody to look for others. */
function refersElsewhere(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(refersElsewhere)
  if ('$ref' in value && typeof value.$ref === 'string' && !value.$ref.startsWith('#')) return true
  return Object.values(value).some(refersElsewhere)
}

function localPath(url: string): string {
  return url.startsWith('file:') ? fileURLToPath(url) : path.resolve(decodeURI(url))
}

function nameOf(filePath: string, base: string): string {
  const relative = path.relative(base, filePath)
  const name = relative === '' ? path.basename(filePath) : relative
  return name.split(path.sep).join('/')
}

function assemble(root: LoadedFile, loaded: Map<string, LoadedFile>, base: string): Document {
  const byName = new Map([...loaded.values()].map((file) => [file.name, file]))
  const lineStarts = new Map<string, number[]>()
  const identifiers = new Map<string, Identifiers>()
  const anchors = new Map<string, Map<string, Node>>()

  const locate = (source: Source): Position => {
    const file = byName.get(source.file)
    if (!file) return { line: 1, column: 1 }
    const starts = lineStarts.get(file.name) ?? findLineStarts(file.text)
    lineStarts.set(file.name, starts)
    return positionAt(starts, offsetOf(file, source.pointer))
  }

  const identifiersOf = (file: LoadedFile | undefined): Identifiers | undefined => {
    if (!file?.says.ids) return undefined
    const known = identifiers.get(file.name)
    if (known) return known
    const top = { value: file.parsed.value, source: { file: file.name, pointer: '' } }
    const made = readIdentifiers(top, `file:///${encodeURI(file.name)}`)
    identifiers.set(file.name, made)
    return made
  }

  /** Where references of a file lead, unless that depends on the place in it. */
  const followed = new Map<string, Map<string, Node>>()

  const follow = (ref: Node): Node | Diagnostic => {
    const target = textAt(ref, '$ref') ?? ''
    const { file } = ref.source
    const known = followed.get(file) ?? new Map<string, Node>()
    followed.set(file, known)
    const before = known.get(target)
    if (before) return before
    const found = followAnew(ref, target)
    const says = byName.get(file)?.says
    if (says && !says.ids && !says.schemas && !('code' in found)) known.set(target, found)
    return found
  }

  const followAnew = (ref: Node, target: string): Node | Diagnostic => {
    const named = identifiersOf(byName.get(ref.source.file))?.find(ref, target)
    if (named) return named
    const hash = target.indexOf('#')
    const [address, fragment] =
      hash < 0 ? [target, ''] : [target.slice(0, hash), target.slice(hash + 1)]
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) return remote(ref, target)
    const from = byName.get(ref.source.file)
    const filePath =
      address === ''
        ? (from?.path ?? root.path)
        : path.resolve(path.dirname(from?.path ?? base), percentDecodePath(address))
    const file = loaded.get(filePath)
    if (!file) return dangling(ref, target, `there is no readable file ${nameOf(filePath, base)}`)
    const top: Node = { value: file.parsed.value, source: { file: file.name, pointer: '' } }
    const place = parseFragment(fragment)
    const found =
      'pointer' in place
        ? ((address === '' && file.says.schemas
            ? insideEmbedded(top, ref.source.pointer, place.pointer)
            : undefined) ?? parsePointer(place.pointer).reduce<Node | undefined>(descend, top))
        : anchorsOf(anchors, top).get(place.anchor)
    return found ?? dangling(ref, target, `nothing stands there in ${file.name}`)
  }

  const files = new Map([...byName].map(([name, { path, text }]) => [name, { path, text }]))
  const top: Node = { value: root.parsed.value, source: { file: root.name, pointer: '' } }
  return { root: top, files, follow, locate }
}

function percentDecodePath(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/**
 * A schema that says `$schema` inside a larger document is a document of its own: `#` in it means
 * itself. Contract descriptions are made of such schemas.
 */
function insideEmbedded(top: Node, from: string, pointer: string): Node | undefined {
  let at: Node | undefined = top
  let embedded: Node | undefined
  for (const token of parsePointer(from)) {
    at = descend(at, token)
    if (at && textAt(at, '$schema') !== undefined) embedded = at
  }
  return embedded && parsePointer(pointer).reduce<Node | undefined>(descend, embedded)
}

function descend(node: Node | undefined, token: string): Node | undefined {
  if (!node) return undefined
  if (!Array.isArray(node.value)) return member(node, token)
  const value: unknown = node.value[Number(token)]
  const source = { file: node.source.file, pointer: `${node.source.pointer}/${token}` }
  return value === undefined ? undefined : { value, source }
}

function anchorsOf(cache: Map<string, Map<string, Node>>, top: Node): Map<string, Node> {
  const known = cache.get(top.source.file)
  if (known) return known
  const found = new Map<string, Node>()
  collectAnchors(top, found)
  cache.set(top.source.file, found)
  return found
}

function collectAnchors(node: Node, found: Map<string, Node>): void {
  if (typeof node.value !== 'object' || node.value === null) return
  for (const word of ['$anchor', '$dynamicAnchor']) {
    const name = textAt(node, word)
    if (name !== undefined && !found.has(name)) found.set(name, node)
  }
  for (const key of Object.keys(node.value)) {
    const child = descend(node, key)
    if (child) collectAnchors(child, found)
  }
}

function remote(ref: Node, target: string): Diagnostic {
  return {
    code: 'TW1006',
    severity: 'error',
    message: `${target} stands on another machine and is not fetched`,
    at: { file: ref.source.file, pointer: `${ref.source.pointer}/$ref` },
  }
}

function dangling(ref: Node, target: string, why: string): Diagnostic {
  return {
    code: 'TW1004',
    severity: 'error',
    message: `$ref ${target} leads nowhere: ${why}`,
    at: { file: ref.source.file, pointer: `${ref.source.pointer}/$ref` },
  }
}

/** Syntax faults have no pointer yet; they carry their offset behind an `@`. */
function offsetOf(file: LoadedFile, pointer: string): number {
  return pointer.startsWith('@') ? Number(pointer.slice(1)) : file.parsed.locate(pointer)
}

function positionAt(starts: readonly number[], offset: number): Position {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
}

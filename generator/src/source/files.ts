import { isUtf8 } from 'node:buffer'
import { readdirSync, statSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FileInfo } from '@apidevtools/json-schema-ref-parser'
import { nearest } from '../diagnostics/suggestion.js'
import type { Source } from '../model/shapes/shape.js'
import { isDescription } from './language.js'
import { isDictionary } from './node.js'
import type { Network } from './remote/fetch.js'
import { fetchReferences } from './remote/remote.js'
import { parseText } from './syntax/parse.js'
import type { ParsedText } from './syntax/parsed-text.js'

export interface LoadedFile {
  readonly name: string
  readonly path: string
  readonly text: string
  readonly parsed: ParsedText
  /**
   * Stands elsewhere and describes nothing. A document is untrusted input, and a `$ref` in it can
   * name any file of this machine: nothing of this one may come into messages or packages.
   */
  readonly foreign: boolean
  /** Words by which parts of a file become documents of their own. */
  readonly says: { readonly ids: boolean; readonly schemas: boolean }
  /** Where that was written what overlays have put at a pointer. */
  readonly written?: (pointer: string) => Source
}

/** One file from its bytes. */
function loadedFile(
  name: string,
  path: string,
  bytes: Uint8Array,
  isForeign: (parsed: ParsedText) => boolean = () => false,
): LoadedFile {
  const text = new TextDecoder().decode(bytes)
  const parsed = isUtf8(bytes) ? parseText(text, /\.json$/i.test(path)) : noText(text)
  const says = { ids: text.includes('$id'), schemas: text.includes('$schema') }
  return { name, path, text, parsed, foreign: isForeign(parsed), says }
}

function noText(text: string): ParsedText {
  const message = 'this is not UTF-8: save the file in that encoding'
  return {
    value: undefined,
    locate: () => 0,
    faults: [{ message, offset: text.indexOf('\uFFFD') }],
  }
}

/**
 * The document, and the files that it refers to. json-schema-ref-parser finds and reads those. What
 * it cannot resolve is not reported here: it also looks into examples and extensions, and only a
 * reference that is really followed can be wrong.
 */
export async function readFiles(
  rootPath: string,
  base: string,
  overlaid: (file: LoadedFile) => LoadedFile = (file) => file,
): Promise<Map<string, LoadedFile>> {
  const loaded = new Map<string, LoadedFile>()
  const homes = [path.dirname(rootPath), base].filter((each) => path.dirname(each) !== each)
  const take = (filePath: string, bytes: Uint8Array): unknown => {
    const isHere = homes.some((home) => isBelow(home, filePath))
    const read = loadedFile(
      nameOf(filePath, base),
      filePath,
      bytes,
      (parsed) => !isHere && !describes(parsed),
    )
    const file = overlaid(read)
    loaded.set(filePath, file)
    const { parsed } = file
    return isDictionary(parsed.value) ? parsed.value : {}
  }
  const root = await rootBytes(rootPath)
  if (root === undefined || !refersElsewhere(take(rootPath, root))) return loaded
  const { $RefParser } = await import('@apidevtools/json-schema-ref-parser')
  const parser = new $RefParser()
  try {
    await parser.resolve(rootPath, {
      continueOnError: true,
      resolve: {
        http: false,
        file: {
          order: 1,
          canRead: true,
          read: (info: FileInfo) => readBytes(localPath(info.url), rootPath, root),
        },
      },
      parse: {
        json: false,
        yaml: false,
        text: false,
        binary: false,
        positions: {
          order: 1,
          canParse: true,
          allowEmpty: true,
          parse: (info: FileInfo) => take(localPath(info.url), Buffer.from(info.data)),
        },
      },
    })
  } catch {
    // Unresolvable references; see above.
  }
  return inOrder(rootPath, loaded)
}

/** Files are read side by side; what is said of them stands in the same order in every run. */
function inOrder(rootPath: string, loaded: Map<string, LoadedFile>): Map<string, LoadedFile> {
  const rank = ([path, { name }]: [string, LoadedFile]): string => (path === rootPath ? '' : name)
  return new Map([...loaded].sort((left, right) => (rank(left) < rank(right) ? -1 : 1)))
}

/** What is there and cannot be read needs words; a file that is not there may have a neighbour that was meant. */
export async function whyUnread(file: string): Promise<{ help?: string }> {
  const found = await stat(file).catch(() => undefined)
  if (found?.isDirectory()) return { help: 'It is a folder. Name the document in it.' }
  if (found) return { help: 'It is there; the system refuses to read it.' }
  const name = path.basename(file)
  const near = nearName(name, await readdir(path.dirname(file)).catch(() => []))
  return near === undefined ? {} : { help: `Did you mean ${near}, in the same folder?` }
}

function nearName(name: string, beside: readonly string[]): string | undefined {
  const documents = beside.filter((each) => /\.(?:ya?ml|json)$/i.test(each))
  return documents.find((each) => stem(each) === stem(name)) ?? nearest(name, documents)
}

/** A file that a reference probably means. Folders outside of the document's are none of its business. */
export function nearFile(file: string, home: string): string | undefined {
  if (!isBelow(home, file)) return undefined
  try {
    return nearName(path.basename(file), readdirSync(path.dirname(file)))
  } catch {
    return undefined
  }
}

function stem(name: string): string {
  return name.replace(/\.[^.]*$/, '').toLowerCase()
}

/** Why something on another machine was not read, by URL. Nothing when nothing may be fetched. */
export type Unreached = ReadonlyMap<string, string> | undefined

/** Adds what the files refer to on other machines, and says why the rest could not be had. */
export async function readRemote(
  loaded: Map<string, LoadedFile>,
  network: Network,
): Promise<Unreached> {
  const own = [...loaded.values()].filter((file) => !file.foreign)
  const files = own.map(({ path, parsed }) => ({ path, value: parsed.value }))
  const add = (url: string, text: string): unknown => {
    // What may be fetched is public: nothing of this machine could be in it.
    const file = loadedFile(url, url, Buffer.from(text))
    loaded.set(url, file)
    return file.parsed.value
  }
  return fetchReferences(files, add, network)
}

/** A `$ref` to a device or a pipe would never end; the document itself, which may be one, is read once. */
async function readBytes(file: string, rootPath: string, root: Buffer): Promise<Buffer> {
  if (file === rootPath) return root
  if (!(await stat(file)).isFile()) throw new TypeError(`${file} is no file`)
  return readFile(file)
}

/** One file that a configuration names, and nothing that it refers to. */
export async function readSingle(file: string, base: string): Promise<LoadedFile | undefined> {
  const bytes = await rootBytes(file)
  return bytes && loadedFile(nameOf(file, base), file, bytes)
}

export function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true
}

async function rootBytes(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file)
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

export function nameOf(filePath: string, base: string): string {
  const relative = path.relative(base, filePath)
  const name = relative === '' ? path.basename(filePath) : relative
  return name.split(path.sep).join('/')
}

function isBelow(folder: string, file: string): boolean {
  const way = path.relative(folder, file)
  return !way.startsWith('..') && !path.isAbsolute(way)
}

function describes({ value }: ParsedText): boolean {
  return isDictionary(value) && isDescription(value)
}

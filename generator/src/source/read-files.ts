import { isUtf8 } from 'node:buffer'
import { readdirSync, statSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FileInfo } from '#json-schema-ref-parser'
import { nearest } from '../diagnostics/suggestion.js'
import { isDictionary } from '../model/json.js'
import type { Source } from '../model/shapes/shape.js'
import { documentsAmong, folderHelp } from './folder-help.js'
import { isDescription } from './language.js'
import type { Network } from './remote/fetch.js'
import { fetchReferences } from './remote/remote.js'
import { upgradePart } from './swagger/part.js'
import { upgradeSwagger } from './swagger/upgrade.js'
import { parseText } from './syntax/parse.js'
import type { ParsedText } from './syntax/parsed-text.js'

export interface LoadedFile {
  readonly name: string
  readonly path: string
  readonly text: string
  readonly parsed: ParsedText
  /**
   * A file outside the document's folder that is not a description. A document is untrusted input, and its
   * `$ref`s can name any file on this machine: nothing from such a file may get into messages or packages.
   */
  readonly foreign: boolean
  /** Keywords that make a part of a file a separate document. */
  readonly says: { readonly ids: boolean; readonly schemas: boolean }
  /** The original location of a value at a pointer, which may be in an overlay. */
  readonly written?: (pointer: string) => Source
  /** Set if it was written in Swagger 2.0, with the pointers of its shared parameters that belong to a body. */
  readonly upgraded?: { readonly bodies: ReadonlySet<string> }
}

/** Parses one file. */
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

/** Takes the content of a file, and returns it parsed. */
export type Take = (filePath: string, bytes: Uint8Array) => unknown

/**
 * Reads the document and the files that it refers to, which json-schema-ref-parser finds. References that it
 * cannot resolve are not reported here: it also looks into examples and extensions, and only a reference that
 * is actually followed can be wrong. Only files below `within` are read; `others` reads them if it is known where they are.
 */
export async function readFiles(
  rootPath: string,
  base: string,
  overlaid: (file: LoadedFile) => LoadedFile = (file) => file,
  within?: string,
  others?: (root: unknown, take: Take) => Promise<void>,
): Promise<Map<string, LoadedFile>> {
  const loaded = new Map<string, LoadedFile>()
  const homes = [path.dirname(rootPath), base].filter((each) => path.dirname(each) !== each)
  const take: Take = (filePath, bytes) => {
    const isHere = homes.some((home) => isBelow(home, filePath))
    const read = loadedFile(
      nameOf(filePath, base),
      filePath,
      bytes,
      (parsed) => !isHere && !describes(parsed),
    )
    const whole = upgradeSwagger(overlaid(read))
    const file = loaded.get(rootPath)?.upgraded ? upgradePart(whole) : whole
    loaded.set(filePath, file)
    const { parsed } = file
    return isDictionary(parsed.value) ? parsed.value : {}
  }
  const root = await rootBytes(rootPath)
  if (root === undefined) return loaded
  const value = take(rootPath, root)
  if (others) {
    await others(value, take)
    return inOrder(rootPath, loaded)
  }
  if (!refersElsewhere(value)) return loaded
  const { $RefParser } = await import('#json-schema-ref-parser')
  const parser = new $RefParser()
  try {
    await parser.resolve(rootPath, {
      continueOnError: true,
      resolve: {
        http: false,
        file: {
          order: 1,
          canRead: true,
          read: (info: FileInfo) => {
            const file = insideOf(within, localPath(info.url))
            return file === rootPath ? root : readBytes(file)
          },
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
          parse: (info: FileInfo) =>
            take(insideOf(within, localPath(info.url)), Buffer.from(info.data)),
        },
      },
    })
  } catch {
    // Unresolvable references; see above.
  }
  return inOrder(rootPath, loaded)
}

/** Files are read concurrently; their diagnostics have the same order in every run. */
function inOrder(rootPath: string, loaded: Map<string, LoadedFile>): Map<string, LoadedFile> {
  const rank = ([path, { name }]: [string, LoadedFile]): string => (path === rootPath ? '' : name)
  return new Map([...loaded].sort((left, right) => (rank(left) < rank(right) ? -1 : 1)))
}

/** A file that exists but cannot be read is reported; one that does not exist may be a typo for a neighbour. */
export async function whyUnread(file: string): Promise<{ help?: string }> {
  const found = await stat(file).catch(() => undefined)
  if (found?.isDirectory()) return { help: await folderHelp(file) }
  if (found) return { help: 'It exists, but the system refuses to read it.' }
  const name = path.basename(file)
  const near = nearName(name, await readdir(path.dirname(file)).catch(() => []))
  return near === undefined ? {} : { help: `Did you mean ${near}, in the same folder?` }
}

function nearName(name: string, beside: readonly string[]): string | undefined {
  const documents = documentsAmong(beside)
  return documents.find((each) => stem(each) === stem(name)) ?? nearest(name, documents)
}

/** The file that a reference probably means. Only searches below the document's folder. */
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

/** Why a remote file was not read, by URL. Empty if nothing may be fetched. */
export type Unreached = ReadonlyMap<string, string> | undefined

/** Adds remote files that others refer to, and returns why others could not be fetched. */
export async function readRemote(
  loaded: Map<string, LoadedFile>,
  network: Network,
  isThere?: (address: string) => boolean,
): Promise<Unreached> {
  const own = [...loaded.values()].filter((file) => !file.foreign)
  const files = own.map(({ path, parsed }) => ({ path, value: parsed.value }))
  const add = (url: string, text: string): unknown => {
    // A public file cannot contain anything from this machine.
    const file = loadedFile(url, url, Buffer.from(text))
    loaded.set(url, file)
    return file.parsed.value
  }
  return fetchReferences(files, add, network, isThere)
}

/** Reading a device or a pipe would never end. Only the document itself may be one, and is read once. */
export async function readBytes(file: string): Promise<Buffer> {
  if (!(await stat(file)).isFile()) throw new TypeError(`${file} is not a regular file`)
  return readFile(file)
}

/** A single file of a configuration, without its references. */
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

/** Most large documents are a single file, and need no search for others. */
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
  return relative === '' ? '.' : relative.split(path.sep).join('/')
}

/**
 * Where a path leads that has to stay below a folder. For a document from a server or a commit, that folder is all there
 * is: a path outside of it, such as one from the root, is one below it.
 */
export function insideOf(folder: string | undefined, file: string): string {
  if (folder === undefined || isBelow(folder, file)) return file
  return path.join(folder, path.relative(path.parse(file).root, file))
}

export function isBelow(folder: string, file: string): boolean {
  const way = path.relative(folder, file)
  return !way.startsWith('..') && !path.isAbsolute(way)
}

function describes({ value }: ParsedText): boolean {
  return isDictionary(value) && isDescription(value)
}

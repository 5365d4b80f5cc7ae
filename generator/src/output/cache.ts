import { randomUUID } from 'node:crypto'
import { lstat, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Diagnostic } from '../diagnostics/diagnostic.js'
import type { Locator } from '../diagnostics/print.js'
import type { EmittedFile } from '../emit/generated-file.js'
import {
  type CacheEntry,
  filesFrom,
  type Output,
  openEntry,
  outputOf,
  sealEntry,
} from './cache-entry.js'
import { locatorAt, positionsOf } from './cached-positions.js'
import { hashOf } from './fingerprint.js'
import { makeFolder } from './folder.js'
import { hashOfFile } from './hash-file.js'
import { utf8Pieces } from './utf8-pieces.js'

/** The result of a run, with everything that it depends on. Only runs without errors are stored. */
export interface CachedResult {
  readonly files: readonly EmittedFile[]
  readonly diagnostics: readonly Diagnostic[]
  readonly locator: Locator
  /** Absolute paths of the files that were read, by their names in messages. */
  readonly sources: readonly string[]
  readonly paths: Readonly<Record<string, string>>
}

/** The result of a run, without texts. */
export interface Digest extends Omit<CachedResult, 'files'> {
  readonly outputs: readonly Output[]
}

/** The key of an entry, and the documents that it has to belong to. */
export interface Stored {
  readonly base: string
  readonly entry: string
  readonly documents: readonly string[]
}

const FOLDER = '.tagwire'

/**
 * Stores generated files next to the configuration. The key of an entry covers everything that decides the
 * output except the documents, and an entry is valid only while each document has the same hash. It can
 * therefore be deleted, shared, or written by several runs at once without ever being wrong.
 *
 * An entry is untrusted input nevertheless: disks corrupt data, and a shared cache can be written by others.
 * It is used only if it is complete, has the form of an entry, names the requested documents, and writes only
 * inside the package; otherwise it is ignored. This does not prove who wrote it, so commands that judge
 * (`check`) never read the cache.
 */
export async function readCached(wanted: Stored): Promise<CachedResult | undefined> {
  const digest = await readDigest(wanted)
  const bytes = digest && (await bytesOf(textsPath(wanted)))
  if (!bytes) return undefined
  const { outputs, ...said } = digest
  const files = filesFrom(bytes, outputs)
  return files && { files, ...said }
}

/**
 * The same without texts, for a comparison with the files on disk: the texts of large packages take long to
 * read.
 */
export async function readDigest(wanted: Stored): Promise<Digest | undefined> {
  const { base, entry, documents } = wanted
  if (!(await isOwnFolder(base))) return undefined
  const bytes = await bytesOf(digestPath(wanted))
  const stored = bytes && openEntry(entry, bytes.toString())
  const sources = stored && unchangedSources(stored, base, documents)
  if (!stored || !sources) return undefined
  return { outputs: stored.outputs, ...storedDiagnostics(stored, sources) }
}

/** The paths by their names in messages, if no file has changed. */
function unchangedSources(
  { sources }: Pick<CacheEntry, 'sources'>,
  base: string,
  documents: readonly string[],
): ReadonlyMap<string, string> | undefined {
  const paths = new Map(sources.map((each) => [each.name, path.resolve(base, each.path)]))
  const known = new Set(paths.values())
  if (!documents.every((each) => known.has(path.resolve(base, each)))) return undefined
  const same = sources.every(({ name, hash }) => hashOfFile(paths.get(name) ?? '') === hash)
  return same ? paths : undefined
}

function storedDiagnostics(
  { diagnostics, positions }: Pick<CacheEntry, 'diagnostics' | 'positions'>,
  paths: ReadonlyMap<string, string>,
): Omit<CachedResult, 'files'> {
  const locator = locatorAt(positions, (name) => paths.get(name))
  return { diagnostics, locator, sources: [...paths.values()], paths: Object.fromEntries(paths) }
}

/** With a symbolic link, tagwire would read, write and delete entries in someone else's folder. */
async function isOwnFolder(base: string): Promise<boolean> {
  try {
    return (await lstat(path.join(base, FOLDER))).isDirectory()
  } catch {
    return false
  }
}

export interface Made extends Pick<CachedResult, 'files' | 'diagnostics' | 'locator'> {
  /** Absolute path and text, by the name in messages. */
  readonly read: ReadonlyMap<string, { readonly path: string; readonly text: string }>
}

/**
 * Returns whether the entry was written. A cache that cannot be written is not an error: the next run is just
 * as slow as this one.
 */
export async function storeResult(stored: Stored, made: Made): Promise<boolean> {
  const { base, entry } = stored
  const result: CacheEntry = {
    sources: [...made.read].map(([name, file]) => ({
      name,
      path: path.relative(base, file.path),
      hash: hashOf(file.text),
    })),
    outputs: made.files.map(outputOf),
    diagnostics: made.diagnostics,
    positions: positionsOf(made.diagnostics, made.locator),
  }
  const folder = path.join(base, FOLDER)
  try {
    await makeFolder(folder)
    if (!(await isOwnFolder(base))) return false
    await replaceFile(path.join(folder, '.gitignore'), '*\n')
    await replaceFile(textsPath(stored), bytesIn(made.files))
    await replaceFile(digestPath(stored), sealEntry(entry, result))
    await removeOldEntries(folder)
    return true
  } catch {
    // Not an error: the next run is just as slow as this one.
    return false
  }
}

/** Writes the texts one by one: together, they would be the peak of a run's memory. */
function* bytesIn(files: readonly EmittedFile[]): Generator<Uint8Array> {
  for (const { text } of files) yield* utf8Pieces(text)
}

/** Replaces the file, even if it is a symbolic link. */
async function replaceFile(file: string, text: string | Iterable<Uint8Array>): Promise<void> {
  const temporary = `${file}.${randomUUID().slice(0, 8)}`
  try {
    await writeFile(temporary, text, { flag: 'wx' })
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

const OLD_MS = 14 * 24 * 60 * 60 * 1000

/** No run takes this long: its process was killed. */
const ABANDONED_MS = 60 * 60 * 1000

/** Removes entries of documents and builds that no longer exist, and temporary files of killed runs. */
async function removeOldEntries(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    const age = Date.now() - (await lstat(file)).mtimeMs
    const isOld = /\.(?:texts|digest|json)$/.test(name) && age > OLD_MS
    const isAbandoned =
      /\.(?:texts|digest|gitignore)\.[0-9a-f]{8}$/.test(name) && age > ABANDONED_MS
    if (isOld || isAbandoned) await rm(file, { force: true })
  }
}

function digestPath({ base, entry }: Stored): string {
  return path.join(base, FOLDER, `${entry}.digest`)
}

function textsPath({ base, entry }: Stored): string {
  return path.join(base, FOLDER, `${entry}.texts`)
}

async function bytesOf(file: string): Promise<Buffer | undefined> {
  try {
    return (await lstat(file)).isFile() ? await readFile(file) : undefined
  } catch {
    return undefined
  }
}

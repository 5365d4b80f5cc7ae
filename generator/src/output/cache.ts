import { randomUUID } from 'node:crypto'
import { lstat, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Diagnostic } from '../diagnostics/diagnostic.js'
import type { Places } from '../diagnostics/print.js'
import type { EmittedFile } from '../emit/module-scope.js'
import {
  type CacheEntry,
  digestOf,
  type Output,
  openDigest,
  openEntry,
  sealEntry,
} from './cache-entry.js'
import { placesAt, positionsOf } from './cached-places.js'
import { hashOf } from './fingerprint.js'
import { makeFolder } from './folder.js'
import { hashOfFile } from './hash-file.js'

/** What a run gave, and everything it depended on. Only runs without errors are kept. */
export interface Kept {
  readonly files: readonly EmittedFile[]
  readonly diagnostics: readonly Diagnostic[]
  readonly places: Places
  /** Absolute paths of the files that were read, and the same by the names that places use. */
  readonly sources: readonly string[]
  readonly paths: Readonly<Record<string, string>>
}

/** What a run gave, without its texts. */
export interface Digest extends Omit<Kept, 'files'> {
  readonly outputs: readonly Output[]
}

/** Where an entry is, and which documents it has to be of. */
export interface Stored {
  readonly base: string
  readonly entry: string
  readonly documents: readonly string[]
}

const FOLDER = '.tagwire'

/**
 * Keeps what was generated next to the configuration. An entry is found by everything that decides
 * the output beside the documents, and holds only as long as each document hashes to what it was; so
 * it can be deleted, shared or written by several runs at once without ever being wrong.
 *
 * An entry is untrusted input all the same: a disk can flip bits, and a shared cache can be written by
 * others. It is used only where it is whole, has the form of an entry, names the documents that are
 * asked for, and writes nowhere but into the package; everything else counts as no entry at all. That is no proof
 * of who wrote it, so commands that judge (`check`) never read one.
 */
export async function readKept(wanted: Stored): Promise<Kept | undefined> {
  // Texts are many times as long as the documents, which may have changed.
  if (!(await readDigest(wanted))) return undefined
  const { base, entry, documents } = wanted
  const text = await entryText(entryPath(base, entry))
  const stored = text === undefined ? undefined : openEntry(entry, text)
  const sources = stored && unchangedSources(stored, base, documents)
  if (!stored || !sources) return undefined
  return { files: stored.files, ...whatWasSaid(stored, sources) }
}

/**
 * The same without the texts, to only compare with what is on disk: entries of large
 * packages take long to read.
 */
export async function readDigest({ base, entry, documents }: Stored): Promise<Digest | undefined> {
  if (!(await isOwnFolder(base))) return undefined
  const text = await entryText(digestPath(base, entry))
  const stored = text === undefined ? undefined : openDigest(entry, text)
  const sources = stored && unchangedSources(stored, base, documents)
  if (!stored || !sources) return undefined
  return { outputs: stored.outputs, ...whatWasSaid(stored, sources) }
}

/** The paths by the names that sources use, if each file is what it was. */
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

function whatWasSaid(
  { diagnostics, positions }: Pick<CacheEntry, 'diagnostics' | 'positions'>,
  paths: ReadonlyMap<string, string>,
): Omit<Kept, 'files'> {
  const places = placesAt(positions, (name) => paths.get(name))
  return { diagnostics, places, sources: [...paths.values()], paths: Object.fromEntries(paths) }
}

/** A link would have entries read and written, and old ones removed, in the folder of somebody else. */
async function isOwnFolder(base: string): Promise<boolean> {
  try {
    return (await lstat(path.join(base, FOLDER))).isDirectory()
  } catch {
    return false
  }
}

export interface Made extends Pick<Kept, 'files' | 'diagnostics' | 'places'> {
  /** Absolute path and text by the name that sources use. */
  readonly read: ReadonlyMap<string, { readonly path: string; readonly text: string }>
}

/**
 * A cache that cannot be written is no reason to fail: the next run is as slow as this one. Says whether it
 * could.
 */
export async function keep({ base, entry }: Stored, made: Made): Promise<boolean> {
  const stored: CacheEntry = {
    sources: [...made.read].map(([name, file]) => ({
      name,
      path: path.relative(base, file.path),
      hash: hashOf(file.text),
    })),
    files: made.files,
    diagnostics: made.diagnostics,
    positions: positionsOf(made.diagnostics, made.places),
  }
  const file = entryPath(base, entry)
  const folder = path.dirname(file)
  try {
    await makeFolder(folder)
    if (!(await isOwnFolder(base))) return false
    await replaceFile(path.join(folder, '.gitignore'), '*\n')
    await replaceFile(file, sealEntry(entry, stored))
    await replaceFile(digestPath(base, entry), sealEntry(entry, digestOf(stored)))
    await forgetOld(folder)
    return true
  } catch {
    // As slow as before, and no worse.
    return false
  }
}

/** A new file in the place of whatever stands there, be it a link to somewhere else. */
async function replaceFile(file: string, text: string): Promise<void> {
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

/** No run takes that long: its process has been ended. */
const ABANDONED_MS = 60 * 60 * 1000

/** Entries of documents and builds that nobody has any more, and what runs left that were ended. */
async function forgetOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    const age = Date.now() - (await lstat(file)).mtimeMs
    const isOld = /\.(?:json|digest)$/.test(name) && age > OLD_MS
    const isAbandoned = /\.(?:json|digest|gitignore)\.[0-9a-f]{8}$/.test(name) && age > ABANDONED_MS
    if (isOld || isAbandoned) await rm(file, { force: true })
  }
}

function entryPath(base: string, key: string): string {
  return path.join(base, FOLDER, `${key}.json`)
}

function digestPath(base: string, key: string): string {
  return path.join(base, FOLDER, `${key}.digest`)
}

async function entryText(file: string): Promise<string | undefined> {
  try {
    return (await lstat(file)).isFile() ? await readFile(file, 'utf8') : undefined
  } catch {
    return undefined
  }
}

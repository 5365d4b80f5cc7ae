import { randomUUID } from 'node:crypto'
import { lstat, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Diagnostic } from '../diagnostics/diagnostic.js'
import type { Places } from '../diagnostics/print.js'
import type { EmittedFile } from '../emit/module-scope.js'
import type { Source } from '../model/shapes/shape.js'
import { type CacheEntry, openEntry, sealEntry } from './cache-entry.js'
import { hashOf } from './fingerprint.js'
import { makeFolder } from './folder.js'

/** What a run gave, and everything it depended on. Only runs without errors are kept. */
export interface Kept {
  readonly files: readonly EmittedFile[]
  readonly diagnostics: readonly Diagnostic[]
  readonly places: Places
  /** Absolute paths of the files that were read. */
  readonly sources: readonly string[]
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
export async function readKept(
  base: string,
  key: string,
  documents: readonly string[],
): Promise<Kept | undefined> {
  if (!(await isOwnFolder(base))) return undefined
  const text = await entryText(entryPath(base, key))
  const stored = text === undefined ? undefined : openEntry(key, text)
  if (!stored) return undefined
  const paths = stored.sources.map((source) => path.resolve(base, source.path))
  if (!documents.every((each) => paths.includes(path.resolve(base, each)))) return undefined
  const texts = await Promise.all(paths.map(textOf))
  const same = stored.sources.every(({ hash }, at) => {
    const now = texts[at]
    return now !== undefined && hashOf(now) === hash
  })
  if (!same) return undefined
  const { files, diagnostics } = stored
  return { files, diagnostics, sources: paths, places: placesFrom(stored, texts) }
}

/** A link would have entries read and written, and old ones removed, in the folder of somebody else. */
async function isOwnFolder(base: string): Promise<boolean> {
  try {
    return (await lstat(path.join(base, FOLDER))).isDirectory()
  } catch {
    return false
  }
}

export interface Made extends Omit<Kept, 'sources'> {
  /** Absolute path and text by the name that sources use. */
  readonly read: ReadonlyMap<string, { readonly path: string; readonly text: string }>
}

/** A cache that cannot be written is no reason to fail: the next run is as slow as this one. */
export async function keep(base: string, key: string, made: Made): Promise<void> {
  const stored: CacheEntry = {
    sources: [...made.read].map(([name, file]) => ({
      name,
      path: path.relative(base, file.path),
      hash: hashOf(file.text),
    })),
    files: made.files,
    diagnostics: made.diagnostics,
    positions: Object.fromEntries(
      made.diagnostics
        .flatMap(({ at, also }) => [...(at ? [at] : []), ...(also ? [also.at] : [])])
        .map((at) => [placeKey(at), made.places.locate(at)]),
    ),
  }
  const file = entryPath(base, key)
  const folder = path.dirname(file)
  try {
    await makeFolder(folder)
    if (!(await isOwnFolder(base))) return
    await replaceFile(path.join(folder, '.gitignore'), '*\n')
    await replaceFile(file, sealEntry(key, stored))
    await forgetOld(folder)
  } catch {
    // As slow as before, and no worse.
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
    const isOld = name.endsWith('.json') && age > OLD_MS
    const isAbandoned = /\.(?:json|gitignore)\.[0-9a-f]{8}$/.test(name) && age > ABANDONED_MS
    if (isOld || isAbandoned) await rm(file, { force: true })
  }
}

function entryPath(base: string, key: string): string {
  return path.join(base, FOLDER, `${key}.json`)
}

async function entryText(file: string): Promise<string | undefined> {
  try {
    return (await lstat(file)).isFile() ? await readFile(file, 'utf8') : undefined
  } catch {
    return undefined
  }
}

/** Documents may be links, but no pipes and devices: reading these may never end. */
async function textOf(file: string): Promise<string | undefined> {
  try {
    return (await stat(file)).isFile() ? await readFile(file, 'utf8') : undefined
  } catch {
    return undefined
  }
}

function placesFrom(
  { sources, positions }: CacheEntry,
  texts: readonly (string | undefined)[],
): Places {
  return {
    locate: (at) => positions[placeKey(at)] ?? { line: 1, column: 1 },
    textOf: (name) => texts[sources.findIndex((each) => each.name === name)],
  }
}

function placeKey({ file, pointer }: Source): string {
  return `${file}#${pointer}`
}

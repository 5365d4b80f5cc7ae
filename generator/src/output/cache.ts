import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Diagnostic } from '../diagnostics/diagnostic.js'
import type { Places } from '../diagnostics/print.js'
import type { EmittedFile } from '../emit/package-view.js'
import type { Source } from '../model/shape.js'
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

interface Stored {
  readonly sources: readonly {
    readonly name: string
    readonly path: string
    readonly hash: string
  }[]
  readonly files: readonly EmittedFile[]
  readonly diagnostics: readonly Diagnostic[]
  readonly positions: Readonly<Record<string, { readonly line: number; readonly column: number }>>
}

const FOLDER = '.tagwire'

/**
 * Keeps what was generated next to the configuration. An entry is found by everything that decides
 * the output beside the documents, and holds only as long as each document hashes to what it was; so
 * it can be deleted, shared or written by several runs at once without ever being wrong.
 */
export async function readKept(base: string, key: string): Promise<Kept | undefined> {
  const stored = await readStored(entryPath(base, key))
  if (!stored) return undefined
  const paths = stored.sources.map((source) => path.resolve(base, source.path))
  const texts = await Promise.all(paths.map(textOf))
  const same = stored.sources.every(({ hash }, at) => {
    const text = texts[at]
    return text !== undefined && hashOf(text) === hash
  })
  if (!same) return undefined
  const { files, diagnostics } = stored
  return { files, diagnostics, sources: paths, places: placesFrom(stored, texts) }
}

export interface Made extends Omit<Kept, 'sources'> {
  /** Absolute path and text by the name that sources use. */
  readonly read: ReadonlyMap<string, { readonly path: string; readonly text: string }>
}

/** A cache that cannot be written is no reason to fail: the next run is as slow as this one. */
export async function keep(base: string, key: string, made: Made): Promise<void> {
  const stored: Stored = {
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
  const temporary = `${file}.${randomUUID().slice(0, 8)}`
  try {
    await makeFolder(path.dirname(file))
    await writeFile(path.join(path.dirname(file), '.gitignore'), '*\n')
    await writeFile(temporary, JSON.stringify(stored))
    await rename(temporary, file)
    await forgetOld(path.dirname(file))
  } catch {
    await rm(temporary, { force: true })
  }
}

const OLD_MS = 14 * 24 * 60 * 60 * 1000

/** Entries of documents and builds that nobody has any more. */
async function forgetOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    const { mtimeMs } = await stat(file)
    if (name.endsWith('.json') && Date.now() - mtimeMs > OLD_MS) await rm(file, { force: true })
  }
}

function entryPath(base: string, key: string): string {
  return path.join(base, FOLDER, `${key}.json`)
}

async function readStored(file: string): Promise<Stored | undefined> {
  const text = await textOf(file)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch {
    return undefined
  }
}

function placesFrom(
  { sources, positions }: Stored,
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

import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { Fault } from '../diagnostics/diagnostic.js'
import { type EmittedFile, GENERATED_FROM } from '../emit/generated-file.js'
import { isPathInside } from '../model/portable-path.js'
import { hashOfFile } from './hash-file.js'
import { readIfThere } from './read-if-there.js'
import { isRecorded, MANIFEST, parseManifest, type RecordedManifest } from './recorded-manifest.js'

/** The changes to the files of one package. */
export interface Changes {
  readonly folder: string
  /** Whether it has other files of the package, too; a single file may be among those of others. */
  readonly ours: boolean
  readonly changed: readonly Change[]
  readonly missing: readonly EmittedFile[]
  /** Files of an earlier run that would no longer be generated. */
  readonly stray: readonly string[]
  readonly same: number
  /** The `generation.json` of the package on disk. */
  readonly manifest?: string
}

export interface Change extends EmittedFile {
  readonly before: string
}

/**
 * Compares the generated files with those on disk. Line endings do not count. Of a folder that is not `ours`, nothing else
 * is looked at.
 */
export async function compareWithDisk(
  folder: string,
  files: readonly EmittedFile[],
  ours = true,
): Promise<Changes> {
  refuseOutside(folder, files)
  const changed: Change[] = []
  const missing: EmittedFile[] = []
  for (const file of files) {
    const before = await readIfThere(path.join(folder, file.path))
    if (before === undefined) missing.push(file)
    else if (before !== file.text && normal(before) !== normal(file.text))
      changed.push({ ...file, before })
  }
  const manifest = ours ? await readIfThere(path.join(folder, MANIFEST)) : undefined
  const stray = ours ? await strayFiles(folder, files, parseManifest(manifest)) : []
  const same = files.length - changed.length - missing.length
  return {
    folder,
    ours,
    changed,
    missing,
    stray,
    same,
    ...(manifest === undefined ? {} : { manifest }),
  }
}

/** Whether nothing would be written: all files on disk have these hashes, and none would be removed. */
export async function isUpToDate(
  folder: string,
  outputs: readonly { readonly path: string; readonly hash: string }[],
  /** Files that are known to be up to date. */
  others: readonly string[],
  ours: boolean,
): Promise<boolean> {
  const same = outputs.every(({ path: name, hash }) => {
    return isPathInside(name) && hashOfFile(path.join(folder, name)) === hash
  })
  if (!same || !ours) return same
  const manifest = await readIfThere(path.join(folder, MANIFEST))
  const planned = [...outputs, ...others.map((name) => ({ path: name }))]
  return (await strayFiles(folder, planned, parseManifest(manifest))).length === 0
}

/** Checkouts on Windows may have converted line endings; that alone is not drift. */
function normal(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

/** File names may come from a document, through an emitter. */
function refuseOutside(folder: string, files: readonly EmittedFile[]): void {
  const outside = files.find((file) => !isPathInside(file.path))
  if (!outside) return
  const message = `${JSON.stringify(outside.path)} is not the path of a file inside ${folder}`
  throw new Fault({ code: 'TW7002', severity: 'error', message })
}

/** The folders of copied runtime files, and of modules of which lines need more than they export. */
const OWN_FOLDERS = ['runtime', 'shared']

/**
 * A generated module says so in its first line; it is stale if no emitter produces it any longer. A package
 * owns its whole `src`; modules without a package own only their folder, those of the runtime and those of lines. Other
 * files are stale if the manifest lists exactly their text.
 */
async function strayFiles(
  folder: string,
  files: readonly { readonly path: string }[],
  manifest: RecordedManifest | undefined,
): Promise<string[]> {
  const planned = new Set(files.map((file) => file.path))
  const alone = files.length > 0 && !files.some((file) => file.path.startsWith('src/'))
  const present = alone
    ? await ownModules(folder)
    : (await listFiles(path.join(folder, 'src'), true)).map((name) => `src/${name}`)
  const stray: string[] = []
  for (const file of present) {
    if (planned.has(file) || !/\.ts(?:\.[0-9a-f]{8}\.tmp)?$/.test(file)) continue
    const text = await readIfThere(path.join(folder, file))
    if (text?.startsWith(GENERATED_FROM)) stray.push(file)
  }
  for (const file of files.length > 0 && manifest ? Object.keys(manifest.files) : []) {
    if (planned.has(file) || stray.includes(file) || !isPathInside(file)) continue
    const text = await readIfThere(path.join(folder, file))
    if (manifest && text !== undefined && isRecorded(manifest, file, text)) stray.push(file)
  }
  return stray.sort()
}

/** The modules of sources without a package, whose folder may contain others'. */
async function ownModules(folder: string): Promise<string[]> {
  const own = await listFiles(folder, false)
  const lines = await linesIn(folder)
  for (const name of [...OWN_FOLDERS, ...lines]) {
    const inside = await listFiles(path.join(folder, name), true)
    own.push(...inside.map((each) => `${name}/${each}`))
  }
  return own
}

/** The folders of lines, whose index has names from the modules around them. */
async function linesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const found: string[] = []
  for (const entry of entries) {
    if (!entry.isDirectory() || OWN_FOLDERS.includes(entry.name)) continue
    const index = await readIfThere(path.join(folder, entry.name, 'index.ts'))
    if (index?.startsWith(GENERATED_FROM) && / from '\.\.\//.test(index)) found.push(entry.name)
  }
  return found
}

async function listFiles(folder: string, recursive: boolean): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
      .map((name) => name.split(path.sep).join('/'))
  } catch {
    return []
  }
}

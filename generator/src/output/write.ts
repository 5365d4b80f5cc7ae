import { readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Fault } from '../diagnostics/diagnostic.js'
import type { EmittedFile } from '../emit/module-scope.js'
import { makeFolder } from './folder.js'
import { hashOfFile } from './hash-file.js'
import { isPathInside } from './inside.js'
import { isRecorded, MANIFEST, parseManifest, type RecordedManifest } from './recorded-manifest.js'
import { openStage, removeAbandonedStages } from './stage.js'
import { utf8Pieces } from './utf8-pieces.js'

/** What would happen to the files of one package. */
export interface Changes {
  readonly folder: string
  readonly changed: readonly Change[]
  readonly missing: readonly EmittedFile[]
  /** Files of an earlier run that would no longer be generated. */
  readonly stray: readonly string[]
  readonly same: number
  /** The `generation.json` of the package on disk. */
  readonly account?: string
}

export interface Change extends EmittedFile {
  readonly before: string
}

/** Compares the generated files with those on disk. Line endings do not count. */
export async function compareWithDisk(
  folder: string,
  files: readonly EmittedFile[],
): Promise<Changes> {
  refuseOutside(folder, files)
  const changed: Change[] = []
  const missing: EmittedFile[] = []
  for (const file of files) {
    const before = await textOf(path.join(folder, file.path))
    if (before === undefined) missing.push(file)
    else if (before !== file.text && normal(before) !== normal(file.text))
      changed.push({ ...file, before })
  }
  const account = await textOf(path.join(folder, MANIFEST))
  const stray = await strayFiles(folder, files, parseManifest(account))
  const same = files.length - changed.length - missing.length
  return { folder, changed, missing, stray, same, ...(account === undefined ? {} : { account }) }
}

/** Whether the files on disk have these hashes and none would be removed, so that nothing would be written. */
export async function isInPlace(
  folder: string,
  outputs: readonly { readonly path: string; readonly hash: string }[],
  /** Files that are known to be up to date. */
  others: readonly string[],
): Promise<boolean> {
  const same = outputs.every(({ path: name, hash }) => {
    return isPathInside(name) && hashOfFile(path.join(folder, name)) === hash
  })
  if (!same) return false
  const account = await textOf(path.join(folder, MANIFEST))
  const planned = [...outputs, ...others.map((name) => ({ path: name }))]
  return (await strayFiles(folder, planned, parseManifest(account))).length === 0
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

/**
 * Writes the files that differ, each atomically, and removes stale ones. New files are written to a separate
 * folder and moved into place when all are complete: a run that fails leaves the package as it was, and one
 * that is killed leaves nothing that could be published.
 */
export async function applyChanges(changes: Changes): Promise<void> {
  const files = [...changes.changed, ...changes.missing]
  await removeAbandonedStages(changes.folder)
  if (files.length === 0 && changes.stray.length === 0) return
  await refuseForeign(changes)
  const placed: string[] = []
  let stage: string | undefined
  try {
    stage = await openStage(changes.folder)
    const written: { from: string; to: string }[] = []
    for (const [index, file] of files.entries()) {
      const to = path.join(changes.folder, file.path)
      await makeFolder(path.dirname(to))
      written.push({ from: path.join(stage, String(index)), to })
      await writeFile(path.join(stage, String(index)), utf8Pieces(file.text))
    }
    for (const { from, to } of written) {
      await rename(from, to)
      placed.push(to)
    }
    for (const stray of changes.stray) await rm(path.join(changes.folder, stray))
    await removeEmptyFolders(changes)
  } catch (error) {
    await putBack(changes, placed)
    const why = error instanceof Error ? error.message : String(error)
    throw new Fault({ code: 'TW7002', severity: 'error', message: why })
  } finally {
    if (stage !== undefined) await rm(stage, { recursive: true, force: true })
  }
}

/** Removes folders that are empty now, innermost first. */
async function removeEmptyFolders({ folder, stray }: Changes): Promise<void> {
  const around = (name: string): string[] => {
    const parent = path.posix.dirname(name)
    return parent === '.' ? [] : [parent, ...around(parent)]
  }
  const folders = [...new Set(stray.flatMap(around))]
  for (const each of folders.sort((left, right) => right.length - left.length)) {
    // It is not empty, so it stays.
    await rmdir(path.join(folder, each)).catch(() => undefined)
  }
}

/**
 * A file is only replaced if it is provably ours: by the first line of a module, or by the manifest of the
 * package, which has the hash of what was written. A manifest that matches no file at all belongs to somebody
 * else.
 */
async function refuseForeign({ folder, changed, account: text }: Changes): Promise<void> {
  const account = parseManifest(text)
  const others = changed.filter(({ before }) => !before.startsWith(MARK))
  if (others.length === 0) return
  const isOurs = account !== undefined && (await matchesAnyFile(folder, account))
  const foreign = others.filter(({ path: name }) => {
    const listed =
      name === MANIFEST || name === 'package.json' || Object.hasOwn(account?.files ?? {}, name)
    return !(isOurs && listed)
  })
  if (foreign.length === 0) return
  const names = foreign.map((file) => file.path).join(', ')
  throw new Fault({
    code: 'TW7002',
    severity: 'error',
    message: `${folder} has files that tagwire did not write: ${names}`,
    help: 'Choose an empty folder, or remove these files first.',
  })
}

async function matchesAnyFile(folder: string, account: RecordedManifest): Promise<boolean> {
  for (const name of Object.keys(account.files)) {
    const text = isPathInside(name) ? await textOf(path.join(folder, name)) : undefined
    if (text !== undefined && isRecorded(account, name, text)) return true
  }
  return false
}

/** Restores the old text of files that were already replaced, or removes those that did not exist. */
async function putBack({ folder, changed }: Changes, placed: readonly string[]): Promise<void> {
  const before = new Map(changed.map((file) => [path.join(folder, file.path), file.before]))
  for (const file of placed) {
    const text = before.get(file)
    if (text === undefined) await rm(file, { force: true })
    else await writeFile(file, text)
  }
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch {
    return undefined
  }
}

const MARK = '// Generated by tagwire from '

/** Where the copied files of the runtime go. */
const RUNTIME = 'runtime'

/**
 * A generated module says so in its first line; one that no emitter produces any more is stale. A package
 * owns its whole `src`; modules without a package own only their folder and that of the runtime. Other files
 * are stale if the manifest lists exactly their text.
 */
async function strayFiles(
  folder: string,
  files: readonly { readonly path: string }[],
  account: RecordedManifest | undefined,
): Promise<string[]> {
  const planned = new Set(files.map((file) => file.path))
  const alone = files.length > 0 && !files.some((file) => file.path.startsWith('src/'))
  const present = alone
    ? [
        ...(await listFiles(folder, false)),
        ...(await listFiles(path.join(folder, RUNTIME), true)).map((name) => `${RUNTIME}/${name}`),
      ]
    : (await listFiles(path.join(folder, 'src'), true)).map((name) => `src/${name}`)
  const stray: string[] = []
  for (const file of present) {
    if (planned.has(file) || !/\.ts(?:\.[0-9a-f]{8}\.tmp)?$/.test(file)) continue
    const text = await textOf(path.join(folder, file))
    if (text?.startsWith(MARK)) stray.push(file)
  }
  for (const file of files.length > 0 && account ? Object.keys(account.files) : []) {
    if (planned.has(file) || stray.includes(file) || !isPathInside(file)) continue
    const text = await textOf(path.join(folder, file))
    if (account && text !== undefined && isRecorded(account, file, text)) stray.push(file)
  }
  return stray.sort()
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

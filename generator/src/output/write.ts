import { readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Fault } from '../diagnostics/diagnostic.js'
import type { EmittedFile } from '../emit/module-scope.js'
import { ACCOUNT, type Account, isAccountedFor, readAccount } from './account.js'
import { makeFolder } from './folder.js'
import { hashOfFile } from './hash-file.js'
import { isPathInside } from './inside.js'
import { openStage, removeAbandonedStages } from './stage.js'

/** What would happen to the files of one package. */
export interface Changes {
  readonly folder: string
  readonly changed: readonly Change[]
  readonly missing: readonly EmittedFile[]
  /** Files of an earlier run that would not be made any more. */
  readonly stray: readonly string[]
  readonly same: number
  /** What the package on disk says about itself, in its `generation.json`. */
  readonly account?: string
}

export interface Change extends EmittedFile {
  readonly before: string
}

/** Compares what would be written with what is on disk. Line ends are no difference. */
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
  const account = await textOf(path.join(folder, ACCOUNT))
  const stray = await strayFiles(folder, files, readAccount(account))
  const same = files.length - changed.length - missing.length
  return { folder, changed, missing, stray, same, ...(account === undefined ? {} : { account }) }
}

/** Whether files with these hashes are on disk, and none that would be removed: nothing would be written. */
export async function isInPlace(
  folder: string,
  outputs: readonly { readonly path: string; readonly hash: string }[],
  /** Files that are known to be as they should. */
  others: readonly string[],
): Promise<boolean> {
  const same = outputs.every(({ path: name, hash }) => {
    return isPathInside(name) && hashOfFile(path.join(folder, name)) === hash
  })
  if (!same) return false
  const account = await textOf(path.join(folder, ACCOUNT))
  const planned = [...outputs, ...others.map((name) => ({ path: name }))]
  return (await strayFiles(folder, planned, readAccount(account))).length === 0
}

/** Checkouts on Windows may have turned line ends; that alone is not drift. */
function normal(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

/** Names of files can come from a document, by way of what emits them. */
function refuseOutside(folder: string, files: readonly EmittedFile[]): void {
  const outside = files.find((file) => !isPathInside(file.path))
  if (!outside) return
  const message = `${JSON.stringify(outside.path)} is no path of a file inside ${folder}`
  throw new Fault({ code: 'TW7002', severity: 'error', message })
}

/**
 * Writes what differs, each file at once and as a whole, and removes what is stray. New files come
 * into being in a folder of their own and are moved when all are complete, so a run that fails
 * leaves the package as it was, and one that is ended leaves nothing that could be published.
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
      await writeFile(path.join(stage, String(index)), file.text)
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

/** Folders that held nothing but what was removed go with it, the innermost first. */
async function removeEmptyFolders({ folder, stray }: Changes): Promise<void> {
  const around = (name: string): string[] => {
    const parent = path.posix.dirname(name)
    return parent === '.' ? [] : [parent, ...around(parent)]
  }
  const folders = [...new Set(stray.flatMap(around))]
  for (const each of folders.sort((left, right) => right.length - left.length)) {
    // What is not empty stays.
    await rmdir(path.join(folder, each)).catch(() => undefined)
  }
}

/**
 * What stands in a folder is ours to replace only where that is proven: by the mark of a module, or by the
 * package's account of itself, which has the hash of what we wrote. An account that fits no file at all is
 * one of somebody else.
 */
async function refuseForeign({ folder, changed, account: text }: Changes): Promise<void> {
  const account = readAccount(text)
  const others = changed.filter(({ before }) => !before.startsWith(MARK))
  if (others.length === 0) return
  const isOurs = account !== undefined && (await fitsAnyFile(folder, account))
  const foreign = others.filter(({ path: name }) => {
    const listed =
      name === ACCOUNT || name === 'package.json' || Object.hasOwn(account?.files ?? {}, name)
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

async function fitsAnyFile(folder: string, account: Account): Promise<boolean> {
  for (const name of Object.keys(account.files)) {
    const text = isPathInside(name) ? await textOf(path.join(folder, name)) : undefined
    if (text !== undefined && isAccountedFor(account, name, text)) return true
  }
  return false
}

/** What was already in place gets its old text again, or goes when it had none. */
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

/** Where copied files of the runtime stand. */
const RUNTIME = 'runtime'

/**
 * Generated modules say so in their first line; one that no emitter makes any more is stray. A package
 * owns its whole `src`; modules that stand alone have only the very folder that they are in, and the one
 * of the runtime. Other files are stray where the account has them exactly as they are.
 */
async function strayFiles(
  folder: string,
  files: readonly { readonly path: string }[],
  account: Account | undefined,
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
    if (account && text !== undefined && isAccountedFor(account, file, text)) stray.push(file)
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

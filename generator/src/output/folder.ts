import { mkdir, realpath, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Diagnostic, Fault } from '../diagnostics/diagnostic.js'

/**
 * Creates a folder and its parents, one by one. With `recursive`, Node retries forever inside a folder that
 * exists but cannot have children, such as `/proc`. `made` gets those that did not exist.
 */
export async function makeFolder(folder: string, made: string[] = []): Promise<void> {
  if (await isFolder(folder)) return
  const above = path.dirname(folder)
  if (above !== folder) await makeFolder(above, made)
  try {
    await mkdir(folder)
    made.push(folder)
  } catch (error) {
    // Another run may have created it in the meantime.
    if (await isFolder(folder)) return
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`no folder can be made at ${folder} (${why})`)
  }
}

async function isFolder(target: string): Promise<boolean> {
  try {
    return (await stat(target)).isDirectory()
  } catch {
    return false
  }
}

/**
 * Writes a user's file and creates its folder, which `made` gets. If that fails, the user gets an error with the reason.
 */
export async function writeText(file: string, text: string, made: string[] = []): Promise<void> {
  try {
    await makeFolder(path.dirname(file), made)
    await writeWhole(file, text)
  } catch (error) {
    await removeEmpty(made)
    throw new Fault(notWritten(file, error))
  }
}

/** What a file system without room says, a quota, or a limit of length. */
const noRoom = /^(?:ENOSPC|EDQUOT|EFBIG|EIO)$/

/**
 * Writes a file whole or not at all: where there is no room, what a user wrote would be gone. It is written beside its
 * place and then moved there, unless that is not allowed.
 */
async function writeWhole(file: string, text: string): Promise<void> {
  // A link stays one.
  const target = await realpath(file).catch(() => file)
  const beside = `${target}.${process.pid}.tmp`
  try {
    const mode = await stat(target).then(
      (found) => found.mode,
      () => 0o666,
    )
    await writeFile(beside, text, { flag: 'wx', mode })
    await rename(beside, target)
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined)
    if (noRoom.test(String(Object(error).code))) throw error
    await writeFile(target, text)
  }
}

/** Removes folders that a failed run made, innermost first, unless there is something in them. */
export async function removeEmpty(made: readonly string[]): Promise<void> {
  for (const folder of [...made].reverse()) await rmdir(folder).catch(() => undefined)
}

/** The system names no file when it fails in the middle of one, as on a full disk. */
export function notWritten(file: string, error: unknown): Diagnostic {
  const why = error instanceof Error ? error.message : String(error)
  const message = why.includes(path.sep) ? why : `${file} cannot be written: ${why}`
  return { code: 'TW7002', severity: 'error', message }
}

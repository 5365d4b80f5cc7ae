import { mkdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Fault } from '../diagnostics/diagnostic.js'

/**
 * Creates a folder and its parents, one by one. With `recursive`, Node retries forever inside a folder that
 * exists but cannot have children, such as `/proc`.
 */
export async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return
  const above = path.dirname(folder)
  if (above !== folder) await makeFolder(above)
  try {
    await mkdir(folder)
  } catch (error) {
    // Another run may have created it in the meantime.
    if (await isFolder(folder)) return
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`no folder can be made at ${folder} (${why})`)
  }
}

async function isFolder(place: string): Promise<boolean> {
  try {
    return (await stat(place)).isDirectory()
  } catch {
    return false
  }
}

/**
 * Writes a user's file and creates its folder. If that fails, the user gets an error with the reason.
 */
export async function writeText(file: string, text: string): Promise<void> {
  try {
    await makeFolder(path.dirname(file))
    await writeFile(file, text)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Fault({ code: 'TW7002', severity: 'error', message: why })
  }
}

import { mkdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Fault } from '../diagnostics/diagnostic.js'

/**
 * Makes a folder and those above it, one after the other. Node's own way to make them all tries for ever
 * where no folder can be made in one that exists, as in `/proc`.
 */
export async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return
  const above = path.dirname(folder)
  if (above !== folder) await makeFolder(above)
  try {
    await mkdir(folder)
  } catch (error) {
    // Another run may have made it in the meantime.
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

/** Writes a file of the user's, with its folder; a place that cannot be written to is his to mend. */
export async function writeText(file: string, text: string): Promise<void> {
  try {
    await makeFolder(path.dirname(file))
    await writeFile(file, text)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Fault({ code: 'TW7002', severity: 'error', message: why })
  }
}

import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { cannotBegin } from '../live/server.js'

/** One recorded payload. */
export interface Sample {
  /** Its path below the folder. */
  readonly file: string
  readonly content: { readonly value: unknown } | { readonly unreadable: string }
}

/** The names of the JSON files of a folder and the folders in it, in order. */
export async function listSamples(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => {
    throw cannotBegin('the folder of samples cannot be read')
  })
  return found
    .filter((entry) => (entry.isFile() || entry.isSymbolicLink()) && /\.json$/i.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((file) => file.split(path.sep).join('/'))
    .sort()
}

export async function readSample(folder: string, file: string): Promise<Sample> {
  try {
    const text = await readFile(path.join(folder, file), 'utf8')
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return { file, content: { value } }
  } catch (error) {
    const why = error instanceof SyntaxError ? 'no JSON' : 'cannot be read'
    return { file, content: { unreadable: why } }
  }
}

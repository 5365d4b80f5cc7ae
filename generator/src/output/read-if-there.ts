import { readFile } from 'node:fs/promises'

/** The text of a file; `undefined` if there is none that can be read. */
export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch {
    return undefined
  }
}

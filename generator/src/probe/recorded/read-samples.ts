import { isUtf8 } from 'node:buffer'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { cannotBegin } from '../live/server.js'
import { readCurl, readHar, type Traffic } from './recorded-exchange.js'

/** One recorded payload. */
export interface Sample {
  /** Its path, relative to the folder. */
  readonly file: string
  readonly content: { readonly value: unknown } | { readonly unreadable: string }
}

/** All files of a folder and its subfolders, sorted; or a single file. */
export async function listSamples(folder: string): Promise<string[]> {
  const only = await stat(folder).catch(() => undefined)
  if (only?.isFile()) return ['']
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => {
    throw cannotBegin('the folder of samples cannot be read')
  })
  return found
    .filter(
      (entry) =>
        (entry.isFile() || entry.isSymbolicLink()) && /\.(?:json|har|curl)$/i.test(entry.name),
    )
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((file) => file.split(path.sep).join('/'))
    .sort()
}

export async function readSample(folder: string, file: string): Promise<Sample> {
  try {
    const bytes = await readFile(path.join(folder, file))
    if (!isUtf8(bytes)) return { file, content: { unreadable: 'not UTF-8' } }
    const value: unknown = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''))
    return { file, content: { value } }
  } catch (error) {
    const why = error instanceof SyntaxError ? 'no JSON' : 'cannot be read'
    return { file, content: { unreadable: why } }
  }
}

/**
 * Recorded traffic identifies its operations. A file that is passed directly is read as traffic.
 */
export function isTraffic(file: string): boolean {
  return file === '' || /\.(?:har|curl)$/i.test(file)
}

export async function readTraffic(folder: string, file: string): Promise<Traffic | undefined> {
  const whole = path.join(folder, file)
  const name = file === '' ? path.basename(whole) : file
  const bytes = await readFile(whole).catch(() => undefined)
  if (bytes === undefined) return undefined
  const text = bytes.toString('utf8')
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return readHar(name, value)
  } catch {
    return /^[<>] /m.test(text) ? readCurl(name, bytes) : undefined
  }
}

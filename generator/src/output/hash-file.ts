import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** One piece of memory for all files: there may be hundreds of megabytes of them. */
const CHUNK = Buffer.allocUnsafeSlow(1 << 18)

/** The `hashOf` of what a file has, without its text. Nothing for what is no file: a pipe may never end. */
export function hashOfFile(file: string): string | undefined {
  let handle: number | undefined
  try {
    handle = openSync(file, 'r')
    if (!fstatSync(handle).isFile()) return undefined
    const hash = createHash('sha256')
    for (let size = readSync(handle, CHUNK); size > 0; size = readSync(handle, CHUNK)) {
      hash.update(CHUNK.subarray(0, size))
    }
    return hash.update('\0').digest('base64url')
  } catch {
    return undefined
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

import { createHash } from 'node:crypto'
import { type BigIntStats, closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** One buffer for all files, which may be hundreds of megabytes together. */
const CHUNK = Buffer.allocUnsafeSlow(1 << 18)

interface Known {
  readonly state: string
  readonly hash: string
}

/** Remembers hashes, for `--watch`: usually, one of thousands of files has changed. */
const known = new Map<string, Known>()

/** A file that has just changed may change again within the resolution of the file system's clock. */
const SETTLED_MS = 1000

/**
 * The `hashOf` of a file's content, without reading it as text. `undefined` for anything that is not a
 * regular file: reading a pipe may never end.
 */
export function hashOfFile(file: string): string | undefined {
  let handle: number | undefined
  try {
    handle = openSync(file, 'r')
    const stats = fstatSync(handle, { bigint: true })
    if (!stats.isFile()) return undefined
    const state = stateOf(stats)
    const before = known.get(file)
    if (before?.state === state) return before.hash
    const hash = hashOfOpen(handle)
    if (Date.now() - Number(stats.mtimeMs) > SETTLED_MS) known.set(file, { state, hash })
    else known.delete(file)
    return hash
  } catch {
    return undefined
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

/** Differs after every write to the file, because programs cannot set the change time. */
function stateOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ')
}

function hashOfOpen(handle: number): string {
  const hash = createHash('sha256')
  for (let size = readSync(handle, CHUNK); size > 0; size = readSync(handle, CHUNK)) {
    hash.update(CHUNK.subarray(0, size))
  }
  return hash.update('\0').digest('base64url')
}

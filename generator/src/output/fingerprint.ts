import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { codeFolder, ownFile } from '../own-files.js'

export function hashOf(...texts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text).update('\0')
  return hash.digest('base64url')
}

let known: string | undefined

/**
 * Identifies this exact build of the tool. The version is not enough: developers of tagwire have several
 * builds of one version.
 */
export function toolFingerprint(): string {
  known ??= hashOf(...[codeFolder, ownFile('assets')].flatMap(contentsBelow))
  return known
}

function contentsBelow(folder: string): Buffer[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(c?js|ts|json)$/.test(entry.name))
    .filter((entry) => !entry.name.endsWith('.d.ts'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
    .map((file) => readFileSync(file))
}

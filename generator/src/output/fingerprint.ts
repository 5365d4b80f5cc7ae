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
  // In a release, the vendored parts are below the code.
  const folders = [codeFolder, ownFile('assets'), ownFile('dist/vendor')]
  known ??= hashOf(...[...new Set(folders.flatMap(filesBelow))].map((file) => readFileSync(file)))
  return known
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(c?js|ts|json)$/.test(entry.name))
    .filter((entry) => !entry.name.endsWith('.d.ts'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
}

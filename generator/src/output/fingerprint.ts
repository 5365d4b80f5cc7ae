import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { codeFolder, ownFile } from '../own-files.js'

export function hashOf(...texts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text).update('\0')
  return hash.digest('base64url')
}

let known: string | undefined

/**
 * Identifies this exact build of the tool, and of the runtime, which draws samples and is copied into apps. Versions are
 * not enough: developers of tagwire have several builds of one version.
 */
export function toolFingerprint(): string {
  known ??= hashOf(codeHash(), runtimeHash())
  return known
}

/** Of the tool alone. */
export function codeHash(): string {
  return buildHash() ?? hashOfCode()
}

function runtimeHash(): string {
  const manifest = createRequire(import.meta.url).resolve('@tagwire/runtime/package.json')
  return readFileSync(path.join(path.dirname(manifest), 'dist/build.txt'), 'utf8').trim()
}

/** Computed by the build of the bundle; tests run single modules. */
function buildHash(): string | undefined {
  const file = path.join(codeFolder, 'build.txt')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

function hashOfCode(): string {
  // In a release, the vendored parts are below the code.
  const folders = [codeFolder, ownFile('assets'), ownFile('dist/vendor')]
  return hashOf(...[...new Set(folders.flatMap(filesBelow))].map((file) => readFileSync(file)))
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(c?js|ts|json)$/.test(entry.name))
    .filter((entry) => !entry.name.endsWith('.d.ts'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
}

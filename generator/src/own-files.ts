import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// A release consists of a few files with many modules in each (`scripts/bundle.mjs`), so modules do not know their own
// paths. This one and all of those files are directly in a folder of the package.

/** A file of this package: `assets/templates.cjs`. */
export function ownFile(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url))
}

export function readOwnJson(path: string): unknown {
  return JSON.parse(readFileSync(ownFile(path), 'utf8'))
}

/** The folder with the code that is running. */
export const codeFolder: string = fileURLToPath(new URL('.', import.meta.url))

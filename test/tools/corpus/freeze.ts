import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { make } from './try-document.js'

/** A hash for each file of a package; a document that is refused has one for its messages. */
type Hashes = Readonly<Record<string, string>>

/** The packages of many documents, as hashes, by the name of the document. */
export type Frozen = Readonly<Record<string, Hashes>>

/** Generates the package of one document and hashes what was written. */
export async function freeze(file: string, out: string): Promise<Hashes> {
  const made = await make(file, out)
  if ('fault' in made) return { fault: hashOf(made.fault) }
  const messages = made.diagnostics.map(({ code, message }) => `${code} ${message}`)
  const files = made.ok ? filesIn(out) : []
  const hashes = files.map((name) => [name, hashOf(readFileSync(path.join(out, name)))] as const)
  rmSync(out, { recursive: true, force: true })
  return Object.fromEntries([...hashes, ['messages', hashOf(messages.join('\n'))]])
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()
}

function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16)
}

/** What differs, a line for each document with the names of its files. */
export function changesSince(before: Frozen, after: Frozen): string[] {
  const documents = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...documents].sort().flatMap((document) => {
    const [old, now] = [before[document], after[document]]
    if (!now) return [`${document}: no longer there`]
    if (!old) return [`${document}: new`]
    const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].sort()
    const changed = names.filter((name) => old[name] !== now[name])
    return changed.length === 0 ? [] : [`${document}: ${changed.join(', ')}`]
  })
}

export function frozenText(frozen: Frozen): string {
  return `${JSON.stringify(frozen, undefined, 1)}\n`
}

/** Reads what `frozenText` wrote. */
export function readFrozen(text: string): Frozen {
  const value: unknown = JSON.parse(text)
  if (!isRecord(value)) throw new TypeError('not a file that --freeze wrote')
  return Object.fromEntries(
    Object.entries(value).map(([document, hashes]) => {
      if (!isRecord(hashes)) throw new TypeError(`no hashes of ${document}`)
      return [document, Object.fromEntries(Object.entries(hashes).map(([k, v]) => [k, String(v)]))]
    }),
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

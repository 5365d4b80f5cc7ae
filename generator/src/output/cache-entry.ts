import { catalogue } from '../diagnostics/catalogue.js'
import type { Diagnostic } from '../diagnostics/diagnostic.js'
import type { EmittedFile } from '../emit/generated-file.js'
import { isDictionary } from '../model/json.js'
import { isPathInside } from '../model/portable-path.js'
import { hashOf } from './fingerprint.js'

/** The stored result of one run: texts are in a separate file. */
export interface CacheEntry {
  readonly sources: readonly KeptSource[]
  readonly outputs: readonly Output[]
  readonly diagnostics: readonly Diagnostic[]
  readonly positions: Readonly<Record<string, Position>>
}

/**
 * A file of the package, without its text. Only the manifest has its text, because it is merged with the one
 * on disk.
 */
export interface Output {
  readonly path: string
  readonly hash: string
  /** The length of its text in UTF-8. */
  readonly bytes: number
  readonly text?: string
}

export function outputOf({ path, text }: EmittedFile): Output {
  const output = { path, hash: hashOf(text), bytes: Buffer.byteLength(text) }
  return path === 'package.json' ? { ...output, text } : output
}

/**
 * The files, from their concatenated texts. The bytes may be anything; `undefined` if any of them was
 * changed.
 */
export function filesFrom(
  bytes: Buffer,
  outputs: readonly Output[],
): readonly EmittedFile[] | undefined {
  const files: EmittedFile[] = []
  let end = 0
  for (const output of outputs) {
    const text = bytes.subarray(end, end + output.bytes)
    if (hashOf(text) !== output.hash) return undefined
    files.push({ path: output.path, text: text.toString() })
    end += output.bytes
  }
  return end === bytes.length ? files : undefined
}

interface KeptSource {
  readonly name: string
  readonly path: string
  readonly hash: string
}

interface Position {
  readonly line: number
  readonly column: number
}

/**
 * The text of an entry: the first line is a hash of the key and of everything below, the second line the
 * entry.
 */
export function sealEntry(key: string, entry: CacheEntry): string {
  const body = JSON.stringify(entry)
  return `${hashOf(key, body)}\n${body}`
}

/** Parses an entry. The text may be anything; `undefined` if a single character was changed. */
export function openEntry(key: string, text: string): CacheEntry | undefined {
  const end = text.indexOf('\n')
  const body = text.slice(end + 1)
  if (end < 0 || text.slice(0, end) !== hashOf(key, body)) return undefined
  try {
    const value: unknown = JSON.parse(body)
    return isEntry(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isEntry(value: unknown): value is CacheEntry {
  if (!isDictionary(value)) return false
  const { sources, outputs, diagnostics, positions } = value
  return (
    isListOf(sources, isKeptSource) &&
    isListOf(outputs, isOutput) &&
    isListOf(diagnostics, isWarning) &&
    isDictionary(positions) &&
    Object.values(positions).every(isPosition)
  )
}

function isKeptSource(value: unknown): value is KeptSource {
  return isDictionary(value) && ['name', 'path', 'hash'].every((each) => isText(value[each]))
}

function isOutput(value: unknown): value is Output {
  if (!isDictionary(value)) return false
  const { path, hash, bytes, text } = value
  const isWhole = text === undefined || isText(text)
  return isText(path) && isPathInside(path) && isText(hash) && isLength(bytes) && isWhole
}

/** Runs with errors are not stored. */
function isWarning(value: unknown): value is Diagnostic {
  if (!isDictionary(value)) return false
  const { code, severity, message, at, help, also } = value
  return (
    isText(code) &&
    Object.hasOwn(catalogue, code) &&
    severity === 'warning' &&
    isText(message) &&
    (at === undefined || isSource(at)) &&
    (help === undefined || isText(help)) &&
    (also === undefined || (isDictionary(also) && isText(also.message) && isSource(also.at)))
  )
}

function isSource(value: unknown): boolean {
  return isDictionary(value) && isText(value.file) && isText(value.pointer)
}

function isPosition(value: unknown): value is Position {
  return isDictionary(value) && isCount(value.line) && isCount(value.column)
}

function isCount(value: unknown): boolean {
  return isLength(value) && value !== 0
}

function isLength(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function isListOf<Item>(
  value: unknown,
  isItem: (item: unknown) => item is Item,
): value is readonly Item[] {
  return Array.isArray(value) && value.every(isItem)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

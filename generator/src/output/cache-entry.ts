import { catalogue } from '../diagnostics/catalogue.js'
import type { Diagnostic } from '../diagnostics/diagnostic.js'
import type { EmittedFile } from '../emit/module-scope.js'
import { isDictionary } from '../model/json.js'
import { hashOf } from './fingerprint.js'
import { isPathInside } from './inside.js'

/** The result of one run, as it is stored. */
export interface CacheEntry {
  readonly sources: readonly KeptSource[]
  readonly files: readonly EmittedFile[]
  readonly diagnostics: readonly Diagnostic[]
  readonly positions: Readonly<Record<string, Position>>
}

/** An entry with hashes instead of texts, except for the manifest, which is merged with the one on disk. */
export interface CacheDigest extends Omit<CacheEntry, 'files'> {
  readonly outputs: readonly Output[]
}

export interface Output {
  readonly path: string
  readonly hash: string
  readonly text?: string
}

export function digestOf({ files, ...entry }: CacheEntry): CacheDigest {
  const outputs = files.map(({ path, text }) => ({
    path,
    hash: hashOf(text),
    ...(path === 'package.json' ? { text } : {}),
  }))
  return { ...entry, outputs }
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
 * The text of an entry: the first line is a hash of the key and of everything below, the second line is the
 * entry.
 */
export function sealEntry(key: string, entry: CacheEntry | CacheDigest): string {
  const body = JSON.stringify(entry)
  return `${hashOf(key, body)}\n${body}`
}

/** Parses an entry. The text may be anything; one changed character makes the result `undefined`. */
export function openEntry(key: string, text: string): CacheEntry | undefined {
  const value = openSealed(key, text)
  return isEntry(value) ? value : undefined
}

export function openDigest(key: string, text: string): CacheDigest | undefined {
  const value = openSealed(key, text)
  return isDigest(value) ? value : undefined
}

function openSealed(key: string, text: string): unknown {
  const end = text.indexOf('\n')
  const body = text.slice(end + 1)
  if (end < 0 || text.slice(0, end) !== hashOf(key, body)) return undefined
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function isEntry(value: unknown): value is CacheEntry {
  return isDictionary(value) && hasCommon(value) && isListOf(value.files, isFile)
}

function isDigest(value: unknown): value is CacheDigest {
  return isDictionary(value) && hasCommon(value) && isListOf(value.outputs, isOutput)
}

function hasCommon({
  sources,
  diagnostics,
  positions,
}: Readonly<Record<string, unknown>>): boolean {
  return (
    isListOf(sources, isKeptSource) &&
    isListOf(diagnostics, isWarning) &&
    isDictionary(positions) &&
    Object.values(positions).every(isPosition)
  )
}

function isKeptSource(value: unknown): value is KeptSource {
  return isDictionary(value) && ['name', 'path', 'hash'].every((each) => isText(value[each]))
}

function isFile(value: unknown): value is EmittedFile {
  return isDictionary(value) && isText(value.text) && isText(value.path) && isPathInside(value.path)
}

function isOutput(value: unknown): value is Output {
  if (!isDictionary(value)) return false
  const { path, hash, text } = value
  const isWhole = text === undefined || isText(text)
  return isText(path) && isPathInside(path) && isText(hash) && isWhole
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
    (at === undefined || isPlace(at)) &&
    (help === undefined || isText(help)) &&
    (also === undefined || (isDictionary(also) && isText(also.message) && isPlace(also.at)))
  )
}

function isPlace(value: unknown): boolean {
  return isDictionary(value) && isText(value.file) && isText(value.pointer)
}

function isPosition(value: unknown): value is Position {
  return isDictionary(value) && isCount(value.line) && isCount(value.column)
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
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

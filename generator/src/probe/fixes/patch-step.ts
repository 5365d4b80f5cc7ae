import type { Dictionary } from '../../model/json.js'
import { escapeToken } from '../../model/pointer.js'

/** One step of a JSON Patch (RFC 6902); the paths begin at the schema that is changed. */
export interface PatchStep {
  readonly op: 'add' | 'remove' | 'replace'
  readonly path: string
  readonly value?: unknown
}

export function pathOf(...tokens: readonly (string | number)[]): string {
  return tokens.map((token) => `/${escapeToken(String(token))}`).join('')
}

export function add(path: string, value: unknown): PatchStep {
  return { op: 'add', path, value }
}

export function replace(path: string, value: unknown): PatchStep {
  return { op: 'replace', path, value }
}

export function remove(path: string): PatchStep {
  return { op: 'remove', path }
}

export function listAt(schema: Dictionary, keyword: string): readonly unknown[] | undefined {
  const value: unknown = schema[keyword]
  return Array.isArray(value) ? value : undefined
}

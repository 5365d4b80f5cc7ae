import type { Source } from '../model/shape.js'
import { escapeToken } from './pointer.js'

/** A value of a document that knows where it stands. */
export interface Node {
  readonly value: unknown
  readonly source: Source
}

export type Dictionary = Readonly<Record<string, unknown>>

export function isDictionary(value: unknown): value is Dictionary {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A member of an object, or `undefined`. Only what the document itself says: nothing inherited. */
export function member(node: Node, key: string): Node | undefined {
  if (!isDictionary(node.value) || !Object.hasOwn(node.value, key)) return undefined
  return { value: node.value[key], source: below(node.source, key) }
}

export function members(node: Node): (readonly [key: string, node: Node])[] {
  if (!isDictionary(node.value)) return []
  return Object.entries(node.value).map(([key, value]) => [
    key,
    { value, source: below(node.source, key) },
  ])
}

export function items(node: Node | undefined): Node[] {
  if (!node || !Array.isArray(node.value)) return []
  return node.value.map((value: unknown, index) => ({
    value,
    source: below(node.source, String(index)),
  }))
}

export function text(node: Node | undefined): string | undefined {
  return typeof node?.value === 'string' ? node.value : undefined
}

/** The text of a member, when it has one. */
export function textAt(node: Node, key: string): string | undefined {
  return text(member(node, key))
}

export function flagAt(node: Node, key: string): boolean {
  return member(node, key)?.value === true
}

export function below(source: Source, key: string): Source {
  return { file: source.file, pointer: `${source.pointer}/${escapeToken(key)}` }
}

export function sourceKey(source: Source): string {
  return `${source.file}#${source.pointer}`
}

import { isDictionary } from '../model/json.js'
import { escapeToken } from '../model/pointer.js'
import type { Source } from '../model/shapes/shape.js'

/** A value of a document together with its location. */
export interface Node {
  readonly value: unknown
  readonly source: Source
}

/**
 * A part of another node. Often only the value is needed, so the location is computed on demand.
 */
class Part implements Node {
  readonly value: unknown
  private readonly parent: Node
  private readonly key: string
  private known: Source | undefined

  constructor(value: unknown, parent: Node, key: string) {
    this.value = value
    this.parent = parent
    this.key = key
    this.known = undefined
  }

  get source(): Source {
    this.known ??= below(this.parent.source, this.key)
    return this.known
  }
}

/** An own member of an object, or `undefined`. */
export function member(node: Node, key: string): Node | undefined {
  const value = valueAt(node, key)
  return value === undefined ? undefined : new Part(value, node, key)
}

/** The value of a member, if its location is not needed. */
export function valueAt(node: Node, key: string): unknown {
  if (!isDictionary(node.value)) return undefined
  const value = node.value[key]
  return value === undefined || !Object.hasOwn(node.value, key) ? undefined : value
}

export function members(node: Node): (readonly [key: string, node: Node])[] {
  const { value } = node
  if (!isDictionary(value)) return []
  return Object.keys(value).map((key) => [key, new Part(value[key], node, key)])
}

const LISTS = new Set(['allOf', 'oneOf', 'anyOf'])

/** Whether a keyword of schemas was written among the properties of one, where it means nothing. */
export function isKeywordAsProperty(name: string, { value }: Node): boolean {
  return name === '$ref' ? typeof value === 'string' : LISTS.has(name) && Array.isArray(value)
}

/** The properties of a schema without keywords that were written among them, which a diagnostic reports. */
export function propertiesOf(schema: Node): (readonly [name: string, node: Node])[] {
  const properties = member(schema, 'properties')
  const all = properties ? members(properties) : []
  return all.filter(([name, node]) => !isKeywordAsProperty(name, node))
}

export function items(node: Node | undefined): Node[] {
  if (!node || !Array.isArray(node.value)) return []
  return node.value.map((value: unknown, index) => new Part(value, node, String(index)))
}

export function text(node: Node | undefined): string | undefined {
  return typeof node?.value === 'string' ? node.value : undefined
}

/** The text of a member, if it has one. */
export function textAt(node: Node, key: string): string | undefined {
  const value = valueAt(node, key)
  return typeof value === 'string' ? value : undefined
}

export function flagAt(node: Node, key: string): boolean {
  return valueAt(node, key) === true
}

export function below(source: Source, key: string): Source {
  return { file: source.file, pointer: `${source.pointer}/${escapeToken(key)}` }
}

/** The same for nodes of one place. */
export function nodeKey({ source }: Node): string {
  return sourceKey(source)
}

export function sourceKey(source: Source): string {
  return `${source.file}#${source.pointer}`
}

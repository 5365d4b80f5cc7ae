import { member, members, type Node } from '../node.js'
import { type Container, createSourceMap, type SourceMap } from '../overlay/source-map.js'

/** Members that are made and changed, each with the place where it was written. */
export type Made = Record<string, unknown>

/** What writes the upgraded document and remembers where each part of it stands in the file. */
export interface Builder {
  /** An object that the file does not have, made from what stands at a node. */
  readonly make: (from: Node) => Made
  /** A list that the file does not have. */
  readonly list: (from: Node, ...items: readonly unknown[]) => unknown[]
  /** A copy of a node as it is. */
  readonly copy: (from: Node) => unknown
  readonly set: (target: Container, key: string, value: unknown, from: Node) => void
  /** Copies members, those that are there. */
  readonly take: (target: Made, from: Node, ...keys: readonly string[]) => void
  /** Copies the members whose names begin with `x-`. */
  readonly takeExtensions: (target: Made, from: Node) => void
  readonly written: SourceMap['written']
}

export function createBuilder(file: string): Builder {
  const sources = createSourceMap(file, () => undefined)
  const make = ({ source }: Node): Made => sources.object(source)
  const copy = ({ value, source }: Node): unknown => sources.copy(value, source)
  const set: Builder['set'] = (target, key, value, { source }) => {
    sources.set(target, key, value, source)
  }
  const list: Builder['list'] = (from, ...items) => {
    const made = sources.list(from.source)
    for (const [index, each] of items.entries()) sources.set(made, index, each, from.source)
    return made
  }
  const take: Builder['take'] = (target, from, ...keys) => {
    for (const key of keys) {
      const node = member(from, key)
      if (node) set(target, key, copy(node), node)
    }
  }
  const takeExtensions: Builder['takeExtensions'] = (target, from) => {
    for (const [key, node] of members(from)) {
      if (key.startsWith('x-')) set(target, key, copy(node), node)
    }
  }
  return { make, list, copy, set, take, takeExtensions, written: sources.written }
}

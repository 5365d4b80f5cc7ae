import { parsePointer } from '../model/pointer.js'
import { isQuoted } from './literal-values.js'
import { member, type Node, textAt } from './node.js'

/**
 * A schema with `$schema` inside a larger document is a separate document, in which `#` refers to itself.
 * CosmWasm contract descriptions consist of such schemas.
 */
export function insideEmbedded(top: Node, from: string, pointer: string): Node | undefined {
  let at: Node | undefined = top
  let embedded: Node | undefined
  for (const token of parsePointer(from)) {
    at = descend(at, token)
    if (at && textAt(at, '$schema') !== undefined) embedded = at
  }
  return embedded && parsePointer(pointer).reduce<Node | undefined>(descend, embedded)
}

export function descend(node: Node | undefined, token: string): Node | undefined {
  if (!node) return undefined
  if (!Array.isArray(node.value)) return member(node, token)
  const value: unknown = node.value[Number(token)]
  const source = { file: node.source.file, pointer: `${node.source.pointer}/${token}` }
  return value === undefined ? undefined : { value, source }
}

export function anchorsOf(cache: Map<string, Map<string, Node>>, top: Node): Map<string, Node> {
  const known = cache.get(top.source.file)
  if (known) return known
  const found = new Map<string, Node>()
  collectAnchors(top, found)
  cache.set(top.source.file, found)
  return found
}

function collectAnchors(node: Node, found: Map<string, Node>): void {
  if (typeof node.value !== 'object' || node.value === null) return
  for (const keyword of ['$anchor', '$dynamicAnchor']) {
    const name = textAt(node, keyword)
    if (name !== undefined && !found.has(name)) found.set(name, node)
  }
  for (const key of Object.keys(node.value)) {
    const child = isQuoted(node, key) ? undefined : descend(node, key)
    if (child) collectAnchors(child, found)
  }
}

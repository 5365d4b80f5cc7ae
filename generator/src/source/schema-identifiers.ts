import { isDictionary } from '../model/json.js'
import { parseFragment, parsePointer } from '../model/pointer.js'
import { isQuoted } from './literal-values.js'
import { items, member, members, type Node, textAt } from './node.js'
import { joined } from './remote/remote.js'

/** Schemas of one file with an `$id`, and the targets of references inside them. */
export interface Identifiers {
  /** Resolves a reference by the identifiers of schemas; `undefined` if none matches. */
  readonly find: (ref: Node, target: string) => Node | undefined
  /** The absolute address of a reference, resolved against the enclosing `$id`. */
  readonly addressOf: (ref: Node, target: string) => string | undefined
}

interface Resource {
  readonly uri: string
  readonly node: Node
}

/**
 * Collects the identifiers of parts of a document. Nothing is ever fetched for an identifier.
 */
export function readIdentifiers(top: Node, fallback: string): Identifiers {
  const resources: Resource[] = []
  collect(top, fallback, resources)
  const byUri = new Map(resources.map((each) => [each.uri, each]))
  const byPointer = new Map(resources.map((each) => [each.node.source.pointer, each]))
  const meant = (ref: Node, target: string): string | undefined => {
    const base = resourceAt(byPointer, ref.source.pointer)
    return base && joined(target, base.uri)
  }
  return {
    addressOf: (ref, target) => meant(ref, target)?.split('#')[0],
    find: (ref, target) => {
      const url = meant(ref, target)
      if (url === undefined) return undefined
      const [address = '', fragment = ''] = url.split('#', 2)
      const resource = byUri.get(address)
      return resource && inside(resource, fragment)
    },
  }
}

function collect(node: Node, base: string, into: Resource[]): void {
  for (const item of items(node)) collect(item, base, into)
  if (!isDictionary(node.value)) return
  const id = resourceName(node)
  const uri = id === undefined ? base : (joined(id, base)?.split('#')[0] ?? base)
  if (id !== undefined || node.source.pointer === '') into.push({ uri, node })
  for (const [key, child] of members(node)) {
    if (!isQuoted(node, key)) collect(child, uri, into)
  }
}

/** Up to draft 7, an `$id` that is only a fragment was an anchor and did not start a resource. */
function resourceName(node: Node): string | undefined {
  const id = textAt(node, '$id')
  return id?.startsWith('#') ? undefined : id
}

function isAnchor(node: Node, name: string): boolean {
  const names = ['$anchor', '$dynamicAnchor'].map((keyword) => textAt(node, keyword))
  return names.includes(name) || textAt(node, '$id') === `#${name}`
}

/** The innermost resource around a location. */
function resourceAt(
  byPointer: ReadonlyMap<string, Resource>,
  location: string,
): Resource | undefined {
  for (let at = location; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const resource = byPointer.get(at)
    if (resource) return resource
  }
  return byPointer.get('')
}

function inside(resource: Resource, fragment: string): Node | undefined {
  const location = parseFragment(fragment)
  if ('pointer' in location) {
    return parsePointer(location.pointer).reduce<Node | undefined>(step, resource.node)
  }
  return anchorIn(resource, resource.node, location.anchor)
}

function step(node: Node | undefined, token: string): Node | undefined {
  if (!node) return undefined
  return Array.isArray(node.value) ? items(node)[Number(token)] : member(node, token)
}

/** Anchors belong to their resource, not to nested ones. */
function anchorIn(resource: Resource, node: Node, name: string): Node | undefined {
  const other = node !== resource.node && resourceName(node) !== undefined
  if (other) return undefined
  if (isAnchor(node, name)) return node
  const named = members(node).filter(([key]) => !isQuoted(node, key))
  const children = [...items(node), ...named.map(([, child]) => child)]
  for (const child of children) {
    const found = anchorIn(resource, child, name)
    if (found) return found
  }
  return undefined
}

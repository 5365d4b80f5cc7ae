import { isDictionary } from '../../../generator/src/model/json.js'
import type { Document } from '../../../generator/src/source/document.js'
import { member, members, type Node, sourceKey } from '../../../generator/src/source/node.js'

export type Json = Readonly<Record<string, unknown>>

/**
 * Puts a description that is split over files together, for tools that know only one: schemas by name, everything else
 * in its place.
 */
export function bundle(document: Document): Json {
  const components = member(document.root, 'components')
  const schemas = components && member(components, 'schemas')
  const homes = new Map(
    (schemas ? members(schemas) : []).map(([name, node]) => [name, followAll(document, node)]),
  )
  const names = new Map([...homes].map(([name, node]) => [sourceKey(node.source), name]))

  const copy = (node: Node): unknown => {
    if (Array.isArray(node.value)) {
      return node.value.map((value: unknown, index) => copy(child(node, String(index), value)))
    }
    if (!isDictionary(node.value)) return node.value
    const { $ref, ...beside } = node.value
    const copied = (values: Json): Json =>
      Object.fromEntries(
        Object.entries(values).map(([key, value]) => [key, copy(child(node, key, value))]),
      )
    if (typeof $ref !== 'string') return copied(node.value)
    const target = followAll(document, node)
    const name = names.get(sourceKey(target.source))
    if (name === undefined) return { ...Object(copy(target)), ...copied(beside) }
    return { ...copied(beside), $ref: `#/components/schemas/${name}` }
  }

  const parts = Object.entries(isDictionary(document.root.value) ? document.root.value : {})
  const copied = parts
    .filter(([key]) => key !== 'components')
    .map(([key, value]) => [key, copy(child(document.root, key, value))])
  const written = Object.fromEntries([...homes].map(([name, node]) => [name, copy(node)]))
  const kept = (components ? members(components) : [])
    .filter(([key]) => key !== 'schemas')
    .map(([key, node]) => [key, copy(node)])
  const all = { ...Object.fromEntries(kept), schemas: written }
  return { ...Object.fromEntries(copied), components: all }
}

function child(node: Node, key: string, value: unknown): Node {
  const token = key.replaceAll('~', '~0').replaceAll('/', '~1')
  return { value, source: { file: node.source.file, pointer: `${node.source.pointer}/${token}` } }
}

function followAll(document: Document, node: Node): Node {
  let at = node
  for (let hops = 0; hops < 32; hops++) {
    if (!isDictionary(at.value) || typeof at.value.$ref !== 'string') return at
    const next = document.resolve(at)
    if ('code' in next) throw new Error(next.message)
    at = next
  }
  throw new Error('a reference that never ends')
}

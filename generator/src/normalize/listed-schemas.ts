import { isDictionary } from '../model/json.js'
import type { Document } from '../source/document.js'
import { member, members, type Node, sourceKey } from '../source/node.js'
import { targetOf } from '../source/references.js'

/** A component: its place in the document, and its schema, which may be in another file. */
export interface Listed {
  readonly at: Node
  readonly home: Node
}

export function schemasOf(document: Document): Listed[] {
  const components = member(document.root, 'components')
  const schemas = components && member(components, 'schemas')
  return (schemas ? members(schemas) : []).map(([, at]) => ({ at, home: targetOf(document, at) }))
}

/** The document with other schemas at the places of some, by their `sourceKey`. */
export function withReplaced(document: Document, replaced: ReadonlyMap<string, Node>): Document {
  return {
    ...document,
    root: withSchemas(document.root, replaced),
    resolve: (ref) => {
      const found = document.resolve(ref)
      return 'code' in found ? found : (replaced.get(sourceKey(found.source)) ?? found)
    },
  }
}

function withSchemas(root: Node, meant: ReadonlyMap<string, Node>): Node {
  const components = member(root, 'components')
  const schemas = components && member(components, 'schemas')
  if (!schemas || !isDictionary(root.value) || !isDictionary(components.value)) return root
  const changed = Object.fromEntries(
    members(schemas).map(([key, node]) => [
      key,
      meant.get(sourceKey(node.source))?.value ?? node.value,
    ]),
  )
  const value = { ...root.value, components: { ...components.value, schemas: changed } }
  return { value, source: root.source }
}

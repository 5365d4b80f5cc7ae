import { type Dictionary, isDictionary } from '../model/json.js'
import { escapeToken } from '../model/pointer.js'
import type { Document } from '../source/document.js'
import { items, member, members, type Node, sourceKey, textAt } from '../source/node.js'
import { isReference } from '../source/references.js'

/**
 * The `components` of a document that are referenced from elsewhere in it. `mapping`s count, and so do
 * subtypes that extend a base with a discriminator. `undefined` for a document without components.
 */
export function reachableComponents(document: Document): { components?: Dictionary } {
  const components = member(document.root, 'components')
  if (!components) return {}
  const outside = members(document.root).filter(([key]) => key !== 'components')
  const reached = new Set<string>()
  const open: Node[] = outside.map(([, node]) => node)
  const extensions = extensionsIn(document, components)
  const visit = (target: Node): void => {
    const key = sourceKey(target.source)
    if (reached.has(key)) return
    reached.add(key)
    open.push(target)
    if (member(target, 'discriminator')) extensions.get(key)?.forEach(visit)
  }
  for (let node = open.pop(); node; node = open.pop()) {
    for (const ref of referencesIn(node)) {
      const target = document.resolve(ref)
      if (!('code' in target)) visit(target)
    }
  }
  const whole = new Set([...reached].map(componentOf))
  const kept = members(components).map(([kind, list]): [string, unknown] => {
    if (kind === 'securitySchemes' || kind.startsWith('x-')) return [kind, list.value]
    const left = members(list).filter(([, each]) => whole.has(sourceKey(each.source)))
    return [kind, Object.fromEntries(left.map(([name, each]) => [name, each.value]))]
  })
  return { components: Object.fromEntries(kept) }
}

/** A reference into the middle of a component keeps the whole component. */
function componentOf(key: string): string {
  return /^[^#]*#\/components\/[^/]*\/[^/]*/.exec(key)?.[0] ?? key
}

/** All references inside a node, including those of discriminator mappings. */
function referencesIn(node: Node): Node[] {
  const found: Node[] = []
  const open = [node]
  for (let next = open.pop(); next; next = open.pop()) {
    if (isReference(next)) found.push(next)
    const mapping = member(next, 'discriminator')
    const addresses = mapping && member(mapping, 'mapping')
    for (const [, address] of addresses ? members(addresses) : []) found.push(...addressed(address))
    for (const each of items(next)) open.push(each)
    for (const [, each] of members(next)) open.push(each)
  }
  return found
}

/** A mapping has a component name or a reference. */
function addressed({ value, source }: Node): Node[] {
  if (typeof value !== 'string') return []
  const name = escapeToken(value)
  return [value, `#/components/schemas/${name}`].map(($ref) => ({ value: { $ref }, source }))
}

/** The schemas that extend each schema with `allOf`: a value of the base may be any of them. */
function extensionsIn(document: Document, components: Node): ReadonlyMap<string, Node[]> {
  const found = new Map<string, Node[]>()
  const schemas = member(components, 'schemas')
  for (const [, schema] of schemas ? members(schemas) : []) {
    if (!isDictionary(schema.value)) continue
    for (const part of items(member(schema, 'allOf'))) {
      if (textAt(part, '$ref') === undefined) continue
      const base = document.resolve(part)
      if ('code' in base) continue
      const key = sourceKey(base.source)
      found.set(key, [...(found.get(key) ?? []), schema])
    }
  }
  return found
}

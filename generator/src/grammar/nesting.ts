import type { Report } from '../diagnostics/diagnostic.js'
import { isDictionary } from '../model/json.js'
import type { Document } from '../source/document.js'
import { items, member, members, type Node, textAt } from '../source/node.js'

/** Far more than in real documents, and few enough to read nested schemas recursively. */
const DEEPEST = 512

const LISTS = ['allOf', 'oneOf', 'anyOf']
const SINGLE = ['not', 'if', 'then', 'else']
const MAPS = ['dependentSchemas', 'dependencies']
const KEYWORDS = ['$ref', ...LISTS, ...SINGLE, ...MAPS]

interface Visit {
  readonly node: Node
  readonly parts: Node[]
  depth: number
}

/**
 * Reports schemas that are composed of other schemas, following references, in too many steps. Returns
 * whether the document can be read.
 */
export function checkNesting(document: Document, report: Report): boolean {
  const depths = new Map<object, number>()

  const visit = (start: Node): Node | undefined => {
    const open: Visit[] = [{ node: start, parts: partsOf(document, start), depth: 0 }]
    const enter = (node: Node): void => {
      if (!isDictionary(node.value) || depths.has(node.value)) return
      // Provisional, because a cycle does not add to the depth.
      depths.set(node.value, 0)
      open.push({ node, parts: partsOf(document, node), depth: 0 })
    }
    if (isDictionary(start.value)) depths.set(start.value, 0)
    for (let last = open.at(-1); last; last = open.at(-1)) {
      if (open.length > DEEPEST || last.depth > DEEPEST) return start
      const part = last.parts.pop()
      if (part) {
        const known = isDictionary(part.value) ? depths.get(part.value) : undefined
        if (known === undefined) enter(part)
        else last.depth = Math.max(last.depth, known + 1)
        continue
      }
      open.pop()
      if (isDictionary(last.node.value)) depths.set(last.node.value, last.depth)
      const outer = open.at(-1)
      if (outer) outer.depth = Math.max(outer.depth, last.depth + 1)
    }
    return undefined
  }

  const unvisited: Node[] = [document.root]
  for (let next = unvisited.pop(); next; next = unvisited.pop()) {
    const { value } = next
    if (typeof value !== 'object' || value === null) continue
    if (
      isDictionary(value) &&
      !depths.has(value) &&
      KEYWORDS.some((keyword) => Object.hasOwn(value, keyword))
    ) {
      const deep = visit(next)
      if (deep) {
        report({
          code: 'TW1011',
          severity: 'error',
          message: `this schema is composed of others in more than ${DEEPEST} steps`,
          at: deep.source,
          help: 'Refer to the last of them directly.',
        })
        return false
      }
    }
    for (const inside of insideOf(next)) unvisited.push(inside)
  }
  return true
}

function insideOf(node: Node): Node[] {
  if (Array.isArray(node.value)) return items(node).filter(isObject)
  const value = isDictionary(node.value) ? node.value : {}
  const inside: Node[] = []
  for (const key of Object.keys(value)) {
    const part = typeof value[key] === 'object' ? member(node, key) : undefined
    if (part && isObject(part)) inside.push(part)
  }
  return inside
}

function isObject({ value }: Node): boolean {
  return typeof value === 'object' && value !== null
}

function partsOf(document: Document, schema: Node): Node[] {
  const { value } = schema
  // Most schemas are not composed of others, so nothing is allocated for them.
  if (!isDictionary(value) || !KEYWORDS.some((keyword) => Object.hasOwn(value, keyword))) return []
  const lists = LISTS.flatMap((keyword) => items(member(schema, keyword)))
  const single = SINGLE.flatMap((keyword) => member(schema, keyword) ?? [])
  const maps = MAPS.flatMap((keyword) => {
    const map = member(schema, keyword)
    return map ? members(map).map(([, each]) => each) : []
  })
  const parts = [...lists, ...single, ...maps]
  const target = textAt(schema, '$ref') === undefined ? undefined : document.resolve(schema)
  return !target || 'code' in target ? parts : [...parts, target]
}

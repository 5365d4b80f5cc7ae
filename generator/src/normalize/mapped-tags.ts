import type { Report } from '../diagnostics/diagnostic.js'
import { isDictionary } from '../model/json.js'
import { parsePointer } from '../model/pointer.js'
import type { Document } from '../source/document.js'
import { items, member, members, type Node, sourceKey, textAt } from '../source/node.js'
import { targetOf } from '../source/references.js'
import { propertySchemas } from './discriminated-subtypes.js'
import { schemasOf, withReplaced } from './listed-schemas.js'

/**
 * Adds the tags of discriminator mappings to the enums that lack them: often a member inherits an enum that was not
 * kept up to date. Without its tag, no value of that member would be valid.
 */
export function listMappedTags(document: Document, report: Report): Document {
  if (![...document.files.values()].some(({ text }) => text.includes('mapping'))) return document
  const homes = new Map(schemasOf(document).map(({ home }) => [sourceKey(home.source), home]))
  const replaced = new Map<string, Node>()
  for (const discriminator of discriminatorsIn(document.root)) {
    const property = textAt(discriminator, 'propertyName')
    const mapping = member(discriminator, 'mapping')
    for (const [tag, at] of mapping ? members(mapping) : []) {
      const mapped = mappedSchema(document, at)
      if (!mapped || property === undefined) continue
      for (const list of listsWithout(document, mapped, property, tag)) {
        const home = homeOf(homes, list)
        if (!home) continue
        const key = sourceKey(home.source)
        const path = tokensOf(list).slice(tokensOf(home).length)
        const { value } = replaced.get(key) ?? home
        replaced.set(key, { value: withListed(value, path, tag), source: home.source })
        report(unlisted(tag, property, at))
      }
    }
  }
  return replaced.size === 0 ? document : withReplaced(document, replaced)
}

/** In the order of the document. Places are only computed of what is found: a document has many values. */
function discriminatorsIn(root: Node): Node[] {
  const found: Node[] = []
  const path: string[] = []
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, each] of Object.entries(value)) {
      if (typeof each !== 'object' || each === null) continue
      path.push(key)
      look(each)
      path.pop()
    }
    if (!isDictionary(value) || !Object.hasOwn(value, 'discriminator')) return
    const home = nodeAt(root, path)
    const discriminator = home && member(home, 'discriminator')
    if (discriminator) found.push(discriminator)
  }
  look(root.value)
  return found
}

function nodeAt(root: Node, path: readonly string[]): Node | undefined {
  return path.reduce<Node | undefined>((node, key) => {
    if (!node) return undefined
    return Array.isArray(node.value) ? items(node)[Number(key)] : member(node, key)
  }, root)
}

/** The schema that a value of a mapping names, or is the address of. */
function mappedSchema(document: Document, { value, source }: Node): Node | undefined {
  if (typeof value !== 'string') return undefined
  const components = member(document.root, 'components')
  const schemas = components && member(components, 'schemas')
  const named = schemas && member(schemas, value)
  if (!named && !/[#/.]/.test(value)) return undefined
  const target = targetOf(document, named ?? { value: { $ref: value }, source })
  return textAt(target, '$ref') === value ? undefined : target
}

/** The lists of several texts of a property that lack a tag. A single value is a tag itself. */
function listsWithout(document: Document, schema: Node, property: string, tag: string): Node[] {
  const lists = propertySchemas(document, schema, property).flatMap((each) => {
    const list = member(each, 'const') ?? member(each, 'enum')
    return list ? [list] : []
  })
  const values = lists.map((list) => items(list).map(({ value }) => value))
  const isListed = values.every((each) => each.length > 1 && each.some(isText))
  return isListed ? lists.filter((_, index) => !values[index]?.includes(tag)) : []
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

/** The named schema around a place. */
function homeOf(homes: ReadonlyMap<string, Node>, { source }: Node): Node | undefined {
  let { pointer } = source
  while (pointer !== '') {
    const home = homes.get(sourceKey({ file: source.file, pointer }))
    if (home) return home
    pointer = pointer.slice(0, pointer.lastIndexOf('/'))
  }
  return undefined
}

function tokensOf({ source }: Node): readonly string[] {
  return parsePointer(source.pointer)
}

/** A copy with one more value in the list at that path. */
function withListed(value: unknown, [key, ...path]: readonly string[], tag: string): unknown {
  if (Array.isArray(value)) {
    if (key === undefined) return value.includes(tag) ? value : [...value, tag]
    return value.map((each: unknown, index) =>
      String(index) === key ? withListed(each, path, tag) : each,
    )
  }
  if (!isDictionary(value) || key === undefined) return value
  return { ...value, [key]: withListed(value[key], path, tag) }
}

function unlisted(tag: string, property: string, at: Node) {
  return {
    code: 'TW3005',
    severity: 'warning',
    message: `${JSON.stringify(tag)} is mapped to a schema whose ${JSON.stringify(property)} does not list it; it is read as one of the values`,
    at: at.source,
    help: 'Add it to the `enum`.',
  } as const
}

import path from 'node:path'
import { reached } from '../model/collections/reached.js'
import { isDictionary } from '../model/json.js'
import { parsePointer } from '../model/pointer.js'
import type { Document } from '../source/document.js'
import { items, member, members, type Node, sourceKey, textAt } from '../source/node.js'
import { isPureReference, loneReference, targetOf } from '../source/references.js'
import {
  addsUnion,
  discriminatesSubtypes,
  referenceIn,
  type Subtype,
} from './discriminated-subtypes.js'
import { explicitlyListedBases } from './explicitly-listed-bases.js'
import { type Listed, schemasOf, withReplaced } from './listed-schemas.js'

/**
 * A base schema whose `discriminator` distinguishes the subtypes that extend it with `allOf` can be any of
 * them wherever it is used, although it does not list them. It is rewritten as an explicit `oneOf`, so that
 * later steps only see unions.
 */
export function expandImplicitUnions(document: Document): Document {
  const schemas = schemasOf(document)
  const bases = schemas.filter(({ home }) => isBase(home))
  if (bases.length === 0) return document
  const subtypes = subtypesOf(document, schemas)
  const alone = explicitBasesIn(document, bases, subtypes)
  const replaced = new Map<string, Node>()
  for (const { home } of bases) {
    if (alone.has(sourceKey(home.source))) continue
    const found = membersOf(document, home, subtypes.get(sourceKey(home.source)) ?? [])
    if (!found) continue
    replaced.set(
      sourceKey(home.source),
      withKeywords(home, { oneOf: found.map(({ $ref }) => ({ $ref })) }),
    )
    // A subtype that adds nothing would be an alias of the base, and so of the union that contains it.
    for (const { home } of found.filter((each) => loneReference(each.home)))
      replaced.set(sourceKey(home.source), withKeywords(home, { properties: {} }))
  }
  if (replaced.size === 0) return document
  return {
    ...withReplaced(document, replaced),
    // The `oneOf` is not in the document.
    origin: (source) => {
      const listOwner = sourceKey(source).match(/^(.*)\/oneOf\/\d+$/)?.[1]
      const base = listOwner === undefined ? undefined : replaced.get(listOwner)
      return base?.source ?? document.origin?.(source) ?? source
    },
  }
}

function withKeywords({ value, source }: Node, keywords: object): Node {
  return { value: isDictionary(value) ? { ...value, ...keywords } : value, source }
}

/** `x-tagwire-tag: none` opts out: only the base itself is meant. */
function isBase(schema: Node): boolean {
  const discriminator = member(schema, 'discriminator')
  return (
    discriminator !== undefined &&
    textAt(discriminator, 'propertyName') !== undefined &&
    // Anonymous schemas are not in the list of named ones.
    member(discriminator, 'defaultMapping') === undefined &&
    member(schema, 'properties') !== undefined &&
    textAt(schema, 'x-tagwire-tag') !== 'none' &&
    !isUnion(schema)
  )
}

function isUnion(schema: Node): boolean {
  return ['oneOf', 'anyOf'].some((keyword) => member(schema, keyword))
}

/** For each schema, the schemas that extend it, directly or through others. */
function subtypesOf(document: Document, schemas: readonly Listed[]): Map<string, Listed[]> {
  const parents = new Map(
    schemas.map(({ home }) => [
      sourceKey(home.source),
      extendedBy(home).map((ref) => sourceKey(targetOf(document, ref).source)),
    ]),
  )
  const subtypes = new Map<string, Listed[]>()
  for (const schema of schemas) {
    const parentsOf = (key: string): readonly string[] => parents.get(key) ?? []
    for (const base of reached(parentsOf(sourceKey(schema.home.source)), parentsOf)) {
      const known = subtypes.get(base)
      if (known) known.push(schema)
      else subtypes.set(base, [schema])
    }
  }
  return subtypes
}

function extendedBy(schema: Node): Node[] {
  const parts = items(member(schema, 'allOf')).flatMap((part) =>
    textAt(part, '$ref') === undefined ? extendedBy(part) : [referenceIn(part)],
  )
  const beside = textAt(schema, '$ref') !== undefined && member(schema, 'properties')
  return beside ? [referenceIn(schema), ...parts] : parts
}

function explicitBasesIn(
  document: Document,
  bases: readonly Listed[],
  subtypes: ReadonlyMap<string, readonly Listed[]>,
): ReadonlySet<string> {
  const keys = bases.map(({ home }) => {
    const key = sourceKey(home.source)
    return [
      key,
      new Set((subtypes.get(key) ?? []).map((each) => sourceKey(each.home.source))),
    ] as const
  })
  return explicitlyListedBases(document, new Map(keys), (ref) =>
    sourceKey(targetOf(document, referenceIn(ref)).source),
  )
}

/**
 * References to all subtypes of the base. `undefined` if the base cannot be replaced by them: values can be
 * the base itself, a subtype is a union or not an object, or the subtype of a value is unknown.
 */
function membersOf(
  document: Document,
  base: Node,
  subtypes: readonly Listed[],
): readonly Subtype[] | undefined {
  const mapped = mappedIn(document, base)
  const found = new Map<string, Subtype>()
  for (const { at, home } of subtypes) {
    const key = sourceKey(home.source)
    const $ref = referenceFrom(base, at)
    const known = mapped.get(key)
    if ($ref !== undefined && (known || !isAlias(home, mapped.size > 0)))
      found.set(key, { $ref, home, name: nameOf(at), mapped: known?.mapped ?? [] })
  }
  for (const [key, subtype] of mapped)
    if (isSchema(subtype.home) && !found.has(key)) found.set(key, subtype)
  const all = [...found.values()]
  const plain = all.every(
    ({ home }) =>
      isObject(home) && !member(home, 'discriminator') && !addsUnion(document, home, base),
  )
  const property = textAt(member(base, 'discriminator') ?? base, 'propertyName')
  if (!plain || all.length < 2 || property === undefined) return undefined
  return discriminatesSubtypes(document, base, property, all) ? all : undefined
}

function nameOf({ source }: Node): string {
  return parsePointer(source.pointer).at(-1) ?? ''
}

/** `allOf: [{ $ref: base }]` with nothing added is an alias, unless the discriminator distinguishes by name. */
function isAlias(schema: Node, hasMapping: boolean): boolean {
  if (!loneReference(schema)) return false
  const type = member(schema, 'type')
  return hasMapping || member(schema, 'nullable') !== undefined || Array.isArray(type?.value)
}

function isObject(schema: Node): boolean {
  const hasKeyword = ['properties', 'allOf', '$ref'].some((keyword) => member(schema, keyword))
  return hasKeyword || textAt(schema, 'type') === 'object'
}

function isSchema({ value, source }: Node): boolean {
  return isDictionary(value) && !isPureReference({ value, source })
}

/** The schemas that a mapping refers to, by location. */
function mappedIn(document: Document, base: Node): Map<string, Subtype> {
  const discriminator = member(base, 'discriminator')
  const mapping = discriminator && member(discriminator, 'mapping')
  const found = new Map<string, Subtype>()
  for (const [tag, { value, source }] of mapping ? members(mapping) : []) {
    const address = typeof value === 'string' ? addressOf(document, base, value) : undefined
    if (address === undefined) continue
    const home = targetOf(document, { value: { $ref: address }, source })
    const key = sourceKey(home.source)
    const mapped = [...(found.get(key)?.mapped ?? []), tag]
    found.set(key, { $ref: address, home, name: nameOf(home), mapped })
  }
  return found
}

/** The values of a mapping are references or component names. */
function addressOf({ root }: Document, base: Node, given: string): string | undefined {
  const components = member(root, 'components')
  const schemas = components && member(components, 'schemas')
  const named = schemas && member(schemas, given)
  if (named) return referenceFrom(base, named)
  return /[#/.]/.test(given) ? given : undefined
}

/** The `$ref` with which the file of one schema refers to another schema. */
function referenceFrom(from: Node, to: Node): string | undefined {
  const { file, pointer } = to.source
  if (from.source.file === file) return `#${encodeURI(pointer)}`
  if ([from.source.file, file].some((each) => /^[a-z]+:\/\//i.test(each))) return undefined
  const address = path.posix.relative(path.posix.dirname(from.source.file), file)
  return `${encodeURI(address).replaceAll('#', '%23')}#${encodeURI(pointer)}`
}

import type { Diagnostic } from '../diagnostics/diagnostic.js'
import { isDictionary } from '../model/json.js'
import type { Document } from './document.js'
import { items, member, members, type Node, sourceKey, textAt, valueAt } from './node.js'

type Resolving = Pick<Document, 'resolve'>

/** A `$ref` without siblings except extensions. */
export function isPureReference(node: Node): boolean {
  return (
    isDictionary(node.value) &&
    typeof node.value.$ref === 'string' &&
    Object.keys(node.value).every((key) => key === '$ref' || key.startsWith('x-'))
  )
}

export function isReference(node: Node): boolean {
  return textAt(node, '$ref') !== undefined
}

/** More than in any real document, but few enough to read a document full of long chains in time. */
export const MAX_HOPS = 256

/**
 * Follows a reference hop by hop until it reaches something that is not a reference. Ends with a diagnostic
 * at a hop that is dangling or one too many, and stops before a location that was visited already.
 */
export function* hops(
  document: Resolving,
  start: Node,
  goesOn: (node: Node) => boolean = isPureReference,
): Generator<Node | Diagnostic, void, undefined> {
  // Most references do not lead to another reference; then nothing has to be remembered.
  let passed: Set<string> | undefined
  for (let at = start; goesOn(at); ) {
    const next = document.resolve(at)
    if ('code' in next) return yield next
    if (at !== start || passed) {
      passed ??= new Set()
      passed.add(sourceKey(at.source))
      if (passed.has(sourceKey(next.source))) return
      if (passed.size === MAX_HOPS) return yield tooManyHops(start)
    }
    yield next
    at = next
  }
}

function tooManyHops(start: Node): Diagnostic {
  return {
    code: 'TW1011',
    severity: 'error',
    message: `this reference leads through more than ${MAX_HOPS} others`,
    at: start.source,
    help: 'Refer to the last of them directly.',
  }
}

/** The end of a chain of references, or the last location that could be reached. */
export function targetOf(
  document: Resolving,
  start: Node,
  goesOn: (node: Node) => boolean = isPureReference,
): Node {
  let at = start
  for (const next of hops(document, start, goesOn)) if (!('code' in next)) at = next
  return at
}

/** Keywords that constrain values, and do more than annotate an `allOf` with one reference. */
const STRUCTURAL = new Set(
  'properties required additionalProperties allOf oneOf anyOf patternProperties'.split(' '),
)

export function isStructural(keyword: string): boolean {
  return STRUCTURAL.has(keyword)
}

/** Whether keywords next to a `$ref` constrain its values or list them, so that both are merged. */
export function isNarrowed(ref: Node): boolean {
  return members(ref).some(([key]) => isStructural(key) || key === 'enum' || key === 'const')
}

const ANNOTATIONS = new Set(
  'description title deprecated example examples $comment externalDocs'.split(' '),
)

/** Whether a part of an `allOf` has only annotations, and no constraint. */
export function isOnlyAnnotations(part: Node): boolean {
  const keywords = members(part)
  return keywords.length > 0 && keywords.every(([key]) => isAnnotation(key))
}

/** `{ nullable: true }` as a part of an `allOf`, which some write beside a reference: the whole may be null. */
export function isOnlyNullable(part: Node): boolean {
  return (
    valueAt(part, 'nullable') === true &&
    members(part).every(([key]) => key === 'nullable' || isAnnotation(key))
  )
}

/** Whether a keyword only documents a schema. */
export function isAnnotation(keyword: string): boolean {
  return ANNOTATIONS.has(keyword) || keyword.startsWith('x-')
}

/**
 * The reference in `allOf: [{ $ref }]` with only annotations, or with null: the idiom of OpenAPI 3.0 to describe a
 * reference.
 */
export function loneReference(schema: Node): Node | undefined {
  const allOf = member(schema, 'allOf')
  if (!allOf) return undefined
  const [part, ...others] = items(allOf).filter(
    (each) => !isOnlyAnnotations(each) && !isOnlyNullable(each),
  )
  const adds = [...STRUCTURAL].some((key) => key !== 'allOf' && valueAt(schema, key) !== undefined)
  if (!part || others.length > 0 || adds || isReference(schema)) return undefined
  return isReference(part) && members(part).every(([key]) => isBesideReference(key))
    ? part
    : undefined
}

/** Siblings that do not change the meaning of a reference; `nullable` is handled where the schema is read. */
function isBesideReference(keyword: string): boolean {
  return (
    keyword === '$ref' ||
    keyword === 'nullable' ||
    ANNOTATIONS.has(keyword) ||
    keyword.startsWith('x-')
  )
}

import type { Diagnostic } from '../diagnostics/diagnostic.js'
import type { Document } from './document.js'
import {
  isDictionary,
  items,
  member,
  members,
  type Node,
  sourceKey,
  textAt,
  valueAt,
} from './node.js'

type Following = Pick<Document, 'follow'>

/** A `$ref` with nothing beside it but extensions. */
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

/** More than anybody writes, and few enough that a document full of long chains is read in time. */
const MOST_HOPS = 256

/**
 * Where a reference leads, hop by hop, for as long as what it leads to is a reference again. Ends with
 * the diagnostic of a hop that leads nowhere or that is one too many, and before a place that was
 * passed already.
 */
export function* hops(
  document: Following,
  start: Node,
  goesOn: (node: Node) => boolean = isPureReference,
): Generator<Node | Diagnostic, void, undefined> {
  const passed = new Set<string>()
  for (let at = start; goesOn(at); ) {
    const next = document.follow(at)
    if ('code' in next) return yield next
    const key = sourceKey(next.source)
    if (passed.has(key)) return
    if (passed.size === MOST_HOPS) return yield tooManyHops(start)
    passed.add(key)
    yield next
    at = next
  }
}

function tooManyHops(start: Node): Diagnostic {
  return {
    code: 'TW1011',
    severity: 'error',
    message: `more than ${MOST_HOPS} references lead from here to one another`,
    at: start.source,
    help: 'Refer to what stands at the end of them.',
  }
}

/** What a chain of references leads to, or the last place that could be reached. */
export function targetOf(
  document: Following,
  start: Node,
  goesOn: (node: Node) => boolean = isPureReference,
): Node {
  let at = start
  for (const next of hops(document, start, goesOn)) if (!('code' in next)) at = next
  return at
}

/** Keywords that demand something, and are more than a comment on an `allOf` with one reference. */
const STRUCTURAL = new Set(
  'properties required additionalProperties allOf oneOf anyOf patternProperties'.split(' '),
)

export function isStructural(keyword: string): boolean {
  return STRUCTURAL.has(keyword)
}

const ANNOTATIONS = new Set(
  'description title deprecated example examples $comment externalDocs'.split(' '),
)

/** Whether a part of an `allOf` has only annotations, and no assertion. */
export function isOnlyAnnotations(part: Node): boolean {
  const keywords = members(part)
  return (
    keywords.length > 0 && keywords.every(([key]) => ANNOTATIONS.has(key) || key.startsWith('x-'))
  )
}

/** The reference in `allOf: [{ $ref }]` with only annotations: OpenAPI 3.0's way to describe one. */
export function loneReference(schema: Node): Node | undefined {
  const [part, ...others] = items(member(schema, 'allOf')).filter(
    (each) => !isOnlyAnnotations(each),
  )
  const adds = [...STRUCTURAL].some((key) => key !== 'allOf' && valueAt(schema, key) !== undefined)
  if (!part || others.length > 0 || adds || isReference(schema)) return undefined
  return isReference(part) && members(part).every(([key]) => isBesideReference(key))
    ? part
    : undefined
}

/** Words that leave a reference what it is: that it may be null is said of the whole. */
function isBesideReference(keyword: string): boolean {
  return (
    keyword === '$ref' ||
    keyword === 'nullable' ||
    ANNOTATIONS.has(keyword) ||
    keyword.startsWith('x-')
  )
}

import type { Document } from '../../source/document.js'
import { items, member, members, type Node } from '../../source/node.js'
import { isReference, loneReference, MAX_HOPS } from '../../source/references.js'

type Resolving = Pick<Document, 'resolve'>

/**
 * The value of a keyword: of the schema itself, or of the schema that it refers to with `$ref` or with an
 * `allOf` of one reference. The schema's own value takes precedence.
 */
export function annotationOf(document: Resolving, schema: Node, keyword: string): Node | undefined {
  let at = schema
  for (let hops = 0; hops <= MAX_HOPS; hops++) {
    const found = member(at, keyword)
    if (found) return found
    const reference = referenceIn(at)
    const next = reference && document.resolve(reference)
    // A reference without a target is reported where its shape is read.
    if (!next || 'code' in next) return undefined
    at = next
  }
  return undefined
}

function referenceIn(schema: Node): Node | undefined {
  return isReference(schema) ? schema : loneReference(schema)
}

/** Whether a field is only received (`read`) or only sent (`write`). */
export function flowOf(document: Resolving, schema: Node): 'read' | 'write' | undefined {
  const isSet = (keyword: string): boolean =>
    annotationOf(document, schema, keyword)?.value === true
  if (isSet('readOnly')) return 'read'
  return isSet('writeOnly') ? 'write' : undefined
}

/** The default of a schema, unless a number in it was rounded. */
export function exactDefault(
  document: Pick<Document, 'resolve' | 'inexact'>,
  schema: Node | undefined,
): Node | undefined {
  const node = schema && annotationOf(document, schema, 'default')
  return node && document.inexact(node).length === 0 ? node : undefined
}

/** The examples of a schema. */
export function examplesOf(schema: Node): { readonly examples?: readonly unknown[] } {
  const several = items(member(schema, 'examples')).map((each) => each.value)
  const single = member(schema, 'example')
  const examples = single ? [...several, single.value] : several
  return examples.length > 0 ? { examples } : {}
}

/** The examples of a parameter, which have names, or those of its schema. */
export function examplesOfParameter(
  document: Resolving,
  parameter: Node,
  schema: Node | undefined,
): { readonly examples?: readonly unknown[] } {
  const named = member(parameter, 'examples')
  const values = (named ? members(named) : []).flatMap(([, each]) => {
    const found = isReference(each) ? document.resolve(each) : each
    const value = 'code' in found ? undefined : member(found, 'value')
    return value ? [value.value] : []
  })
  const single = member(parameter, 'example')
  const examples = single ? [single.value, ...values] : values
  if (examples.length > 0) return { examples }
  return schema ? examplesOf(schema) : {}
}

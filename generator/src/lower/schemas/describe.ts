import type { Described, Provenance } from '../../model/shapes/shape.js'
import { flagAt, items, member, type Node, text, textAt } from '../../source/node.js'
import { isOnlyAnnotations, loneReference } from '../../source/references.js'
import { enumDocs } from './enum-docs.js'
import { plainText } from './plain-text.js'

/** Description, deprecation and source of a schema, property, parameter or operation. */
export function describe(node: Node, inherited?: Provenance): Described {
  const own = textAt(node, 'description') ?? titleOf(node) ?? wordsBeside(node)
  const doc = [own === undefined ? '' : plainText(own), enumDocs(node)].filter(Boolean).join('\n\n')
  const replacedBy = textAt(node, 'x-tagwire-replaced-by')
  const provenance = provenanceOf(node) ?? inherited
  return {
    source: node.source,
    ...(doc === '' ? {} : { doc }),
    ...(flagAt(node, 'deprecated') ? { deprecated: true } : {}),
    ...(replacedBy ? { replacedBy } : {}),
    ...(provenance ? { provenance } : {}),
  }
}

/**
 * A parameter has its own description, or that of its schema; only the schema describes its values.
 */
export function describeMember(node: Node, schema: Node | undefined): Described {
  const own = describe(node)
  if (!schema) return own
  const { source: _, doc, ...others } = describe(schema)
  const values =
    own.doc === undefined ? doc : [own.doc, enumDocs(schema)].filter(Boolean).join('\n\n')
  return { ...others, ...own, ...(values ? { doc: values } : {}) }
}

/** A title of one word is only a name, which adds no information. */
function titleOf(node: Node): string | undefined {
  const title = textAt(node, 'title')?.trim()
  return title?.includes(' ') ? title : undefined
}

/** `allOf: [{ $ref }, { description }]`: the description belongs to the whole. */
function wordsBeside(node: Node): string | undefined {
  const alone = loneReference(node)
  const annotations = items(member(node, 'allOf')).filter(isOnlyAnnotations)
  return [...annotations, ...(alone ? [alone] : [])].flatMap(
    (part) => textAt(part, 'description') ?? [],
  )[0]
}

export function provenanceOf(node: Node): Provenance | undefined {
  const extension = text(member(node, 'x-tagwire-source'))
  return extension === 'stated' || extension === 'public' || extension === 'observed'
    ? extension
    : undefined
}

import type { Report } from '../../diagnostics/diagnostic.js'
import { items, member, type Node, textAt } from '../../source/node.js'

/** Reports required properties that are not described; these are often typos. */
export function checkRequired(schema: Node, report: Report): void {
  const properties = member(schema, 'properties')
  const elsewhere = ['allOf', 'oneOf', 'anyOf', '$ref', 'additionalProperties', 'patternProperties']
  if (!properties || elsewhere.some((keyword) => member(schema, keyword))) return
  // A part of a composition may require a property that another part describes.
  if (/\/(allOf|oneOf|anyOf|not|if|then|else)\//.test(schema.source.pointer)) return
  for (const item of items(member(schema, 'required'))) {
    if (typeof item.value !== 'string' || member(properties, item.value)) continue
    report({
      code: 'TW2009',
      severity: 'warning',
      message: `${JSON.stringify(item.value)} is required, but not among the properties`,
      at: item.source,
    })
  }
}

/** Whether real payloads lack this required property. */
export function isKnownMissing(schema: Node): boolean {
  return textAt(schema, 'x-tagwire-missing') !== undefined
}

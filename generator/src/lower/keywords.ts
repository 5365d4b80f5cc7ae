import type { Report } from '../diagnostics/diagnostic.js'
import { isDictionary, items, member, type Node, textAt } from '../load/node.js'

type Form = 'an object' | 'a list' | 'a schema' | 'a list of schemas'

/** What the value of a keyword has to be for the keyword to mean anything. */
const FORMS: Readonly<Record<string, Form>> = {
  properties: 'an object',
  patternProperties: 'an object',
  additionalProperties: 'a schema',
  enum: 'a list',
  allOf: 'a list of schemas',
  oneOf: 'a list of schemas',
  anyOf: 'a list of schemas',
}

const WORDS = Object.entries(FORMS)

/** Reports keywords whose value cannot mean anything. There is no safe reading of them. */
export function checkKeywords(schema: Node, report: Report): void {
  if (typeof schema.value !== 'boolean' && !isDictionary(schema.value)) {
    report({
      code: 'TW2005',
      severity: 'error',
      message: `a schema is an object, or \`true\` or \`false\`, but this is ${show(schema.value)}`,
      at: schema.source,
    })
    return
  }
  for (const [keyword, form] of WORDS) {
    const word = member(schema, keyword)
    if (!word || hasForm(word.value, form)) continue
    report({
      code: 'TW2005',
      severity: 'error',
      message: `\`${keyword}\` is ${form}, but this is ${show(word.value)}`,
      at: word.source,
    })
  }
}

function hasForm(value: unknown, form: Form): boolean {
  if (form === 'an object') return isDictionary(value)
  if (form === 'a schema') return isDictionary(value) || typeof value === 'boolean'
  return Array.isArray(value) && (form === 'a list' || value.length > 0)
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

/** Properties that have to be there, but of which nothing is said: often a slip of the pen. */
export function checkRequired(schema: Node, report: Report): void {
  const properties = member(schema, 'properties')
  const elsewhere = ['allOf', 'oneOf', 'anyOf', '$ref', 'additionalProperties', 'patternProperties']
  if (!properties || elsewhere.some((word) => member(schema, word))) return
  // A part of a composition may well require what another part describes.
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

/** The description promises the member, and payloads without it are known. */
export function isKnownMissing(schema: Node): boolean {
  return textAt(schema, 'x-tagwire-missing') !== undefined
}

import type { Report } from '../../diagnostics/diagnostic.js'
import { isResolved } from '../../normalize/dynamic-references.js'
import { member, members, type Node, textAt } from '../../source/node.js'

// Keywords that rules do not support, or only with a deviation that is reported.

interface Language {
  readonly report: Report
  /** Whether the language of the document ignores siblings of a `$ref`. */
  readonly refAlone: boolean
}

const UNSUPPORTED = ['$recursiveRef', '$dynamicRef', 'extends', 'disallow', 'divisibleBy']

/** Keywords that constrain the value, so their author wanted them to apply next to `$ref`. */
const BESIDE_REF = new Set(
  (
    'type enum const properties required additionalProperties patternProperties items allOf anyOf ' +
    'oneOf not if minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength ' +
    'pattern format minItems maxItems uniqueItems additionalItems contains minProperties ' +
    'maxProperties propertyNames dependencies $id'
  ).split(' '),
)

export function checkBesideRef({ report, refAlone }: Language, schema: Node): void {
  if (!refAlone || textAt(schema, '$ref') === undefined) return
  const [keyword] = members(schema).filter(
    ([key, { value }]) => BESIDE_REF.has(key) && !(key === 'required' && value === true),
  )
  if (!keyword) return
  report({
    code: 'TW2008',
    severity: 'warning',
    message: `\`${keyword[0]}\` beside \`$ref\` has no effect in this version; it is read as in later ones`,
    at: keyword[1].source,
  })
}

/** Reports keywords that change the meaning of a schema and are not fully supported. */
export function warnUnsupportedKeywords({ report }: Pick<Language, 'report'>, schema: Node): void {
  for (const keyword of UNSUPPORTED) {
    const node = member(schema, keyword)
    if (!node || isResolved(node.value)) continue
    report({
      code: 'TW2006',
      severity: 'warning',
      message: `validators do not check \`${keyword}\``,
      at: node.source,
    })
  }
}

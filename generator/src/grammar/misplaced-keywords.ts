import type { Report } from '../diagnostics/diagnostic.js'
import { isDictionary, isJsonType, isOfType, JSON_TYPES, type JsonType } from '../model/json.js'
import { items, member, type Node, valueAt } from '../source/node.js'

/** Keywords by the type that they constrain. Values of other types are valid whatever they say. */
const KEYWORDS: readonly (readonly [types: readonly JsonType[], plural: string, words: string])[] =
  [
    [['string'], 'strings', 'minLength maxLength pattern'],
    [
      ['number', 'integer'],
      'numbers',
      'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf',
    ],
    [
      ['array'],
      'arrays',
      // Without `uniqueItems`: Kubernetes writes it beside every parameter, of whatever type.
      'items prefixItems minItems maxItems contains unevaluatedItems',
    ],
    [
      ['object'],
      'objects',
      'properties required additionalProperties patternProperties propertyNames minProperties ' +
        'maxProperties dependentRequired dependentSchemas dependencies unevaluatedProperties',
    ],
  ]

const CONSTRAINED = new Map(
  KEYWORDS.flatMap(([types, plural, words]) =>
    words.split(' ').map((word) => [word, { types, plural }] as const),
  ),
)

/** Reports keywords that constrain only values which the schema does not have. */
export function checkMisplacedKeywords(schema: Node, report: Report): void {
  if (!isDictionary(schema.value)) return
  const constraining = Object.keys(schema.value).filter((keyword) => CONSTRAINED.has(keyword))
  const possible = constraining.length > 0 ? possibleTypes(schema) : []
  if (possible.length === 0) return
  const misplaced = constraining.flatMap((keyword) => {
    const constrained = CONSTRAINED.get(keyword)
    const isApplied = !constrained || constrained.types.some((type) => possible.includes(type))
    if (isApplied || !saysSomething(keyword, valueAt(schema, keyword))) return []
    const source = member(schema, keyword)?.source
    return source ? [{ keyword, source, of: constrained.plural }] : []
  })
  const [first, ...more] = misplaced
  if (!first) return
  const words = misplaced.map(({ keyword }) => `\`${keyword}\``).join(' and ')
  const constrained = [...new Set(misplaced.map(({ of }) => of))].join(' and ')
  const isOne = more.length === 0
  report({
    code: 'TW2015',
    severity: 'warning',
    message: `${words} constrain${isOne ? 's' : ''} only ${constrained}, and this is ${possible.map(withArticle).join(' or ')}; ${isOne ? 'it has' : 'they have'} no effect`,
    at: first.source,
  })
}

/** The types of all values of a schema, as far as it says so by itself. */
function possibleTypes(schema: Node): readonly JsonType[] {
  const types = [valueAt(schema, 'type') ?? []].flat()
  if (types.length > 0) {
    const isBesideUnion = ['oneOf', 'anyOf'].some((keyword) => member(schema, keyword))
    // `type: 'null'` beside a union means "or null".
    const isOrNull = isBesideUnion && types.every((type) => type === 'null')
    return types.every(isJsonType) && !isOrNull ? types : []
  }
  const constant = member(schema, 'const')
  const values = constant ? [constant] : items(member(schema, 'enum'))
  return JSON_TYPES.filter((type) => values.some(({ value }) => isOfType(value, type)))
}

/** Keywords whose value is a schema, for which `false` is the strictest. */
const OF_SCHEMAS = /^(?:items|contains|additionalProperties|propertyNames|unevaluated)/

/** Whether a keyword would refuse any value of its own type. */
function saysSomething(keyword: string, value: unknown): boolean {
  if (value === true) return false
  if (value === false) return OF_SCHEMAS.test(keyword)
  if (value === 0) return !/^min(?:Length|Items|Properties)$/.test(keyword)
  if (Array.isArray(value)) return value.length > 0
  // Another fault, which is reported as such.
  if (keyword === 'required') return false
  return !isDictionary(value) || Object.keys(value).length > 0
}

const ARTICLES: Readonly<Partial<Record<JsonType, string>>> = {
  null: 'null',
  array: 'an array',
  integer: 'an integer',
  object: 'an object',
}

function withArticle(type: JsonType): string {
  return ARTICLES[type] ?? `a ${type}`
}

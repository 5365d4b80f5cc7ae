import type { Report } from '../diagnostics/diagnostic.js'
import { isDictionary, isJsonType, isOfType, type JsonType } from '../model/json.js'
import type { Document } from '../source/document.js'
import { items, member, members, type Node, textAt, valueAt } from '../source/node.js'
import { isAnnotation, targetOf } from '../source/references.js'

/** In longer lists, members are not compared with each other. */
const MOST = 100

/** Reports members of a `oneOf` that no value matches alone, as far as that can be seen at a glance. */
export function checkUnmatchedMembers(schema: Node, report: Report, document: Document): void {
  const all = items(member(schema, 'oneOf'))
  if (all.length < 2 || all.length > MOST) return
  const targets = all.map((each) => targetOf(document, each))
  for (const [index, one] of targets.entries()) {
    const { source: at } = all[index] ?? one
    if (isEmpty(one)) {
      report({ ...UNMATCHED, message: 'no value fits this member of `oneOf`', at })
      continue
    }
    // Of two that are the same, the second is reported.
    const other = targets.findIndex(
      (each, at) => at !== index && contains(each, one) && (at < index || !contains(one, each)),
    )
    if (other < 0) continue
    const message = `each value of this member fits member ${other + 1} of \`oneOf\` as well, which means exactly one; only strict validators refuse it`
    report({ ...UNMATCHED, message, at, help: 'Write `anyOf`, or remove one of the two.' })
  }
}

const UNMATCHED = { code: 'TW2012', severity: 'warning' } as const

/** Whether a schema says that it has no values. */
function isEmpty(schema: Node): boolean {
  const not = valueAt(schema, 'not')
  const values = valueAt(schema, 'enum')
  return (
    schema.value === false ||
    not === true ||
    (isDictionary(not) && Object.keys(not).length === 0) ||
    (Array.isArray(values) && values.length === 0)
  )
}

/** Whether all values of one schema are certainly values of another. */
function contains(outer: Node, inner: Node): boolean {
  if (outer.value === inner.value) return true
  const keywords = constraintsOf(outer)
  if (outer.value === true || keywords?.length === 0) return true
  if (!keywords) return false
  const values = valuesOf(inner)
  if (keywords.every((keyword) => keyword === 'enum' || keyword === 'const')) {
    const known = valuesOf(outer)
    return values?.every((each) => known?.includes(each)) ?? false
  }
  if (keywords.join() !== 'type') return false
  const types = typesOf(outer)
  if (values) return values.every((each) => types.some((type) => isOfType(each, type)))
  const own = typesOf(inner)
  const isWithin = (type: JsonType): boolean =>
    types.includes(type) || (type === 'integer' && types.includes('number'))
  // Formats and contents are what separates texts from each other.
  const isPlain = !['format', 'contentEncoding', 'contentMediaType'].some((keyword) =>
    member(inner, keyword),
  )
  return isPlain && textAt(inner, '$ref') === undefined && own.length > 0 && own.every(isWithin)
}

/** The keywords that constrain values; `undefined` if it is not a schema. */
function constraintsOf(schema: Node): string[] | undefined {
  if (!isDictionary(schema.value)) return undefined
  return members(schema).flatMap(([keyword]) =>
    isAnnotation(keyword) || ['title', 'default', 'readOnly', 'writeOnly'].includes(keyword)
      ? []
      : [keyword],
  )
}

/** The values of a schema that only lists them. */
function valuesOf(schema: Node): readonly unknown[] | undefined {
  const constant = member(schema, 'const')
  const values = constant ? [constant.value] : valueAt(schema, 'enum')
  return Array.isArray(values) ? values : undefined
}

function typesOf(schema: Node): readonly JsonType[] {
  return [valueAt(schema, 'type') ?? []].flat().filter(isJsonType)
}

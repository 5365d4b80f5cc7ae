import { VALUE_NAMES } from '../../model/enum-members.js'
import { isDictionary } from '../../model/json.js'
import { items, member, type Node, textAt, valueAt } from '../../source/node.js'

const TEXTS = ['x-enum-descriptions', 'x-enumDescriptions']

/** Descriptions of single enum values, one line for each value that has one. */
export function enumDocs(schema: Node): string | undefined {
  const lines = Array.isArray(valueAt(schema, 'enum')) ? listed(schema) : constants(schema)
  return lines.length > 0 ? lines.join('\n') : undefined
}

/** Extensions next to `enum` with a text for each value, by position or by value. */
function listed(schema: Node): string[] {
  const names = VALUE_NAMES.map((keyword) => valueAt(schema, keyword)).find(
    (each) => each !== undefined,
  )
  const texts = TEXTS.map((keyword) => valueAt(schema, keyword)).find((each) => each !== undefined)
  if (names === undefined && texts === undefined) return []
  return items(member(schema, 'enum')).flatMap(({ value }, index) =>
    lineOf(value, textFor(names, value, index), textFor(texts, value, index)),
  )
}

/** What the document calls the values of an enumeration, by value. */
export function enumValueNames(schema: Node): Readonly<Record<string, string>> | undefined {
  const names = VALUE_NAMES.map((keyword) => valueAt(schema, keyword)).find(
    (each) => each !== undefined,
  )
  const found = items(member(schema, 'enum')).flatMap(({ value }, index) => {
    const name = textFor(names, value, index)
    return name === undefined ? [] : [[String(value), name] as const]
  })
  return found.length > 0 ? Object.fromEntries(found) : undefined
}

function textFor(texts: unknown, value: unknown, index: number): string | undefined {
  const found = Array.isArray(texts)
    ? texts[index]
    : isDictionary(texts) && Object.hasOwn(texts, String(value))
      ? texts[String(value)]
      : undefined
  return typeof found === 'string' ? found : undefined
}

/** `oneOf: [{ const: 1, title: Low }, …]`: the standard way in JSON Schema. */
function constants(schema: Node): string[] {
  const all = ['oneOf', 'anyOf'].flatMap((keyword) => items(member(schema, keyword)))
  // Constants among objects are variants of a union, which have their own descriptions.
  const isPlain = (each: Node): boolean =>
    /^(string|number|integer|null)$/.test(textAt(each, 'type') ?? '')
  if (!all.every((each) => member(each, 'const') ?? isPlain(each))) return []
  return all.flatMap((each) =>
    lineOf(labelOf(each), textAt(each, 'title'), textAt(each, 'description')),
  )
}

/** The beginning of a line about a member: its value, otherwise its type. */
function labelOf(each: Node): unknown {
  const value = valueAt(each, 'const')
  return value === undefined ? textAt(each, 'type') : value
}

function lineOf(value: unknown, name: string | undefined, text: string | undefined): string[] {
  if (value === null || typeof value === 'object') return []
  const candidates = [
    name !== undefined && addsInformation(name, value) ? oneLine(name) : '',
    oneLine(text ?? ''),
  ]
  const parts = candidates.filter((each) => each !== '')
  return parts.length > 0
    ? [`- \`${oneLine(String(value)).replaceAll('`', "'")}\`: ${parts.join('. ')}`]
    : []
}

/** Whether the name of a value adds information; `NOT_FOUND` adds none to `not-found`. */
function addsInformation(name: string, value: unknown): boolean {
  const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return plain(name) !== plain(String(value))
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}

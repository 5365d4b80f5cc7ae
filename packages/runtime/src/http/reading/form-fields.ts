import { parseExact } from '../bodies/exact-json.js'
import {
  formsOf,
  inMember,
  memberType,
  parsedText,
  type TextType,
  Unreadable,
} from './text-type.js'

/** The texts of each name in a form. */
export type Fields = ReadonlyMap<string, readonly string[]>

export function fieldsOf(
  pairs: readonly (readonly [name: string, text: string])[],
  decode: (text: string) => string,
): Fields {
  const fields = new Map<string, string[]>()
  for (const [key, text] of pairs) {
    const name = decode(key)
    const texts = fields.get(name) ?? []
    fields.set(name, texts)
    texts.push(inMember(name, () => decode(text)))
  }
  return fields
}

/** The members of a form without styles. */
export function readFields(fields: Fields, type: TextType): unknown {
  const { record = { members: {}, rest: 'any' } } = formsOf(type)
  const members = [...fields].map(([name, texts]) => {
    return [name, inMember(name, () => membersValue(texts, memberType(record, name)))] as const
  })
  return Object.fromEntries(members)
}

/** The values of one name in a form. */
export function membersValue(
  values: readonly (string | Blob)[],
  type: TextType,
  mediaType = '',
): unknown {
  const { single, items, record } = formsOf(type)
  const of = (value: string | Blob, own: TextType): unknown =>
    typeof value === 'string' ? partValue(value, own, mediaType) : value
  if (items !== undefined && (single === undefined || values.length > 1)) {
    return values.map((each) => of(each, items))
  }
  const own = single ?? (record ? record : 'text')
  const found = values.map((each) => of(each, own))
  return found.length === 1 ? found[0] : found
}

/** Records, and members whose content type says so, are JSON. */
function partValue(text: string, type: TextType, mediaType: string): unknown {
  const { single } = formsOf(type)
  if (single !== undefined && !/[/+]json\b/i.test(mediaType)) return parsedText(text, single)
  try {
    return parseExact(text)
  } catch {
    throw new Unreadable('expected JSON')
  }
}

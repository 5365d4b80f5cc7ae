import { parseExact } from '../bodies/exact-json.js'
import type { BodyPart } from '../operation.js'
import { type Pair, readStyle } from './read-styles.js'
import { formsOf, memberType, parsedText, type TextType, Unreadable } from './text-type.js'

export interface FormReading {
  readonly type: TextType
  /** The `encoding` of members. */
  readonly parts?: Readonly<Record<string, BodyPart>> | undefined
  decode(text: string): string
}

/** The members of a form: the inverse of `formBody`. */
export function readForm(
  pairs: readonly Pair[],
  { type, parts = {}, decode }: FormReading,
): unknown {
  const named = new Map<string, string[]>()
  const others = new Set(Object.keys(parts))
  for (const [key, text] of pairs) {
    const name = decode(key)
    const texts = named.get(name) ?? []
    named.set(name, texts)
    texts.push(decode(text))
  }
  const { record = { members: {}, rest: 'any' } } = formsOf(type)
  const taken = new Set<string>()
  const members: [string, unknown][] = []
  for (const [name, part] of Object.entries(parts)) {
    if (!part.write) continue
    const own = memberType(record, name)
    const value = readStyle(
      part.write,
      { text: '', pairs },
      { name, explode: part.explode ?? false, type: own, others, decode },
    )
    taken.add(name)
    for (const key of named.keys()) {
      const isMember = Object.hasOwn(formsOf(own).record?.members ?? {}, key)
      if (key.startsWith(`${name}[`) || (part.explode && isMember)) taken.add(key)
    }
    if (value !== undefined) members.push([name, value])
  }
  for (const [name, texts] of named) {
    if (taken.has(name)) continue
    members.push([name, membersValue(texts, memberType(record, name), parts[name]?.type)])
  }
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

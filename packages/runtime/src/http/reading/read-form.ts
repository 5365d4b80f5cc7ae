import type { BodyPart } from '../operation.js'
import { fieldsOf, membersValue } from './form-fields.js'
import { type Pair, readStyle } from './read-styles.js'
import { formsOf, inMember, memberType, type TextType } from './text-type.js'

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
  const fields = fieldsOf(pairs, decode)
  const others = new Set(Object.keys(parts))
  const { record = { members: {}, rest: 'any' } } = formsOf(type)
  const taken = new Set<string>()
  const members: [string, unknown][] = []
  for (const [name, part] of Object.entries(parts)) {
    const { write, explode = false } = part
    if (!write) continue
    const own = memberType(record, name)
    const value = inMember(name, () =>
      readStyle(write, { text: '', pairs }, { name, explode, type: own, others, decode }),
    )
    taken.add(name)
    for (const key of fields.keys()) {
      const isMember = Object.hasOwn(formsOf(own).record?.members ?? {}, key)
      if (key.startsWith(`${name}[`) || (explode && isMember)) taken.add(key)
    }
    if (value !== undefined) members.push([name, value])
  }
  for (const [name, texts] of fields) {
    if (taken.has(name)) continue
    const own = memberType(record, name)
    members.push([name, inMember(name, () => membersValue(texts, own, parts[name]?.type))])
  }
  return Object.fromEntries(members)
}

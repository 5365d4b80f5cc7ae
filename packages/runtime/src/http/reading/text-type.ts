/** What a text stands for, because texts of a URL, a header or a form do not have the types of JSON. */
export type TextType =
  | 'text'
  | 'number'
  | 'boolean'
  /** Bytes, in a form with files. */
  | 'bytes'
  /** Anything: texts stay texts. */
  | 'any'
  /** A list, by its items. */
  | readonly [TextType]
  | RecordType
  /** One of them: the first that the text can be. */
  | { readonly either: readonly TextType[] }
  /** Values that are not all texts. */
  | { readonly values: readonly unknown[] }

export interface RecordType {
  readonly members: Readonly<Record<string, TextType>>
  /** The values of other names, if there may be others. */
  readonly rest?: TextType
}

/** A text that is not written as its parameter describes. */
export class Unreadable extends Error {
  /** The place in what is read, as in problems: `record`. */
  readonly path: string

  constructor(message: string, path = '') {
    super(message)
    this.path = path
  }
}

/** Reads one member, whose name is then the place of what cannot be read. */
export function inMember<Value>(name: string, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Unreadable) || error.path !== '') throw error
    const isPlain = /^[A-Za-z_$][\w$]*$/.test(name)
    throw new Unreadable(error.message, isPlain ? name : `[${JSON.stringify(name)}]`)
  }
}

/** What a type allows: a single text, a list, a record. */
export interface Forms {
  readonly single?: TextType
  readonly items?: TextType
  readonly record?: RecordType
}

export function formsOf(type: TextType): Forms {
  if (type === 'any') return { single: 'text', items: 'any', record: { members: {}, rest: 'any' } }
  if (typeof type === 'string') return { single: type }
  // First, because arrays have a method `values`.
  if (isList(type)) return { items: type[0] }
  if ('values' in type) return { single: type }
  if ('members' in type) return { record: type }
  const singles: TextType[] = []
  let forms: Forms = {}
  for (const each of type.either) {
    const { single, ...others } = formsOf(each)
    if (single !== undefined) singles.push(single)
    forms = { ...others, ...forms }
  }
  return singles.length > 0 ? { ...forms, single: { either: singles } } : forms
}

export function isList(type: Exclude<TextType, string>): type is readonly [TextType] {
  return Array.isArray(type)
}

export function memberType({ members, rest = 'any' }: RecordType, name: string): TextType {
  return Object.hasOwn(members, name) ? (members[name] ?? rest) : rest
}

const numbers = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i

/** An integer of which JavaScript would make another one: the id of somebody else, perhaps. */
function isRounded(text: string): boolean {
  if (!/^-?\d{16,}$/.test(text)) return false
  // A large number of JavaScript has the digits that it prints.
  return String(Number(text)) !== text && BigInt(text) !== BigInt(Number(text))
}

/** The value of a text; a text that is none of the type stays a text, which the check then refuses. */
export function parsedText(text: string, type: TextType): unknown {
  if (type === 'number') return numbers.test(text) && !isRounded(text) ? Number(text) : text
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : text)
  if (typeof type === 'string' || isList(type)) return text
  if ('values' in type) {
    const found = type.values.findIndex((each) => String(each) === text)
    return found < 0 ? text : type.values[found]
  }
  if ('either' in type) {
    for (const each of type.either) {
      const value = parsedText(text, each)
      if (value !== text) return value
    }
  }
  return text
}

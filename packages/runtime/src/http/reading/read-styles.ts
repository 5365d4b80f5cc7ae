import { formQuery } from '../bodies/bodies.js'
import { deepObject, deepObjectBrackets, deepObjectRepeat } from '../places/deep-object.js'
import {
  form,
  jsonPair,
  jsonText,
  label,
  matrix,
  pipeDelimited,
  type Style,
  simple,
  spaceDelimited,
} from '../places/styles.js'
import { fieldsOf, readFields } from './form-fields.js'
import { readDeepObject } from './read-deep-object.js'
import { formsOf, parsedText, type RecordType, type TextType, Unreadable } from './text-type.js'

/** A name and its value, both as sent. */
export type Pair = readonly [name: string, text: string]

/** What is sent in one place, undecoded. */
export interface Source {
  /** The text of one parameter, in a path or a header; otherwise, all of the query or the cookies. */
  readonly text: string
  readonly pairs: readonly Pair[]
}

/** How one value is read. */
export interface Reading {
  /** The name on the wire. */
  readonly name: string
  readonly explode: boolean
  readonly type: TextType
  /** Names of other parameters, which are not members of a record. */
  readonly others: ReadonlySet<string>
  /** The inverse of what escapes names and values. */
  decode(text: string): string
}

/** Reads a value that the style of the same name has written; `undefined` if it is absent. */
export type StyleReader = (source: Source, reading: Reading) => unknown

/** Each style with its inverse: what the client writes with the one, the server reads with the other. */
const readers: ReadonlyMap<Style, StyleReader> = new Map<Style, StyleReader>([
  [simple, ({ text }, reading) => readJoined(text, reading, ',', reading.explode ? '=' : ',')],
  [label, readLabel],
  [matrix, readMatrix],
  [form, readPairs],
  [spaceDelimited, (source, reading) => readDelimited(source, reading, /%20|[+ ]/)],
  [pipeDelimited, (source, reading) => readDelimited(source, reading, /%7C|\|/i)],
  [deepObject, readDeepObject],
  [deepObjectBrackets, readDeepObject],
  [deepObjectRepeat, readDeepObject],
  [jsonPair, ({ pairs }, reading) => readJson(textsOf(pairs, reading)[0], reading)],
  [jsonText, ({ text }, reading) => readJson(text === '' ? undefined : text, reading)],
  [formQuery, ({ pairs }, { type, decode }) => readFields(fieldsOf(pairs, decode), type)],
])

export function readStyle(style: Style, source: Source, reading: Reading): unknown {
  const read = readers.get(style)
  if (!read) throw new TypeError(`${reading.name}: no reader for its style`)
  return read(source, reading)
}

/** `color=blue` from `color`, `blue` and their separator; what has none is a name alone. */
function pairOf(text: string, separator = '='): Pair {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)]
}

export function pairsOf(text: string, separator: string | RegExp): Pair[] {
  const pairs: Pair[] = []
  if (text === '') return pairs
  // Runs for every request: `flatMap` takes several times as long.
  for (const each of text.split(separator)) if (each !== '') pairs.push(pairOf(each))
  return pairs
}

function readLabel({ text }: Source, reading: Reading): unknown {
  if (!text.startsWith('.')) throw new Unreadable('expected a text that begins with a period')
  const [separator, equals] = reading.explode ? ['.', '='] : [',', ',']
  return readJoined(text.slice(1), reading, separator, equals)
}

/** No items, or one that is empty: the first is more common. */
function readJoined(text: string, reading: Reading, separator: string, equals: string): unknown {
  const { single, items } = formsOf(reading.type)
  const isEmpty = text === '' && single === undefined && items !== undefined
  return isEmpty ? [] : split(text, reading, separator, equals)
}

function readMatrix({ text }: Source, reading: Reading): unknown {
  if (!text.startsWith(';')) throw new Unreadable('expected a text that begins with a semicolon')
  return readPairs({ text, pairs: pairsOf(text, ';') }, reading)
}

function readPairs({ pairs }: Source, reading: Reading): unknown {
  const { name, explode, type, others, decode } = reading
  const texts = textsOf(pairs, reading)
  if (!explode) return texts[0] === undefined ? undefined : split(texts[0], reading, ',', ',')
  const { single, items, record } = formsOf(type)
  if (texts.length > 0 && (single !== undefined || items !== undefined)) {
    return several(texts.map(decode), { single, items })
  }
  if (!record) return undefined
  const found = pairs.flatMap(([key, text]): Pair[] => {
    const member = decode(key)
    const isOwn = Object.hasOwn(record.members, member)
    const isMeant = isOwn || (record.rest !== undefined && member !== name && !others.has(member))
    return isMeant ? [[member, decode(text)]] : []
  })
  if (found.length === 0) return undefined
  return Object.fromEntries(
    found.map(([member, text]) => [member, parsedText(text, typeOfMember(record, member))]),
  )
}

/** `constructor` is a member of every object, but not of what the document describes. */
function typeOfMember({ members, rest }: RecordType, name: string): TextType {
  return (Object.hasOwn(members, name) ? members[name] : rest) ?? 'text'
}

function readDelimited(source: Source, reading: Reading, separator: RegExp): unknown {
  if (reading.explode) return readPairs(source, reading)
  const [text] = textsOf(source.pairs, reading)
  return text === undefined ? undefined : split(text, reading, separator, separator)
}

/** The texts with the name of the parameter. */
function textsOf(pairs: readonly Pair[], { name, decode }: Reading): string[] {
  const texts: string[] = []
  for (const [key, text] of pairs) if (key === name || decode(key) === name) texts.push(text)
  return texts
}

/** A value whose parts are separated; in a record, names are before an equals sign, or each before its value. */
function split(
  text: string,
  { type, decode }: Reading,
  separator: string | RegExp,
  equals: string | RegExp,
): unknown {
  const { single, items, record } = formsOf(type)
  if (single !== undefined && items === undefined && record === undefined) {
    return parsedText(decode(text), single)
  }
  const parts = text.split(separator)
  if (items !== undefined && (single === undefined || parts.length > 1)) {
    return parts.map((each) => parsedText(decode(each), items))
  }
  if (single !== undefined && (record === undefined || parts.length === 1)) {
    return parsedText(decode(text), single)
  }
  if (record === undefined) return decode(text)
  const isPaired = typeof equals === 'string' && equals === '='
  if (!isPaired && parts.length % 2 === 1) throw new Unreadable('expected a value for each name')
  const pairs = isPaired
    ? parts.map((each) => pairOf(each))
    : parts.flatMap((name, at): Pair[] => (at % 2 === 0 ? [[name, parts[at + 1] ?? '']] : []))
  return Object.fromEntries(
    pairs.map(([name, each]) => {
      const key = decode(name)
      return [key, parsedText(decode(each), typeOfMember(record, key))]
    }),
  )
}

/** Several texts for what is a single value stay a list, which the check then refuses. */
function several(
  texts: readonly string[],
  {
    single,
    items,
  }: { readonly single: TextType | undefined; readonly items: TextType | undefined },
): unknown {
  if (items !== undefined && (single === undefined || texts.length > 1)) {
    return texts.map((each) => parsedText(each, items))
  }
  const values = texts.map((each) => parsedText(each, single ?? 'text'))
  return values.length === 1 ? values[0] : values
}

function readJson(text: string | undefined, { decode }: Reading): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(decode(text))
  } catch {
    throw new Unreadable('expected JSON')
  }
}

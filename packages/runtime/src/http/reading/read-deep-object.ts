import type { Reading, Source } from './read-styles.js'
import {
  formsOf,
  memberType,
  parsedText,
  type RecordType,
  type TextType,
  Unreadable,
} from './text-type.js'

/** A value with the names in brackets that lead to it. */
interface Entry {
  readonly keys: readonly string[]
  readonly text: string
}

/** More are no value of a document. */
const deepest = 64

/** `color[R]=100`, arrays as `color[0]=blue`, `color[]=blue` or `color=blue`. */
export function readDeepObject({ pairs }: Source, { name, type, decode }: Reading): unknown {
  const entries: Entry[] = []
  for (const [key, text] of pairs) {
    const full = decode(key)
    if (full !== name && !full.startsWith(`${name}[`)) continue
    const keys = keysOf(full.slice(name.length))
    if (keys) entries.push({ keys, text: decode(text) })
  }
  return entries.length === 0 ? undefined : valueAt(entries, type)
}

/** `[a][0]` */
function keysOf(text: string): string[] | undefined {
  const found = [...text.matchAll(/\[([^[\]]*)\]/g)]
  if (found.length > deepest) throw new Unreadable(`nested deeper than ${deepest} levels`)
  const isWhole = found.reduce((length, [each]) => length + each.length, 0) === text.length
  return isWhole ? found.map(([, key = '']) => key) : undefined
}

function valueAt(entries: readonly Entry[], type: TextType): unknown {
  const { single, items, record } = formsOf(type)
  const isAlone = entries.every(({ keys }) => keys.length === 0)
  if (isAlone && (single !== undefined || items === undefined) && entries.length === 1) {
    return parsedText(entries[0]?.text ?? '', single ?? 'text')
  }
  const isNumbered = entries.every(({ keys: [key = ''] }) => /^\d*$/.test(key))
  if (items !== undefined && (record === undefined || isNumbered)) return listAt(entries, items)
  if (record === undefined || isAlone) return entries.map(({ text }) => text)
  return recordAt(entries, record)
}

function recordAt(entries: readonly Entry[], record: RecordType): unknown {
  const groups = new Map<string, Entry[]>()
  for (const {
    keys: [key = '', ...keys],
    text,
  } of entries) {
    // A name that ends in brackets is written with these as a key of their own.
    const isBracketed =
      keys[0] === '' &&
      !Object.hasOwn(record.members, key) &&
      Object.hasOwn(record.members, `${key}[]`)
    const name = isBracketed ? `${key}[]` : key
    const group = groups.get(name) ?? []
    groups.set(name, group)
    group.push({ keys, text })
  }
  return Object.fromEntries(
    [...groups].map(([name, group]) => [name, valueAt(group, memberType(record, name))]),
  )
}

/** Items by their index; without one, an item ends where one of its names comes again. */
function listAt(entries: readonly Entry[], type: TextType): unknown[] {
  const indexed = new Map<number, Entry[]>()
  const unnumbered: Entry[][] = []
  let names = new Set<string>()
  for (const {
    keys: [key = '', ...keys],
    text,
  } of entries) {
    if (key !== '') {
      const group = indexed.get(Number(key)) ?? []
      indexed.set(Number(key), group)
      group.push({ keys, text })
      continue
    }
    const path = keys.join('][')
    const last = unnumbered.at(-1)
    if (last && keys.length > 0 && !names.has(path)) last.push({ keys, text })
    else {
      unnumbered.push([{ keys, text }])
      names = new Set()
    }
    names.add(path)
  }
  const numbered = [...indexed].sort(([left], [right]) => left - right).map(([, group]) => group)
  return [...numbered, ...unnumbered].map((group) => valueAt(group, type))
}

import { LINE_WIDTH, literal, objectKey } from './text.js'

/** A name of the module in the middle of data: a function of the runtime, never of a document. */
export class Name {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Plain data, as it stands in a generated module. */
export type Value =
  | string
  | number
  | boolean
  | null
  | Name
  | readonly Value[]
  | { readonly [key: string]: Value | undefined }

/** Prints data on one line where it fits behind `used` characters, else a member a line. */
export function valueText(value: Value, indent = 0, used = indent): string {
  return printed(value, indent, used, LINE_WIDTH)
}

/** A member of a list or an object has a comma behind it. */
function memberText(value: Value, indent: number, used: number): string {
  return printed(value, indent, used, LINE_WIDTH - ','.length)
}

function printed(value: Value, indent: number, used: number, width: number): string {
  const flat = flatText(value, width - used)
  if (flat !== undefined) return flat
  const pad = ' '.repeat(indent + 2)
  const end = `${' '.repeat(indent)}`
  if (isList(value)) {
    const items = value.map((item) => `${pad}${memberText(item, indent + 2, indent + 2)},\n`)
    return `[\n${items.join('')}${end}]`
  }
  if (typeof value !== 'object' || value === null || value instanceof Name) return wordText(value)
  const members = entriesOf(value).map(([key, item]) => {
    const head = `${pad}${objectKey(key)}:`
    const text = memberText(item, indent + 2, head.length + 1)
    const line = `${head} ${text},`
    const below = typeof item === 'string' && line.length > LINE_WIDTH && gains(objectKey(key))
    return below ? `${head}\n${pad}  ${text},\n` : `${line}\n`
  })
  return `{\n${members.join('')}${end}}`
}

/** Whether a text that is too long gains room on a line of its own: not behind a short key. */
function gains(key: string): boolean {
  return key.length >= 5
}

/** Everything on one line, unless that is longer than the room for it: then the rest is not looked at. */
function flatText(value: Value, room: number): string | undefined {
  const text =
    typeof value !== 'object' || value === null || value instanceof Name
      ? wordText(value)
      : flatParts(value, room)
  return text !== undefined && text.length <= room ? text : undefined
}

function flatParts(
  value: readonly Value[] | { readonly [key: string]: Value | undefined },
  room: number,
): string | undefined {
  const parts: string[] = []
  let left = room - '[]'.length
  const add = (head: string, item: Value): boolean => {
    const text = flatText(item, left - head.length)
    if (text === undefined) return false
    parts.push(head + text)
    left -= head.length + text.length + ', '.length
    return true
  }
  if (isList(value)) {
    return value.every((item) => add('', item)) ? `[${parts.join(', ')}]` : undefined
  }
  const whole = entriesOf(value).every(([key, item]) => add(`${objectKey(key)}: `, item))
  if (!whole) return undefined
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}

function wordText(value: string | number | boolean | null | Name): string {
  return value instanceof Name ? value.text : literal(value)
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value)
}

function entriesOf(value: { readonly [key: string]: Value | undefined }): [string, Value][] {
  return Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [[key, item]]))
}

import { isIdentifier } from '../../model/names.js'
import { literal, objectKey } from './text.js'

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

/** Data as an expression; members that are undefined are left out. */
export function valueText(value: Value): string {
  if (value instanceof Name) return value.text
  if (typeof value !== 'object' || value === null) return literal(value)
  if (isList(value)) return `[${value.map(valueText).join(', ')}]`
  const members = Object.entries(value).flatMap(([key, item]) =>
    item === undefined ? [] : [memberText(key, valueText(item))],
  )
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** `key: value`, or the key alone where the value is a name that is spelled like it. */
export function memberText(key: string, value: string): string {
  const name = objectKey(key)
  return name === value && isName(name) ? name : `${name}: ${value}`
}

/** `true: true` and `'…': '…'` look alike on both sides, and are not names. */
function isName(text: string): boolean {
  return isIdentifier(text) && !['true', 'false', 'null'].includes(text)
}

/** `{ … }`, a member a line however short it is. */
export function objectText(members: readonly string[]): string {
  return `{\n${members.map((each) => `${each},\n`).join('')}}`
}

/** `[ … ]` */
export function listText(items: readonly string[]): string {
  return `[${items.join(', ')}]`
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value)
}

/** Data of a document, which is JSON whatever its file says. */
export function dataOf(value: unknown): Value {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value
  }
  if (Array.isArray(value)) return value.map(dataOf)
  if (typeof value !== 'object' || value === null) return null
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, dataOf(each)]))
}

import { textOf } from './place.js'

/** How one value is written. */
export interface Writing {
  /** The name on the wire. */
  readonly name: string
  readonly explode: boolean
  /** Escapes a name or a value for the place it goes to. */
  encode(text: string): string
}

/**
 * Writes a value the way OpenAPI's `style` of that name says. In a query and in cookies each text
 * is a pair of its own. Functions, so that a bundle has only the styles that it uses.
 */
export type Style = (value: unknown, writing: Writing) => string[]

/** Escapes all but the unreserved characters of RFC 3986; encodeURIComponent leaves five more. */
export function escapeAll(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/**
 * Leaves reserved characters, and what is escaped already, as they are. What would end the value, and
 * so change another one, stays escaped.
 */
export function escapeSome(text: string, kept: RegExp = keptInQuery): string {
  return escapeAll(text)
    .replace(kept, decodeURIComponent)
    .replace(/%25(?=[\da-f]{2})/gi, '%')
}

const keptInQuery = /%(3A|2F|3F|40|21|24|27|28|29|2A|2C|3B|3D)/g

type Member = readonly [key: string | undefined, text: string]

/** A text, a list or a record as its members; what is absent is left out. */
function membersOf(name: string, value: unknown): Member[] {
  const isRecord = typeof value === 'object' && !(value instanceof Date) && !Array.isArray(value)
  const entries: (readonly [string | undefined, unknown])[] = isRecord
    ? Object.entries(value ?? {})
    : [value].flat().map((each) => [undefined, each])
  return entries.flatMap(([key, each]) =>
    each === undefined || each === null ? [] : [[key, textOf(key ?? name, each)]],
  )
}

function joined(value: unknown, writing: Writing, separator: string, equals: string): string {
  const { name, encode } = writing
  return membersOf(name, value)
    .map(([key, text]) => (key === undefined ? '' : encode(key) + equals) + encode(text))
    .join(separator)
}

/** `blue,black` `R,100,G,200`, exploded `R=100,G=200` */
export const simple: Style = (value, writing) => [
  joined(value, writing, ',', writing.explode ? '=' : ','),
]

/** `.blue,black` `.R,100`, exploded `.blue.black` `.R=100` */
export const label: Style = (value, writing) => {
  const [separator, equals] = writing.explode ? ['.', '='] : [',', ',']
  return [`.${joined(value, writing, separator, equals)}`]
}

/** `;color=blue,black` `;color=R,100`, exploded `;color=blue;color=black` `;R=100` */
export const matrix: Style = (value, writing) => {
  const pairs = form(value, writing).map((pair) => `;${pair.replace(/=$/, '')}`)
  return [pairs.join('')]
}

/** `color=blue,black` `color=R,100`, exploded `color=blue` `color=black` `R=100` */
export const form: Style = (value, writing) => {
  const { name, explode, encode } = writing
  return explode
    ? membersOf(name, value).map(([key, text]) => `${encode(key ?? name)}=${encode(text)}`)
    : delimited(value, writing, ',')
}

/** `color=blue%20black` */
export const spaceDelimited: Style = (value, writing) =>
  writing.explode ? form(value, writing) : delimited(value, writing, '%20')

/** `color=blue%7Cblack` */
export const pipeDelimited: Style = (value, writing) =>
  writing.explode ? form(value, writing) : delimited(value, writing, '%7C')

function delimited(value: unknown, writing: Writing, separator: string): string[] {
  const { name, encode } = writing
  if (membersOf(name, value).length === 0) return []
  return [`${encode(name)}=${joined(value, writing, separator, separator)}`]
}

/** A value with `content` of JSON, in a place where it stands alone. */
export const jsonText: Style = (value, { encode }) => [encode(JSON.stringify(value))]

/** A value with `content` of JSON, in a place where it stands behind its name. */
export const jsonPair: Style = (value, { name, encode }) => [
  `${encode(name)}=${encode(JSON.stringify(value))}`,
]

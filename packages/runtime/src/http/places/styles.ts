import { parameterText } from './place-simple.js'

/** How one value is serialized. */
export interface Writing {
  /** The name on the wire. */
  readonly name: string
  readonly explode: boolean
  /** Escapes a name or a value for where it is sent. */
  encode(text: string): string
}

/**
 * Serializes a value in OpenAPI's `style` of that name. In a query and in cookies, each text
 * is a pair of its own. Functions, so that bundles contain only the styles that they use.
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
 * Keeps reserved characters and existing escapes. Characters that would end the value, and so change
 * another one, are still escaped.
 */
export function escapeSome(text: string, kept: RegExp = keptInQuery): string {
  return escapeAll(text)
    .replace(kept, decodeURIComponent)
    .replace(/%25(?=[\da-f]{2})/gi, '%')
}

const keptInQuery = /%(3A|2F|3F|40|21|24|27|28|29|2A|2C|3B|3D)/g

type Member = readonly [key: string | undefined, text: string]

/** The members of a primitive, an array or an object, whose absent members are left out. */
function membersOf(name: string, value: unknown): Member[] {
  const isRecord = typeof value === 'object' && !(value instanceof Date) && !Array.isArray(value)
  if (!isRecord) return [value ?? []].flat().map((each) => [undefined, parameterText(name, each)])
  return Object.entries(value ?? {}).flatMap(([key, each]) =>
    each === undefined || each === null ? [] : [[key, parameterText(key, each)]],
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

/** `.blue,black` `.R,100`, exploded `.blue.black` `.R=100`: a period of a value is escaped where one separates values. */
export const label: Style = (value, writing) => {
  if (!writing.explode) return [`.${joined(value, writing, ',', ',')}`]
  const encode = (text: string): string => writing.encode(text).replaceAll('.', '%2E')
  const own = typeof value === 'object' ? { ...writing, encode } : writing
  return [`.${joined(value, own, '.', '=')}`]
}

/** `;color=blue,black` `;color=R,100`, exploded `;color=blue;color=black` `;R=100` */
export const matrix: Style = (value, writing) => {
  // A name whose value is empty stands alone; a value may end with the same sign.
  const pairs = form(value, writing).map((pair) => `;${pair.replace(/^([^=]*)=$/, '$1')}`)
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

/**
 * A parameter with JSON `content`, where only the value is sent. A path escapes all characters that a header cannot have;
 * a header escapes nothing itself, but JSON can.
 */
export const jsonText: Style = (value, { encode }) => [
  encode(JSON.stringify(value)).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  ),
]

/** A parameter with JSON `content`, where the value is sent with its name. */
export const jsonPair: Style = (value, { name, encode }) => [
  `${encode(name)}=${encode(JSON.stringify(value))}`,
]

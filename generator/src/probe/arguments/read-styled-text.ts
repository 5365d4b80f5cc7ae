import type { Dictionary } from '../../model/json.js'
import type { Parameter, ParameterStyle } from '../../model/operations/operation.js'
import { serializationOf } from '../../model/operations/parameter-styles.js'

/** The text of one parameter, as its style writes it, without what only the style adds. */
export interface StyledText {
  /** The whole, for values that are no list and no object. */
  readonly text: string
  readonly items: readonly string[]
  /** Names and texts of the members of an object; absent if it cannot be one. */
  readonly members?: Dictionary
}

/** Between the parts of a value in one text. */
const SEPARATORS: Readonly<Record<ParameterStyle, string | RegExp>> = {
  simple: ',',
  label: ',',
  matrix: ',',
  form: ',',
  cookie: ',',
  deepObject: ',',
  spaceDelimited: / |%20/,
  pipeDelimited: /\||%7C/i,
}

/** `blue,black` `.blue.black` `;color=blue;color=black`, and objects as `R,100,G,200` `R=100,G=200` */
export function readStyledText(parameter: Parameter, given: string): StyledText {
  const { style, explode } = serializationOf(parameter)
  if (style === 'matrix') return matrixText(parameter.name, explode, given)
  const text = style === 'label' ? given.replace(/^\./, '') : given
  const { place } = parameter
  const isNamed = explode && (place === 'query' || place === 'cookie')
  if (isNamed) return { text, items: [text] }
  const separator = style === 'label' && explode ? '.' : SEPARATORS[style]
  // Without a name in front, nothing is no items.
  const isNothing = text === '' && (place === 'path' || place === 'header')
  const found = isNothing ? [] : text.split(separator)
  // In HTTP, lists in headers may have spaces, and those of several lines have them.
  const parts = place === 'header' ? found.map((each) => each.trim()) : found
  return { text, items: parts, ...membersOf(parts, explode) }
}

/** `;color=blue,black`, exploded `;color=blue;color=black` `;R=100;G=200` */
function matrixText(name: string, explode: boolean, given: string): StyledText {
  const pairs = given.split(';').slice(1).map(pairOf)
  const own = pairs.flatMap(([key, text]) => (key === name ? [text] : []))
  const [text = given] = own
  if (explode)
    return { text, items: own.length > 0 ? own : [text], members: Object.fromEntries(pairs) }
  const parts = text.split(',')
  return { text, items: parts, ...membersOf(parts, false) }
}

function membersOf(parts: readonly string[], explode: boolean): Pick<StyledText, 'members'> {
  if (explode) return parts.every(hasSign) ? { members: Object.fromEntries(parts.map(pairOf)) } : {}
  if (parts.length % 2 !== 0) return {}
  const pairs = parts.flatMap((key, index): [string, string][] =>
    index % 2 === 0 ? [[key, parts[index + 1] ?? '']] : [],
  )
  return { members: Object.fromEntries(pairs) }
}

function hasSign(text: string): boolean {
  return text.includes('=')
}

function pairOf(text: string): [name: string, text: string] {
  const at = text.indexOf('=')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

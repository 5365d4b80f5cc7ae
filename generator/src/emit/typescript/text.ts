import { isIdentifier } from '../../model/names.js'

/**
 * The only printers of what a document says. Nothing of a document reaches a generated file in any
 * other way, so a text can be hostile without becoming code.
 */

/** Characters that end a line, a literal or a terminal's patience. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu

/** Nothing in it has to be escaped: printable, and neither a quote nor a backslash. */
const PLAIN = /^[ !#-&(-[\]-~]*$/

export function stringLiteral(text: string): string {
  if (PLAIN.test(text)) return `'${text}'`
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replace(UNPRINTABLE, escapeCharacter)
  // Where it saves escapes, the other quotes read better.
  const double = escaped.includes("\\'") && !escaped.includes('"')
  return double ? `"${escaped.replaceAll("\\'", "'")}"` : `'${escaped}'`
}

function escapeCharacter(char: string): string {
  return [...Array(char.length).keys()]
    .map((index) => `\\u${char.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('')
}

export function literal(value: string | number | boolean | null): string {
  if (typeof value === 'string') return stringLiteral(value)
  if (typeof value === 'number') return numberLiteral(value)
  return String(value)
}

function numberLiteral(value: number): string {
  return Number.isFinite(value) ? JSON.stringify(value) : 'NaN'
}

/** Letters of every alphabet, as far as every tool agrees on what a letter is. */
const PROPERTY_NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u

/** A property's name as it stands in a type. */
export function propertyKey(name: string): string {
  const plain = PROPERTY_NAME.test(name) && !/[\u{10000}-\u{10ffff}]/u.test(name)
  return plain ? name : stringLiteral(name)
}

/** A property's name in an object literal, where `__proto__` would set the prototype. */
export function objectKey(name: string): string {
  return name === '__proto__' ? "['__proto__']" : propertyKey(name)
}

/** `.name` or `['name']`. */
export function propertyAccess(name: string): string {
  return isIdentifier(name) ? `.${name}` : `[${stringLiteral(name)}]`
}

/** Text inside a line that nothing may end, such as a comment behind `//`. */
export function lineText(text: string): string {
  return text.replace(UNPRINTABLE, ' ')
}

/** A text of somebody else in a message: on one line, and no longer than people read. */
export function oneLine(text: string): string {
  const line = lineText(text)
  return line.length > 300 ? `${line.slice(0, 300)}…` : line
}

/** Text inside a comment: it cannot end the comment, nor start a tag or a link of its own. */
export function commentText(text: string): string {
  if (/^[ -)+-?A-~\n]*$/.test(text)) return text
  return text
    .replaceAll('*/', '*\\/')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n]|[\p{Cf}\p{Cs}]/gu, ' ')
    .replace(/(^|\s)@/gm, '$1\\@')
    .replace(/\{@/g, '{\\@')
}

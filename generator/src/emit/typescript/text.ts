import { isIdentifier } from '../../model/names.js'

/**
 * The only functions that print text of a document. It reaches generated files in no other way, so that
 * hostile text cannot become code.
 */

/** Control, format and surrogate characters, and line separators. */
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
    // ts-morph takes a quote after a backslash for a part of the text, whatever is before the backslash.
    .replace(/\\\\$/, escapeCharacter('\\'))
    .replace(UNPRINTABLE, escapeCharacter)
  // Uses the other quotes if that avoids escapes.
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

/**
 * Names in alphabets to which Unicode 13 and later versions have added no letters: engines, compilers and bundlers each
 * know another version.
 */
const PROPERTY_NAME =
  /^(?=[\p{ID_Start}$_])(?:[\w$]|(?=[\u00c0-\u06ff\u0900-\u097f\u0e01-\u0e5b\u3041-\u30fa\u4e00-\u9fef\uac00-\ud7a3])\p{ID_Continue})+$/u

/** A property name in a type. */
export function propertyKey(name: string): string {
  return isIdentifier(name) || PROPERTY_NAME.test(name) ? name : stringLiteral(name)
}

/** A property name in an object literal, in which `__proto__` would set the prototype. */
export function objectKey(name: string): string {
  return name === '__proto__' ? "['__proto__']" : propertyKey(name)
}

/** `.name` or `['name']`. */
export function propertyAccess(name: string): string {
  return isIdentifier(name) ? `.${name}` : `[${stringLiteral(name)}]`
}

/** Text that must not end its line, such as in a `//` comment. */
export function lineText(text: string): string {
  return text.replace(UNPRINTABLE, ' ')
}

/** Foreign text in a message: on one line, and shortened. */
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

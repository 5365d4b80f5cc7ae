import { TOO_DEEP } from '../limits.js'
import type { TextFault } from './parsed-text.js'
import { repeatedKey } from './repeated-keys.js'
import { indentation, yamlMessage } from './yaml-messages.js'

interface ParserError {
  readonly code: string
  readonly message: string
  readonly pos: readonly [start: number, end: number]
}

/**
 * The parser's errors with our own messages. Nothing after the first syntax error is used, because from there
 * on the parser only guesses; repeated keys do not stop it.
 */
export function yamlFaults(
  text: string,
  errors: readonly ParserError[],
  firstOf: (offset: number) => number | undefined,
): TextFault[] {
  const inOrder = [...errors].sort((left, right) => left.pos[0] - right.pos[0])
  const broken = inOrder.findIndex(({ code }) => code !== 'DUPLICATE_KEY')
  const reported = broken < 0 ? inOrder : inOrder.slice(0, broken + 1)
  return reported.map((error) =>
    error.code === 'DUPLICATE_KEY'
      ? repeatedKey(keyAt(text, error.pos[0]), error.pos[0], firstOf(error.pos[0]))
      : inOurWords(text, error),
  )
}

/** The text of the key at an offset. */
function keyAt(text: string, offset: number): string {
  const key = /^(?:"[^"\n]*"|'[^'\n]*'|[^:\n]*)/.exec(text.slice(offset, offset + 1024))?.[0] ?? ''
  return key.trim().replace(/^(["'])(.*)\1$/, '$2')
}

function inOurWords(text: string, error: ParserError): TextFault {
  const { code, message, pos } = error
  const [offset] = pos
  const line = lineAt(text, offset)
  if (code === 'MULTIPLE_DOCS') {
    return {
      message: 'a second document begins here, and only one can be read',
      offset,
      help: 'Remove the line `---`, or save the two documents in two files.',
    }
  }
  // The parser reports a stack overflow as an error without a code.
  if (/call stack|recursion/i.test(message)) return { message: TOO_DEEP, offset }
  const tab = tabIn(line)
  if (tab !== undefined) {
    return {
      message: 'this line is indented with a tab, and YAML only knows spaces',
      offset: line.start + tab,
      help: 'Indent it with spaces, like the lines around it.',
    }
  }
  const colon = colonIn(line)
  if (colon && COLON_CODES.has(code)) {
    return {
      message: `a colon inside a text: everything after ${JSON.stringify(colon.before)} is read as its value`,
      offset: line.start + colon.at,
      help: `Put the text in quotes: ${colon.quoted}.`,
    }
  }
  const deeper = code === 'BLOCK_AS_IMPLICIT_KEY' ? deeperKeyBelow(text, line) : undefined
  if (deeper !== undefined) {
    return {
      message: 'this line is indented deeper, but the key above it already has a value',
      offset: deeper,
      help: indentation.help,
    }
  }
  const quote = /Missing closing (["'])/.exec(message)?.[1]
  const opened = quote === undefined ? undefined : openingQuote(text, offset, quote)
  const outside = opened === undefined || !quote ? undefined : lineOutside(text, opened, quote)
  if (outside !== undefined) {
    return {
      message: 'a text in quotes goes on in a line that is not indented more than its key',
      offset: outside,
      help: 'Indent the line more than the key of the text.',
    }
  }
  return { offset: opened ?? offset, ...yamlMessage(message) }
}

/** The parser calls a text that contains `: ` a nested mapping. */
const COLON_CODES = new Set([
  'BLOCK_AS_IMPLICIT_KEY',
  'BLOCK_IN_FLOW',
  'MULTILINE_IMPLICIT_KEY',
  'MISSING_CHAR',
  'UNEXPECTED_TOKEN',
])

interface Line {
  readonly start: number
  readonly text: string
}

function lineAt(text: string, offset: number): Line {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const end = text.indexOf('\n', offset)
  return { start, text: text.slice(start, end < 0 ? text.length : end) }
}

function tabIn({ text }: Line): number | undefined {
  const indentation = /^\s*/.exec(text)?.[0] ?? ''
  const at = indentation.indexOf('\t')
  return at < 0 || indentation.length === text.length ? undefined : at
}

interface Colon {
  readonly at: number
  readonly before: string
  readonly quoted: string
}

/** `description: Note: this` or `{title: A: b}`: the second of two colons in a plain text. */
function colonIn({ text }: Line): Colon | undefined {
  const found = /^(.*?[\w"'$-]+\s*:\s+)([^\s"'{[|>&*!#,][^,{}[\]:]*?)(:\s)([^,{}[\]]*)/.exec(text)
  if (!found) return undefined
  const [, start = '', before = '', , after = ''] = found
  const whole = `${before}: ${after.trim()}`
  const quoted = whole.includes("'") ? JSON.stringify(whole) : `'${whole}'`
  return { at: start.length + before.length, before: before.trim(), quoted }
}

/** The offset of the key right below a line that is indented deeper. */
function deeperKeyBelow(text: string, { start, text: line }: Line): number | undefined {
  const below = lineAt(text, Math.min(start + line.length + 1, text.length))
  const columns = (each: string): number => each.length - each.trimStart().length
  const isKey = /^\s*[\w"'$/{}.-]+:(?:\s|$)/.test(below.text)
  return isKey && columns(below.text) > columns(line)
    ? below.start + columns(below.text)
    : undefined
}

/** The parser stops at the end of a text that was never closed; the error is where it was opened. */
function openingQuote(text: string, end: number, quote: string): number | undefined {
  for (let line = lineAt(text, end); line.start > 0; line = lineAt(text, line.start - 1)) {
    const isOdd = line.text.split(quote).length % 2 === 0
    if (isOdd) return line.start + line.text.lastIndexOf(quote)
  }
  return undefined
}

/** The line of a quoted text that is not indented, which other parsers allow: the quote is closed in it or below. */
function lineOutside(text: string, opened: number, quote: string): number | undefined {
  const [key = ''] = /^[\s-]*/.exec(lineAt(text, opened).text) ?? []
  const closed = text.indexOf(quote, opened + 1)
  for (
    let at = text.indexOf('\n', opened);
    at >= 0 && at < closed;
    at = text.indexOf('\n', at + 1)
  ) {
    const { start, text: line } = lineAt(text, at + 1)
    const columns = line.length - line.trimStart().length
    // A key: the quote in or below it is another one.
    if (/^\s*[\w"'$/{}.-]+:(?:\s|$)/.test(line)) return undefined
    if (line.trim() !== '' && columns <= key.length) return start + columns
  }
  return undefined
}

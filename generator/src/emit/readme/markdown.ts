// Text of a document inside Markdown. Documents use CommonMark themselves, so emphasis, code, lists and links to
// the web are kept; all other markup is escaped: HTML, images, headings, other links, reference links, and
// anything that continues beyond its line.

/** Characters that end a line or change the direction of text. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu

/** Text in a table cell, on one line. */
export function cell(text: string | undefined): string {
  return inline((text ?? '').replace(/\s*\n\s*/g, ' '), true).trim()
}

/** Text as paragraphs; an empty line ends a paragraph. */
export function paragraph(text: string): string {
  return text
    .replace(CODE_OF_LINES, (span) => span.replaceAll('\n', ' '))
    .split('\n')
    .map((line) => block(line.trim()))
    .join('\n')
    .trim()
}

/** Code that continues on the next line without ending its paragraph. */
const CODE_OF_LINES = /(?<!`)(`+)(?!`)(?:[^`\n]|\n(?![^\S\n]*\n))+\1(?!`)/g

/** A line that cannot start a block other than a list item. */
function block(line: string): string {
  const [marker, ...rest] = /^(?:[-*+]|\d{1,9}[.)])\s+(?=\S)/.exec(line) ?? []
  if (marker !== undefined && rest.length === 0 && !isRule(line)) {
    return `${marker.trim()} ${block(line.slice(marker.length))}`
  }
  const begins = /^(?:#{1,6}(?:\s|$)|>|~{3,})/.test(line) || isRule(line)
  return begins ? `\\${inline(line, false)}` : inline(line, false)
}

/** A thematic break, or a line that turns the previous one into a heading or a table. */
function isRule(line: string): boolean {
  return /^(?:=+|:?-+:?|(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/.test(line)
}

const CODE_SPAN = '(?<!`)(?<fence>`+)(?!`)(?<code>.*?[^`])\\k<fence>(?!`)'
const WEB_LINK =
  "\\[(?<label>[^\\][\\\\`<>]*)\\]\\((?<url>https?:\\/\\/[\\w\\-.~:/?#@!$&'*+,;=%]+)\\)"
// For GitHub, a backslash after a URL belongs to it, so `<` needs another escape.
const ESCAPE = "\\\\[!-%'-/:;=-@[-`{-~]"
const TOKENS = new RegExp(`${ESCAPE}|${CODE_SPAN}|${WEB_LINK}`, 'g')

const ENDS_IN_ADDRESS = /(?:https?:\/\/|ftp:\/\/|www\.)\S*$/i

function inline(text: string, inTable: boolean): string {
  const line = text.replace(UNPRINTABLE, ' ')
  const parts: string[] = []
  let end = 0
  for (const match of line.matchAll(TOKENS)) {
    const { code, label, url } = match.groups ?? {}
    parts.push(plain(line.slice(end, match.index)))
    if (code !== undefined) {
      // GitHub links bare URLs, and takes backticks after them as part of the URL.
      if (ENDS_IN_ADDRESS.test(parts.join(''))) parts.push(' ')
      parts.push(codeSpan(code, inTable))
    } else if (url === undefined) parts.push(match[0])
    else parts.push(`[${plain(label ?? '')}](${url.replaceAll('&', '&amp;')})`)
    end = match.index + match[0].length
  }
  return [...parts, plain(line.slice(end))].join('')
}

/** Escapes markup. An exclamation mark would turn the link after it into an image. */
function plain(text: string): string {
  return text
    .replace(/[\\`[\]|]|!$/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
}

/** Tables are split into cells before code spans are parsed. */
function codeSpan(text: string, inTable: boolean): string {
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  const fence = '`'.repeat(longest + 1)
  const pad = /^`|`$/.test(text) ? ' ' : ''
  const inner = inTable ? keptInCell(text) : text
  return fence + pad + inner + pad + fence
}

/** A bar in code. Parsers disagree on one after a backslash, so that gets a space before it. */
function keptInCell(text: string): string {
  return text.replace(/\\(?=\|)/g, '\\ ').replaceAll('|', '\\|')
}

/** A row of a table, by its columns. */
export interface Row {
  readonly [column: string]: string
}

/** Text between backticks in a table. */
export function code(text: string): string {
  const shown = keptInCell(text.replace(UNPRINTABLE, ' ').replaceAll('`', ' ')).trim()
  // Two backticks with nothing between them would open a longer span.
  return shown === '' ? '""' : shown
}

/** `a`, `b`, …: the first of several in a table. */
export function codes(texts: readonly string[], most = Number.POSITIVE_INFINITY): string {
  const shown = texts.slice(0, most).map((each) => `\`${code(each)}\``)
  return shown.join(', ') + (texts.length > most ? ', …' : '')
}

// Text of a document inside Markdown. Documents are written in CommonMark themselves, so emphasis, code, lists
// and links to the web stay what they are; nothing else of a text is markup: no HTML, no images, no headings, no
// links to elsewhere or by reference, and nothing that goes on beyond its line.

/** What would end a line, or turn around what stands after it. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu

/** Text in a cell of a table, which is one line. */
export function cell(text: string | undefined): string {
  return inline((text ?? '').replace(/\s*\n\s*/g, ' '), true).trim()
}

/** Text that stands by itself; an empty line ends a paragraph. */
export function paragraph(text: string): string {
  return text
    .replace(CODE_OF_LINES, (span) => span.replaceAll('\n', ' '))
    .split('\n')
    .map((line) => block(line.trim()))
    .join('\n')
    .trim()
}

/** Code that goes on in the next line, and does not end its paragraph. */
const CODE_OF_LINES = /(?<!`)(`+)(?!`)(?:[^`\n]|\n(?![^\S\n]*\n))+\1(?!`)/g

/** A line that begins no block but an item of a list. */
function block(line: string): string {
  const [marker, ...rest] = /^(?:[-*+]|\d{1,9}[.)])\s+(?=\S)/.exec(line) ?? []
  if (marker !== undefined && rest.length === 0 && !isRule(line)) {
    return `${marker.trim()} ${block(line.slice(marker.length))}`
  }
  const begins = /^(?:#{1,6}(?:\s|$)|>|~{3,})/.test(line) || isRule(line)
  return begins ? `\\${inline(line, false)}` : inline(line, false)
}

/** A line across the page, or one that makes a heading or a table of the line before. */
function isRule(line: string): boolean {
  return /^(?:=+|:?-+:?|(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/.test(line)
}

const CODE_SPAN = '(?<!`)(?<fence>`+)(?!`)(?<code>.*?[^`])\\k<fence>(?!`)'
const WEB_LINK =
  "\\[(?<label>[^\\][\\\\`<>]*)\\]\\((?<url>https?:\\/\\/[\\w\\-.~:/?#@!$&'*+,;=%]+)\\)"
// A backslash behind an address belongs to it for GitHub: what opens a tag needs another escape.
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
      // GitHub makes a link of an address by itself, and takes back-ticks behind it for a part of it.
      if (ENDS_IN_ADDRESS.test(parts.join(''))) parts.push(' ')
      parts.push(codeSpan(code, inTable))
    } else if (url === undefined) parts.push(match[0])
    else parts.push(`[${plain(label ?? '')}](${url.replaceAll('&', '&amp;')})`)
    end = match.index + match[0].length
  }
  return [...parts, plain(line.slice(end))].join('')
}

/** What would be markup is text. An exclamation mark would make an image of the link behind it. */
function plain(text: string): string {
  return text
    .replace(/[\\`[\]|]|!$/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
}

/** A table is cut into cells before code is looked for. */
function codeSpan(text: string, inTable: boolean): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const pad = /^`|`$/.test(text) ? ' ' : ''
  const inner = inTable ? keptInCell(text) : text
  return fence + pad + inner + pad + fence
}

/** A bar in code; parsers do not agree on one behind a backslash, so that one gets a space before it. */
function keptInCell(text: string): string {
  return text.replace(/\\(?=\|)/g, '\\ ').replaceAll('|', '\\|')
}

/** Text between back-ticks in a table. */
export function code(text: string): string {
  const shown = keptInCell(text.replace(UNPRINTABLE, ' ').replaceAll('`', ' ')).trim()
  // Two back-ticks with nothing between them would open a longer span.
  return shown === '' ? '""' : shown
}

import {
  HIDDEN,
  isSecretFormat,
  isSecretName,
  redactedJson,
  redactedText,
  SECRET_NAMES,
} from './redact.js'

/** The recorded form of a body, without secrets. Binary content is not recorded. */
export function redactedBody(text: string, mediaType = ''): string {
  if (text === '') return ''
  const json = redactedJson(text)
  if (json !== undefined) return json
  if (/^application\/x-www-form-urlencoded\b/i.test(mediaType)) return redactedForm(text)
  if (/^multipart\//i.test(mediaType)) return redactedParts(text)
  return isText(mediaType) ? redactedLines(text) : ''
}

/** Also JSON: what a server sends as such may be none. */
function isText(mediaType: string): boolean {
  return /^text\/|^[^;]*(?:json|xml|javascript|yaml)/i.test(mediaType)
}

function redactedForm(text: string): string {
  const pairs = [...new URLSearchParams(text)]
  return new URLSearchParams(
    pairs.map(([name, value]): [string, string] => [name, redactedField(value, name)]),
  ).toString()
}

function redactedField(value: string, name: string): string {
  if (isSecretName(name)) return redactedText(value, name)
  return redactedJson(value) ?? redactedText(value, name)
}

/** Parts keep their headers, and files nothing else. */
function redactedParts(text: string): string {
  const [boundary = ''] = /^--\S*/.exec(text) ?? []
  if (boundary === '') return ''
  return text
    .split(boundary)
    .map((part) => {
      const end = /\r?\n\r?\n/.exec(part)
      if (!end) return part
      const head = part.slice(0, end.index)
      const content = part.slice(end.index + end[0].length).replace(/\r?\n$/, '')
      const [, name = ''] = /;\s*name="?([^";\r\n]*)/i.exec(head) ?? []
      const isFile = /;\s*filename\*?=|^content-transfer-encoding:/im.test(head)
      const kept = isFile ? '' : redactedPart(content, name)
      return `${head}\r\n\r\n${kept}\r\n`
    })
    .join(boundary)
}

function redactedPart(content: string, name: string): string {
  return isSecretName(name) ? HIDDEN : (redactedJson(content) ?? redactedLines(content))
}

const PRIVATE_KEY =
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g

/** What is before the JSON of an event, and of an element of a JSON text sequence. */
const LINE_STARTS = ['data: ', 'data:', '\u001e']

/** Any text, such as events and lines of JSON: each line is JSON, or follows a name, or is read as words. */
function redactedLines(text: string): string {
  return text
    .replace(PRIVATE_KEY, HIDDEN)
    .split('\n')
    .map((line) => {
      const start = LINE_STARTS.find((each) => line.startsWith(each)) ?? ''
      const json = redactedJson(line.slice(start.length))
      return json === undefined ? redactedWords(line) : `${start}${json}`
    })
    .join('\n')
}

/** A name of a secret, with what separates it from its value in JSON, HTML, XML or prose. */
const NAMED = new RegExp(
  `((?:${SECRET_NAMES})[\\w-]{0,64}(?:["']?\\s{0,9}[:=]\\s{0,9}["']?|(?:\\s[^<>\\n]{0,200})?>\\s{0,9})(?:(?:Bearer|Basic) )?)([^\\s"'<>&,;]+)`,
  'gi',
)

function redactedWords(line: string): string {
  return line
    .replace(NAMED, (_, before: string) => `${before}${HIDDEN}`)
    .replace(/\b(Bearer|Basic) [^\s"'<>&,;]{8,}/gi, (_, scheme: string) => `${scheme} ${HIDDEN}`)
    .replace(/[^\s"'<>&,;=()]+/g, (word) =>
      isSecretFormat(word) || isOpaque(word) ? HIDDEN : word,
    )
}

/** A long word of letters and digits may be a key. Texts are not compared by their words. */
function isOpaque(word: string): boolean {
  return word.length >= 24 && /^[\w+/.-]+$/.test(word) && /\d/.test(word) && /[a-z]/i.test(word)
}

const MASK = '***'

/** Shorter parts are words, not secrets. */
const SHORTEST_PART = 7

/** Removes credentials, because services repeat what they were sent. */
export interface Redact {
  readonly text: (text: string) => string
  /** The same for bytes, before they become text of another form. */
  readonly bytes: (bytes: Buffer) => Buffer
}

export function createRedact(
  credentials: Readonly<Record<string, string | undefined>>,
  url?: string,
): Redact {
  const given = Object.values(credentials).flatMap((text) => (text ? partsOf(text) : []))
  const secrets = [...given, ...(url === undefined ? [] : keysIn(url))]
  const forms = [...new Set(secrets.flatMap(formsOf))].filter((form) => form !== '')
  // The longest first: otherwise, the rest of a secret that starts with another one would be left over.
  forms.sort((a, b) => b.length - a.length)
  const inBytes = forms.map((form) => Buffer.from(form).toString('latin1'))
  const without = (text: string, removed: readonly string[]): string =>
    removed.reduce((clean, form) => clean.replaceAll(form, MASK), text)
  return {
    text: (text) => without(text, forms),
    bytes: (bytes) => Buffer.from(without(bytes.toString('latin1'), inBytes), 'latin1'),
  }
}

/** A scheme precedes its token, and a name precedes its password. */
function partsOf(credential: string): string[] {
  const parts = [...credential.split(/\s+/), credential.slice(credential.indexOf(':') + 1)]
  return [credential, ...parts.filter((part) => part.length >= SHORTEST_PART)]
}

/**
 * The parts of a path and query that are long enough to be keys: providers of nodes put keys there.
 */
function keysIn(url: string): string[] {
  if (!URL.canParse(url)) return []
  const { pathname, searchParams, password } = new URL(url)
  const segments = pathname.split('/').filter((each) => each.length >= 16)
  const values = [...searchParams.values(), password].filter((each) => each.length >= SHORTEST_PART)
  return [...segments, ...values].flatMap((each) => [each, decoded(each)])
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A text as it is, and in every form in which a client sends it or a service writes it. */
function formsOf(secret: string): string[] {
  const inUrl = encodeURIComponent(secret)
  const strict = inUrl.replace(/[!'()*~]/g, percent)
  const inForm = new URLSearchParams([['', secret]]).toString().slice(1)
  const json = JSON.stringify(secret).slice(1, -1)
  const ascii = json.replace(/[\u0080-\uffff]/g, escaped)
  const html = secret.replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark)
  const encoded = [inUrl, strict, inForm].flatMap((text) => [text, lowerHex(text), inEach(text)])
  const quoted = [json, ascii, ascii.replace(/\\u[\da-f]{4}/g, upperHex)].flatMap((text) => [
    text,
    text.replaceAll('/', '\\/'),
    // A JSON text inside a JSON text.
    JSON.stringify(text).slice(1, -1),
  ])
  return [secret, html, ...encoded, ...quoted, ...base64Forms(secret)]
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function percent(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
}

function lowerHex(text: string): string {
  return text.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase())
}

function upperHex(code: string): string {
  return `\\u${code.slice(2).toUpperCase()}`
}

/** Encoded twice: a URL in the query of another. */
function inEach(text: string): string {
  return encodeURIComponent(text)
}

function escaped(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Base64 of the text, and what is the same in the base64 of any longer text that contains it. */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const whole = bytes.toString('base64')
  const inside = [0, 1, 2].map((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes])
    const text = padded.toString('base64').replace(/=+$/, '')
    // Letters at both ends also depend on the bytes beside it.
    const from = before === 0 ? 0 : before + 1
    const to = padded.length % 3 === 0 ? text.length : text.length - 1
    return text.slice(from, to)
  })
  const forms = [whole, whole.replace(/=+$/, ''), ...inside.filter((text) => text.length >= 8)]
  return forms.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')])
}

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
  const forms = new Map(secrets.flatMap(formsOf).map((form) => [form.text, form]))
  forms.delete('')
  // The longest first: otherwise, the rest of a secret that starts with another one would be left over.
  const sorted = [...forms.values()].sort((a, b) => b.text.length - a.text.length)
  const inTexts = sorted.map((form) => patternOf(form, (letter) => letter))
  const inBytes = sorted.map((form) => patternOf(form, latin1))
  const without = (text: string, removed: readonly RegExp[]): string =>
    removed.reduce((clean, form) => clean.replace(form, MASK), text)
  return {
    text: (text) => without(text, inTexts),
    bytes: (bytes) => Buffer.from(without(bytes.toString('latin1'), inBytes), 'latin1'),
  }
}

/** The bytes of a text, as letters. */
function latin1(text: string): string {
  return Buffer.from(text).toString('latin1')
}

/** A scheme precedes its token, and a name precedes its password, which a service knows decoded too. */
function partsOf(credential: string): string[] {
  const parts = [...credential.split(/\s+/), credential.slice(credential.indexOf(':') + 1)]
  const [, basic] = /^basic\s+([\w+/-]+={0,2})$/i.exec(credential.trim()) ?? []
  const decoded = basic === undefined ? [] : partsOf(Buffer.from(basic, 'base64').toString())
  return [credential, ...decoded, ...parts].filter(
    (part) => part === credential || part.length >= SHORTEST_PART,
  )
}

/**
 * The parts of a path and query that are long enough to be keys: providers of nodes put keys there.
 */
function keysIn(url: string): string[] {
  if (!URL.canParse(url)) return []
  const { pathname, searchParams, username, password } = new URL(url)
  const segments = pathname.split('/').filter((each) => each.length >= 16)
  const values = [...searchParams.values(), username, password].filter(
    (each) => each.length >= SHORTEST_PART,
  )
  return [...segments, ...values].flatMap((each) => [each, decoded(each)])
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A text to look for, in every spelling of its letters. */
interface Form {
  readonly text: string
  readonly isBase64: boolean
}

/** A secret as it is, and the base64 of every form in which clients send it. */
function formsOf(secret: string): Form[] {
  const inUrl = encodeURIComponent(secret)
  const inForm = new URLSearchParams([['', secret]]).toString().slice(1)
  const sent = [
    secret,
    inUrl,
    inUrl.replaceAll("'", '%27'),
    inForm,
    JSON.stringify(secret).slice(1, -1),
  ]
  return [
    { text: secret, isBase64: false },
    ...[...new Set(sent)].flatMap(base64Forms).map((text) => ({ text, isBase64: true })),
  ]
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
  return [whole, whole.replace(/=+$/, ''), ...inside.filter((text) => text.length >= 8)]
}

/**
 * A form in every spelling: services write URLs, JSON and HTML in their own ways, one inside the other, and escape more
 * or fewer letters. Letters and digits are not escaped by any.
 */
function patternOf({ text, isBase64 }: Form, raw: (letter: string) => string): RegExp {
  const letters = (text.match(/\\+|[\s\S]/gu) ?? []).map((letter) => {
    if (/^[A-Za-z\d]$/.test(letter)) return letter
    // As one, so that there is one way to read a run of them.
    if (letter.startsWith('\\')) return backslashes(letter)
    return `(?:${spellings(letter, isBase64, raw).join('|')})`
  })
  return new RegExp(letters.join(''), 'g')
}

function spellings(letter: string, isBase64: boolean, raw: (letter: string) => string): string[] {
  const same = (isBase64 ? IN_BASE64[letter] : undefined) ?? [letter]
  const code = letter.codePointAt(0) ?? 0
  const units = letter.split('').map((unit) => hexOf(unit.charCodeAt(0), 4))
  const name = NAMES[letter]
  const short = SHORT[letter]
  const numbers = [`#0*${code}`, `#[xX]0*${hexOf(code, 1)}`]
  return [
    // JSON in JSON doubles its escapes, and so do URLs in URLs and HTML in HTML.
    ...same.map((each) => (escapedInJson.test(each) ? '\\\\{0,8}' : '') + literally(raw(each))),
    ...(short === undefined ? [] : [`\\\\{1,8}${short}`]),
    units.map((unit) => `\\\\{1,8}u${unit}`).join(''),
    [...Buffer.from(letter)].map((byte) => `%(?:25)*${hexOf(byte, 2)}`).join(''),
    `&(?:amp;)*(?:${[...numbers, ...(name === undefined ? [] : [name])].join('|')});`,
    ...(letter === ' ' ? ['\\+'] : []),
  ]
}

function backslashes({ length }: string): string {
  return `(?:\\\\{${length},${8 * length}}|(?:\\\\{1,8}u005[cC]|%(?:25)*5[cC]|&(?:amp;)*(?:#0*92|#[xX]0*5[cC]);){${length}})`
}

/** What JSON may escape by a backslash before it. */
const escapedInJson = /["'/]/

/** Letters whose escapes are short. */
const SHORT: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't' }

/** Letters of base64 that are others in base64url, or after a form was read. */
const IN_BASE64: Readonly<Record<string, readonly string[]>> = {
  '+': ['+', '-', ' '],
  '/': ['/', '_'],
}

const NAMES: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
}

/** A number in upper or lower case. */
function hexOf(number: number, digits: number): string {
  const text = number.toString(16).padStart(digits, '0')
  return text.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
}

function literally(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
}

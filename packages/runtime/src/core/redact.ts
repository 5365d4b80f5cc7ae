import { pageAddress, urlOf } from './addresses.js'
import { brand } from './errors.js'

/**
 * Removes credentials from a text, from data (the value itself if nothing in it is secret, else a copy), or
 * from every member of one of our errors and of its causes. Errors of other code are left as they are, because
 * other code may hold them.
 */
export type Redact = <Shown>(shown: Shown) => Shown

const MASK = '***'

/** Causes are followed to this depth. */
const DEEPEST = 9

/** Members of our errors with words of ours and of the document, by which guards and retries recognise them. */
const RECOGNISED = /^(?:operation|fault)$/

/** Removes these secrets from what errors show: servers and runtimes repeat what they were sent. */
export function createRedactor(secrets: Iterable<string>): Redact {
  // The longest first: if one secret begins with another, the rest of it would be left over.
  const patterns = [...secrets].filter(Boolean).sort((a, b) => b.length - a.length)
  // Reading stacks takes time, and most clients have nothing to hide.
  if (patterns.length === 0) return (shown) => shown
  const pattern = new RegExp(patterns.map(patternOf).join('|'), 'giu')
  const mask = (text: string): string => text.replace(pattern, MASK)

  function clean(value: unknown, depth = 0): unknown {
    let copy: unknown = MASK
    try {
      const text = jsonOf(value)
      const shown = text.replace(/"(?:[^"\\]|\\.)*"/g, (each) =>
        JSON.stringify(mask(JSON.parse(each))),
      )
      if (shown === text) return value
      const parsed = JSON.parse(shown)
      copy = value instanceof Headers ? new Headers(parsed) : parsed
    } catch {
      // What cannot be read as a whole is read in parts, or not shown.
    }
    if (!(value instanceof Error) || depth > DEEPEST) return copy
    // Our errors are changed in place, because the caller may already hold them; errors of other code are
    // copied.
    const target = brand in value ? value : new Error()
    for (const [name, member] of membersOf(value))
      if (target !== value || !RECOGNISED.test(name))
        Reflect.set(target, name, clean(member, depth + 1))
    return target
  }

  // Cleaning keeps the type.
  return <Shown>(shown: Shown) =>
    shown instanceof Error && !(brand in shown) ? shown : (clean(shown) as Shown)
}

/** Everything in a value that can be shown, as JSON. */
function jsonOf(value: unknown): string {
  const seen = new Set()
  const text: string | undefined = JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === 'bigint') return String(each)
    if (Object(each) !== each) return each
    if (seen.has(each)) return MASK
    seen.add(each)
    if (each instanceof Headers) return [...each]
    return each instanceof Error ? Object.fromEntries(membersOf(each)) : each
  })
  return text ?? ''
}

/** Not all of them are own members: `name` comes from a getter. */
function membersOf(error: Error): (readonly [name: string, value: unknown])[] {
  const names = ['name', 'message', 'stack', ...Object.getOwnPropertyNames(error)]
  return names.map((name) => [name, Reflect.get(error, name)])
}

/** A regular expression for every encoding of a secret: as it is, in a URL, in a form, in JSON. */
function patternOf(secret: string): string {
  return secret.replace(/\W/gu, (mark) => {
    const code = (mark.codePointAt(0) ?? 0).toString(16).padStart(2, '0')
    const inAddress = mark > '~' ? encodeURI(mark) : `%${code}`
    // The longest first: a percent sign begins its own encoding.
    return `(?:${inAddress}|\\\\?\\u{${code}}|\\+)`
  })
}

const SECRET_NAME = /auth|cookie|key|secret|token|session|password|credential|signature/i

/** Cookie names and the scheme before a token are short, so only longer parts are secret. */
const SECRET_PART = /[^\s;=,]{7,}/g

/** The secrets in the headers of a request. */
export function secretsInHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    SECRET_NAME.test(name) ? [...(value.match(SECRET_PART) ?? []), ...passwordsIn(value)] : [],
  )
}

function passwordsIn(header: string): string[] {
  try {
    const text = atob(/^basic\s+(.+)/i.exec(header)?.[1] ?? '')
    return [text, text.slice(text.indexOf(':') + 1)].filter((each) => each.length > 2)
  } catch {
    return []
  }
}

/** URLs have keys in path and query too: every part that is long enough to be one. */
export function secretsInAddress(address: string): string[] {
  const url = urlOf(address, pageAddress())
  if (!url) return []
  const segments = url.pathname.split('/').filter((each) => /^[\w%.~-]{16,}$/.test(each))
  return [...segments, ...[...url.searchParams.values()].filter((each) => each.length > 6)]
}

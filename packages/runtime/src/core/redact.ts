import { isOurs } from './errors.js'

/**
 * Removes credentials from a text, from data (the value itself if nothing in it is secret, else a copy), or
 * from every member of one of our errors and of its causes. Errors of other code are left as they are, because
 * other code may hold them.
 */
export type Redact = <Shown>(shown: Shown) => Shown

const MASK = '***'

/** Nobody reads data nested deeper than this. */
const DEEPEST = 200

/** Removes these secrets from what errors show: servers and runtimes repeat what they were sent. */
export function createRedactor(secrets: Iterable<string>): Redact {
  // The longest first: if one secret begins with another, the rest of it would be left over.
  const longestFirst = [...secrets].filter(Boolean).sort((a, b) => b.length - a.length)
  const pattern = new RegExp(longestFirst.map(patternOf).join('|') || '[]', 'gu')
  const mask = (text: string): string => text.replace(pattern, MASK)

  function clean(value: unknown, depth = 0): unknown {
    if (typeof value === 'string') return mask(value)
    const members = longestFirst.length > 0 && membersOf(value)
    if (!members) return value
    if (depth > DEEPEST) return MASK
    const isError = value instanceof Error
    let isClean = true
    const cleaned = members.map(([key, member]): Member => {
      const name = isError ? key : mask(key)
      const shown = clean(member, depth + 1)
      isClean &&= name === key && shown === member
      return [name, shown]
    })
    if (isClean) return value
    if (Array.isArray(value)) return cleaned.map(([, item]) => item)
    if (value instanceof Headers)
      return new Headers(cleaned.map(([name, own]) => [name, String(own)]))
    if (!isError) return Object.fromEntries(cleaned)
    // Our errors are changed in place, because somebody may hold them; errors of other code are copied.
    const target = isOurs(value) ? value : new Error()
    for (const [name, member] of cleaned) Reflect.set(target, name, member)
    return target
  }

  // Cleaning keeps the type.
  return <Shown>(shown: Shown) =>
    shown instanceof Error && !isOurs(shown) ? shown : (clean(shown) as Shown)
}

type Member = readonly [key: string, value: unknown]

/** The members in which a text may be found. */
function membersOf(value: unknown): readonly Member[] | undefined {
  if (value instanceof Headers) return [...value]
  if (value instanceof Error) {
    // Not all of them are own members: `name` comes from a getter.
    const names = ['name', 'message', 'stack', ...Object.getOwnPropertyNames(value)]
    return names.map((name) => [name, Reflect.get(value, name)])
  }
  const prototype: unknown = Object(value) === value && Object.getPrototypeOf(value)
  const isPlain = prototype === null || prototype === Object.prototype || Array.isArray(value)
  return isPlain ? Object.entries(Object(value)) : undefined
}

/** A regular expression for every encoding of a secret: as it is, in a URL, in a form, in JSON. */
function patternOf(secret: string): string {
  return secret.replace(/\W/gu, (mark) => {
    const inForm = new URLSearchParams([['', mark]]).toString().slice(1)
    const inAddress = inForm.replace('+', '%20')
    const forms = [
      mark,
      JSON.stringify(mark).slice(1, -1),
      inForm,
      inAddress,
      inAddress.toLowerCase(),
    ]
    return `(?:${forms.map(literal).join('|')})`
  })
}

/** A regular expression for exactly this text. */
function literal(text: string): string {
  return text.replace(/./gsu, (mark) => `\\u{${mark.codePointAt(0)?.toString(16)}}`)
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
    const text = atob(/^basic\s+([\w+/=-]+)$/i.exec(header)?.[1] ?? '')
    return [text, text.slice(text.indexOf(':') + 1)].filter((each) => each.length > 2)
  } catch {
    return []
  }
}

/** URLs have keys in path and query too: every part that is long enough to be one. */
export function secretsInAddress(address: string): string[] {
  try {
    const { pathname, searchParams } = new URL(address, globalThis.location?.href)
    const segments = pathname.split('/').filter((each) => /^[\w%.~-]{16,}$/.test(each))
    return [...segments, ...[...searchParams.values()].filter((each) => each.length > 6)]
  } catch {
    return []
  }
}

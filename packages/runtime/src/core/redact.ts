import { isOurs } from './errors.js'
import { pageAddress } from './page-address.js'

/** Removes credentials from what errors show: servers and runtimes repeat what they were sent. */
export interface Redactor {
  /** The value itself if nothing in it is secret, else a copy. */
  readonly value: (value: unknown) => unknown
  readonly redact: Redact
}

/**
 * Removes credentials from a text, or from every member of one of our errors and of its causes. Errors of
 * other code are left as they are, because other code may hold them.
 */
export type Redact = <Shown>(shown: Shown) => Shown

const MASK = '***'

/** Nobody reads data nested deeper than this. */
const DEEPEST = 200

export function createRedactor(secrets: Iterable<string>): Redactor {
  // The longest first: if one secret begins with another, the rest of it would be left over.
  const forms = [...new Set([...secrets].filter(Boolean).flatMap(formsOf))].sort(
    (a, b) => b.length - a.length,
  )
  const text = (from: string): string =>
    forms.reduce((clean, each) => clean.replaceAll(each, MASK), from)

  function clean(value: unknown, depth = 0): unknown {
    if (typeof value === 'string') return text(value)
    if (typeof value !== 'object' || !value || forms.length === 0) return value
    if (depth > DEEPEST) return MASK
    const isError = value instanceof Error
    const members = membersOf(value)
    const cleaned = members?.map(([key, member]): Member => {
      return [isError ? key : text(key), clean(member, depth + 1)]
    })
    const isFine = ([key, member]: Member, at: number): boolean =>
      key === members?.[at]?.[0] && member === members[at][1]
    return !cleaned || cleaned.every(isFine) ? value : withMembers(value, cleaned)
  }

  return {
    value: clean,
    // A text becomes a text, and an error stays the same object.
    redact: <Shown>(shown: Shown) =>
      typeof shown === 'string' || isOurs(shown) ? (clean(shown) as Shown) : shown,
  }
}

type Member = readonly [key: string, value: unknown]

/** The members in which a text may be found. */
function membersOf(value: object): readonly Member[] | undefined {
  if (value instanceof Headers) return [...value]
  if (value instanceof Error) {
    // Not an own member, so it comes from a getter.
    const names = new Set([...Object.getOwnPropertyNames(value), 'name', 'message', 'stack'])
    return [...names].map((name) => [name, Reflect.get(value, name)])
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  const isPlain = !prototype || prototype === Object.prototype || Array.isArray(value)
  return isPlain ? Object.entries(value) : undefined
}

/** Our errors are changed in place, because somebody may hold them; everything else is copied. */
function withMembers(value: object, members: readonly Member[]): object {
  if (Array.isArray(value)) return members.map(([, item]) => item)
  if (value instanceof Headers)
    return new Headers(members.map(([name, own]) => [name, String(own)]))
  if (!(value instanceof Error)) return Object.fromEntries(members)
  const target = isOurs(value) ? value : new Error()
  for (const [name, member] of members) {
    // Keeps enumerability; unchanged members are not redefined.
    const enumerable = Object.prototype.propertyIsEnumerable.call(value, name)
    if (member !== Reflect.get(target, name))
      Object.defineProperty(target, name, {
        value: member,
        enumerable,
        writable: true,
        configurable: true,
      })
  }
  return target
}

/** Every encoding of a secret: as it is, in a URL, in a form, in JSON. */
function formsOf(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1)
  const inAddress = new URLSearchParams([['', secret]]).toString().slice(1)
  const escaped = inAddress.replaceAll('+', '%20')
  // `encodeURIComponent` leaves more characters unescaped than a form does.
  const plainer = escaped.replace(/%(?:21|27|28|29|7E)/g, decodeURIComponent)
  const upper = [inAddress, escaped, plainer]
  const lower = upper.map((each) => each.replace(/%../g, (hex) => hex.toLowerCase()))
  return [secret, inJson, ...upper, ...lower]
}

const SECRET_NAME = /auth|cookie|key|secret|token|session|password|credential|signature/i

/** Cookie names and the scheme before a token are short, so only longer parts are secret. */
const SECRET_PART = /[^\s;=,]{7,}/g

/** The secrets in the headers of a request. */
export function secretsInHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (!SECRET_NAME.test(name)) return []
    const [, pair] = /^basic\s+([\w+/=-]+)$/i.exec(value) ?? []
    return [...(value.match(SECRET_PART) ?? []), ...(pair === undefined ? [] : passwordIn(pair))]
  })
}

function passwordIn(pair: string): string[] {
  try {
    const text = atob(pair)
    return [text, text.slice(text.indexOf(':') + 1)].filter((each) => each.length > 2)
  } catch {
    return []
  }
}

/** URLs have keys in path and query too: every part that is long enough to be one. */
export function secretsInAddress(address: string): string[] {
  try {
    const { pathname, searchParams } = new URL(address, pageAddress())
    const segments = pathname.split('/').filter((each) => /^[\w%.~-]{16,}$/.test(each))
    return [...segments, ...[...searchParams.values()].filter((each) => each.length > 6)]
  } catch {
    return []
  }
}

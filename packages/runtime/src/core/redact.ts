import { isOurs } from './errors.js'
import { pageAddress } from './page-address.js'

/** Takes credentials out of what errors show: servers repeat what they were sent, and so do runtimes. */
export interface Redactor {
  /** The value itself where nothing in it is secret, else a copy. */
  readonly value: (value: unknown) => unknown
  readonly redact: Redact
}

/**
 * What is shown, without credentials: a text, or an error of ours, in which every member and those of its
 * causes are cleaned. Errors of others stay as they are, for others hold them.
 */
export type Redact = <Shown>(shown: Shown) => Shown

const MASK = '***'

/** Deeper data is nothing that a person reads. */
const DEEPEST = 200

export function createRedactor(secrets: Iterable<string>): Redactor {
  // The longest first: what is left of one that begins with another would give it away.
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
    // A text becomes a text, and an error stays the error that it is.
    redact: <Shown>(shown: Shown) =>
      typeof shown === 'string' || isOurs(shown) ? (clean(shown) as Shown) : shown,
  }
}

type Member = readonly [key: string, value: unknown]

/** What may hold a text, of what people look into. */
function membersOf(value: object): readonly Member[] | undefined {
  if (value instanceof Headers) return [...value]
  if (value instanceof Error) {
    // What is no member of its own is a getter's.
    const names = new Set([...Object.getOwnPropertyNames(value), 'name', 'message', 'stack'])
    return [...names].map((name) => [name, Reflect.get(value, name)])
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  const isPlain = !prototype || prototype === Object.prototype || Array.isArray(value)
  return isPlain ? Object.entries(value) : undefined
}

/** Our errors are changed where they are, for somebody may hold them; all else becomes another. */
function withMembers(value: object, members: readonly Member[]): object {
  if (Array.isArray(value)) return members.map(([, item]) => item)
  if (value instanceof Headers)
    return new Headers(members.map(([name, own]) => [name, String(own)]))
  if (!(value instanceof Error)) return Object.fromEntries(members)
  const target = isOurs(value) ? value : new Error()
  for (const [name, member] of members) {
    // As visible as it was; what stays the same stays what it is.
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

/** Every way in which a text travels: as it is, in an address, in a form, in JSON. */
function formsOf(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1)
  const inAddress = new URLSearchParams([['', secret]]).toString().slice(1)
  const escaped = inAddress.replaceAll('+', '%20')
  // `encodeURIComponent` leaves more letters as they are than a form does.
  const plainer = escaped.replace(/%(?:21|27|28|29|7E)/g, decodeURIComponent)
  const upper = [inAddress, escaped, plainer]
  const lower = upper.map((each) => each.replace(/%../g, (hex) => hex.toLowerCase()))
  return [secret, inJson, ...upper, ...lower]
}

const SECRET_NAME = /auth|cookie|key|secret|token|session|password|credential|signature/i

/** Cookies have names, and in front of a token stands its scheme: those are short. */
const SECRET_PART = /[^\s;=,]{7,}/g

/** What in the headers of a request nobody else may see. */
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

/** Keys stand in paths and queries of addresses too: whatever is long enough to be one. */
export function secretsInAddress(address: string): string[] {
  try {
    const { pathname, searchParams } = new URL(address, pageAddress())
    const segments = pathname.split('/').filter((each) => /^[\w%.~-]{16,}$/.test(each))
    return [...segments, ...[...searchParams.values()].filter((each) => each.length > 6)]
  } catch {
    return []
  }
}

import { TagwireError } from './errors.js'

/** Takes credentials out of what errors show: servers repeat what they were sent, and so do runtimes. */
export interface Redactor {
  readonly text: (text: string) => string
  /** The value itself where nothing in it is secret, else a copy. */
  readonly value: (value: unknown) => unknown
  /** The error itself, with every member of it and of its causes cleaned; errors of others stay. */
  readonly error: <Failure>(error: Failure) => Failure
}

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

  /** The value itself where nothing in it is secret, else a copy. */
  function clean(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return text(value)
    if (typeof value !== 'object' || value === null) return value
    if (depth > DEEPEST) return MASK
    if (value instanceof Error) return cleanError(value, depth)
    if (typeof Headers === 'function' && value instanceof Headers) return cleanHeaders(value)
    if (Array.isArray(value)) return cleanList(value, depth)
    const prototype: unknown = Object.getPrototypeOf(value)
    return prototype === Object.prototype || prototype === null ? cleanMembers(value, depth) : value
  }

  function cleanList(list: readonly unknown[], depth: number): readonly unknown[] {
    const cleaned = list.map((each) => clean(each, depth + 1))
    return cleaned.some((each, index) => each !== list[index]) ? cleaned : list
  }

  function cleanMembers(value: object, depth: number): object {
    let changed = false
    const members = Object.entries(value).map(([key, member]) => {
      const cleaned = [text(key), clean(member, depth + 1)] as const
      if (cleaned[0] !== key || cleaned[1] !== member) changed = true
      return cleaned
    })
    return changed ? Object.fromEntries(members) : value
  }

  function cleanHeaders(headers: Headers): Headers {
    const pairs = [...headers]
    if (pairs.every(([, value]) => text(value) === value)) return headers
    return new Headers(pairs.map(([name, value]) => [name, text(value)]))
  }

  /** Ours are changed where they are, for somebody may hold them; a foreign one becomes another. */
  function cleanError(error: Error, depth: number): Error {
    const changes = Object.getOwnPropertyNames(error).flatMap((name) => {
      const before: unknown = Reflect.get(error, name)
      const after = clean(before, depth + 1)
      return after === before ? [] : [{ name, after }]
    })
    // What is no member of its own is a getter's.
    const message = text(error.message)
    if (changes.length === 0 && message === error.message) return error
    const target = error instanceof TagwireError ? error : copyOf(error, message)
    for (const { name, after } of changes) define(target, name, after)
    return target
  }

  function copyOf(error: Error, message: string): Error {
    const copy = new Error(message)
    for (const name of Object.getOwnPropertyNames(error)) {
      define(copy, name, Reflect.get(error, name))
    }
    define(copy, 'name', error.name)
    define(copy, 'message', message)
    define(copy, 'stack', text(String(error.stack)))
    return copy
  }

  return {
    text,
    value: (value) => (forms.length > 0 ? clean(value, 0) : value),
    error: (error) => {
      if (forms.length > 0 && error instanceof TagwireError) cleanError(error, 0)
      return error
    },
  }
}

/** A member with another value, as visible as it was. */
function define(target: Error, name: string, value: unknown): void {
  const { enumerable = false } = Object.getOwnPropertyDescriptor(target, name) ?? {}
  Object.defineProperty(target, name, { value, enumerable, writable: true, configurable: true })
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
    const { pathname, searchParams } = new URL(address, globalThis.location?.href)
    const segments = pathname.split('/').filter((each) => /^[\w%.~-]{16,}$/.test(each))
    return [...segments, ...[...searchParams.values()].filter((each) => each.length > 6)]
  } catch {
    return []
  }
}

/** Parts of the names of properties, headers and parameters whose values are secret. */
export const SECRET_NAMES =
  'token|secret|passw|authorization|api[-_]?key|access[-_]?key|private|credential|cookie|session|signature|mnemonic|seed|otp'

const SECRET = new RegExp(`${SECRET_NAMES}|^pin$`, 'i')

/**
 * Text that is secret regardless of its name: signed tokens, API keys, private keys, email
 * addresses.
 */
const SECRET_FORMATS: readonly RegExp[] = [
  /^ey[\w-]{8,}\.[\w-]{8,}\.[\w-]*$/,
  /^(?:sk|pk|rk|ghp|gho|xox[abp])[-_][\w-]{8,}$/i,
  /^(?:Bearer|Basic) \S+$/i,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /^[^\s@]{1,64}@[^\s@.]+\.[^\s@]{2,}$/,
]

/** What recordings have in place of a secret. */
export const HIDDEN = '***'

export function isSecretName(name: string): boolean {
  return SECRET.test(name)
}

/**
 * A value without its secrets. Types are kept, so that it can still be compared with the document.
 */
function redacted(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => redacted(each, name))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, redacted(each, key)]),
    )
  }
  if (typeof value === 'string') return redactedText(value, name)
  return typeof value === 'number' && isSecretName(name) ? 0 : value
}

export function redactedText(text: string, name: string): string {
  if (isSecretName(name) && text !== '') return HIDDEN
  return isSecretFormat(text) ? HIDDEN : text
}

export function isSecretFormat(text: string): boolean {
  return SECRET_FORMATS.some((format) => format.test(text))
}

/** JSON without secrets; `undefined` if the text is not JSON. */
export function redactedJson(text: string): string | undefined {
  if (!/^\s*[[{"\dtfn-]/.test(text)) return undefined
  try {
    return JSON.stringify(redacted(JSON.parse(text)))
  } catch {
    return undefined
  }
}

export function redactedUrl(address: string): string {
  const url = new URL(address)
  url.username = ''
  url.password = ''
  for (const [name, value] of [...url.searchParams]) {
    const hidden = redactedText(value, name)
    if (hidden !== value) url.searchParams.set(name, hidden)
  }
  return url.href
}

export interface NamedValue {
  readonly name: string
  readonly value: string
}

/** `rawHeaders` of Node: alternating names and values. */
export function redactedHeaders(raw: readonly string[]): NamedValue[] {
  return raw.flatMap((name, index): NamedValue[] =>
    index % 2 === 0 ? [{ name, value: redactedText(raw[index + 1] ?? '', name) }] : [],
  )
}

/** Names of properties, headers and parameters whose values are secret. */
const SECRET =
  /token|secret|passw|authorization|api[-_]?key|access[-_]?key|private|credential|cookie|session|signature|mnemonic|seed|otp|^pin$/i

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

function isSecretName(name: string): boolean {
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

function redactedText(text: string, name: string): string {
  if (isSecretName(name) && text !== '') return HIDDEN
  return SECRET_FORMATS.some((format) => format.test(text)) ? HIDDEN : text
}

/** The recorded form of a body: JSON without secrets, and nothing for any other content. */
export function redactedBody(text: string): string {
  if (text === '') return ''
  try {
    return JSON.stringify(redacted(JSON.parse(text)))
  } catch {
    return ''
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

const MASK = '***'

/** Shorter parts are words, not secrets. */
const SHORTEST_PART = 7

/** Removes credentials from texts, because services repeat what they were sent. */
export function createRedact(
  credentials: Readonly<Record<string, string | undefined>>,
  url?: string,
): (text: string) => string {
  const given = Object.values(credentials).flatMap((text) => (text ? partsOf(text) : []))
  const secrets = [...given, ...(url === undefined ? [] : keysIn(url))]
  // The longest first: otherwise, the rest of a secret that starts with another one would be left over.
  const forms = [...new Set(secrets.flatMap(formsOf))].sort((a, b) => b.length - a.length)
  return (text) => forms.reduce((clean, form) => clean.replaceAll(form, MASK), text)
}

/** A scheme precedes its token, and a name precedes its password. */
function partsOf(credential: string): string[] {
  const parts = [...credential.split(/\s+/), credential.slice(credential.indexOf(':') + 1)]
  const basic = Buffer.from(credential).toString('base64')
  return [credential, basic, ...parts.filter((part) => part.length >= SHORTEST_PART)]
}

/**
 * The parts of a path and query that are long enough to be keys: providers of nodes put keys there.
 */
function keysIn(url: string): string[] {
  if (!URL.canParse(url)) return []
  const { pathname, searchParams, password } = new URL(url)
  const segments = pathname.split('/').filter((each) => each.length >= 16)
  const values = [...searchParams.values(), password].filter((each) => each.length >= SHORTEST_PART)
  return [...segments, ...values]
}

/** A text as it is, in JSON, and in a URL. */
function formsOf(secret: string): string[] {
  const inForm = new URLSearchParams([['', secret]]).toString().slice(1)
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), inForm]
}

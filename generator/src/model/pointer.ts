/** JSON pointers (RFC 6901), also in the fragment of a URI. */

export function escapeToken(token: string): string {
  if (!/[~/]/.test(token)) return token
  return token.replaceAll('~', '~0').replaceAll('/', '~1')
}

export function parsePointer(pointer: string): string[] {
  if (pointer === '') return []
  return pointer
    .slice(1)
    .split('/')
    .map((token) =>
      token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token,
    )
}

/** The pointer in a URI fragment, or the name of an anchor. */
export function parseFragment(fragment: string): { pointer: string } | { anchor: string } {
  const decoded = percentDecode(fragment)
  return decoded === '' || decoded.startsWith('/') ? { pointer: decoded } : { anchor: decoded }
}

/** Decodes percent-encoding; returns the text unchanged if it is invalid. */
export function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

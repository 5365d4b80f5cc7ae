/** Reads an own property of an untrusted value. */
export function memberAt(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** The value at a JSON pointer, or `undefined` where the pointer leads nowhere. */
export function valueAt(value: unknown, pointer: string): unknown {
  return pointer.split('/').slice(1).map(unescapeToken).reduce(memberAt, value)
}

export function unescapeToken(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~')
}

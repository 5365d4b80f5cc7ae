/** Reads an own property of an untrusted value. */
export function memberAt(value: unknown, key: string): unknown {
  const object: Readonly<Record<string, unknown>> = Object(value)
  return object === value && Object.hasOwn(object, key) ? object[key] : undefined
}

/** The value at a JSON pointer, or `undefined` if there is none. */
export function valueAt(value: unknown, pointer: string): unknown {
  return pointer.split('/').slice(1).map(unescapeToken).reduce(memberAt, value)
}

export function unescapeToken(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** In place of the pointer functions of a linter. Names in our pointers have no URI escapes, so there are none here. */
export const escapePointer = (token: string | number): string | number =>
  typeof token === 'number' ? token : token.replaceAll('~', '~0').replaceAll('/', '~1')

export function parseRef(ref: string): { uri: null; pointer: string[] } {
  const [, pointer = ''] = ref.split('#/')
  const tokens = pointer.split('/').filter(Boolean)
  return {
    uri: null,
    pointer: tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~')),
  }
}

/** JSON for a program that walks through it: what is nested deeper than any real answer would exhaust the stack. */
export function parseJson<Value>(text: string): Value {
  const value: Value = JSON.parse(withoutMark(text))
  // Each level takes two characters.
  if (text.length > 2 * deepest && isDeeper(value, deepest)) {
    throw new RangeError(`nested deeper than ${deepest} levels`)
  }
  return value
}

const deepest = 500

/** Most members are texts: skipping them before the call takes half of the time. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const member of Array.isArray(value) ? value : Object.values(value)) {
    if (typeof member === 'object' && isDeeper(member, levels - 1)) return true
  }
  return false
}

/** Some runtimes leave a byte order mark in the text of a body: Workers, with compatibility dates before 2026. */
export function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '')
}

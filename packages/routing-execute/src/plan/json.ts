const TEXTS = /"(?:[^"\\]|\\.)*"(\s*:)?/g

/**
 * Parses JSON that another program will read too. A key that is repeated makes it `undefined`: of the programs that read
 * messages, some take the first value, some the last, and some put both together.
 */
export function parsedOnce(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    let written = 0
    for (const [, colon] of text.matchAll(TEXTS)) if (colon) written++
    return written === keysIn(value) ? value : undefined
  } catch {
    return undefined
  }
}

function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = Array.isArray(value) ? 0 : Object.keys(value).length
  return Object.values(value).reduce<number>((sum, each) => sum + keysIn(each), own)
}

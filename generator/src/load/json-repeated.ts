import type { JsonFault } from './json-fault.js'

/**
 * The first key that an object of valid JSON has twice. The engine's parser keeps the last of them
 * and says nothing; YAML calls it an error.
 */
export function findRepeatedKey(text: string): JsonFault | undefined {
  const open: (Set<string> | undefined)[] = []
  const token = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?|[{}[\]]/g
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const [whole, key, colon] = found
    if (whole === '{') open.push(new Set())
    else if (whole === '[') open.push(undefined)
    else if (whole === '}' || whole === ']') open.pop()
    if (key === undefined || colon === undefined) continue
    const name = key.includes('\\') ? String(JSON.parse(`"${key}"`)) : key
    const known = open.at(-1)
    if (known?.has(name)) {
      return {
        message: `the key ${JSON.stringify(name)} stands twice in one object`,
        offset: found.index,
      }
    }
    known?.add(name)
  }
  return undefined
}

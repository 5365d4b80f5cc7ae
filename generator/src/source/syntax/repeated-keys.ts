import { endOfString } from './end-of-string.js'
import type { TextFault } from './parsed-text.js'

/**
 * The first key that appears twice in an object of valid JSON. The engine's parser silently keeps the last;
 * YAML calls it an error.
 */
export function findRepeatedKey(text: string): TextFault | undefined {
  const open: (Map<string, number> | undefined)[] = []
  const token = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?|[{}[\]]/g
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const [whole, key, colon] = found
    if (whole === '{') open.push(new Map())
    else if (whole === '[') open.push(undefined)
    else if (whole === '}' || whole === ']') open.pop()
    if (key === undefined || colon === undefined) continue
    const name = key.includes('\\') ? String(JSON.parse(`"${key}"`)) : key
    const known = open.at(-1)
    const first = known?.get(name)
    if (first !== undefined) return repeatedKey(name, found.index, first)
    known?.set(name, found.index)
  }
  return undefined
}

export function repeatedKey(name: string, offset: number, first: number | undefined): TextFault {
  return {
    message: `the key ${JSON.stringify(name)} is repeated in one object`,
    offset,
    help: 'Remove one of the two, or merge them.',
    ...(first === undefined ? {} : { also: { message: 'the first one is here', offset: first } }),
  }
}

const COLON = 58

/**
 * The number of keys in the text of valid JSON. If the parsed value has as many, none is repeated; counting
 * both takes a fraction of the time of searching.
 */
export function keysInText(text: string): number {
  let count = 0
  STRING.lastIndex = 0
  while (STRING.test(text)) {
    let at = STRING.lastIndex
    if (text[at - 1] === '\\') at = endOfString(text, at - 1)
    while (isSpace(text.charCodeAt(at))) at += 1
    if (text.charCodeAt(at) === COLON) count += 1
    STRING.lastIndex = at
  }
  return count
}

/** A string up to its end or its first escape: expressions scan megabytes several times faster than loops. */
const STRING = /"[^"\\]*["\\]/g

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9
}

export function keysIn(value: unknown): number {
  let count = 0
  const open = [value]
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    if (typeof each !== 'object' || each === null) continue
    const inner: unknown[] = Object.values(each)
    if (!Array.isArray(each)) count += inner.length
    for (const item of inner) if (typeof item === 'object' && item !== null) open.push(item)
  }
  return count
}

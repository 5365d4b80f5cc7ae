import { parsePointer } from '../../model/pointer.js'
import { endOfString } from './end-of-string.js'

/**
 * Finds the offset of a pointer in valid JSON text: of the key, or of the item in an array. Positions are
 * only needed for messages, so the text is only scanned then, instead of storing a position for each of
 * millions of values. The scan for one pointer is reused for the next, so many messages cost one pass over
 * the text. For a pointer without a target, the result is the deepest location that exists.
 */
export function createJsonLocator(text: string): (pointer: string) => number {
  const containers = new Map<number, Container>()
  const start = skipSpace(text, 0)

  const containerAt = (offset: number): Container | undefined => {
    const open = text[offset]
    if (open !== '{' && open !== '[') return undefined
    const known = containers.get(offset) ?? {
      members: new Map(),
      next: skipSpace(text, offset + 1),
    }
    containers.set(offset, known)
    return known
  }

  return (pointer) => {
    let found: KeyAndValue = [start, start]
    for (const token of parsePointer(pointer)) {
      const container = containerAt(found[1])
      const next = container && findMember(text, text[found[1]] === '[', container, token)
      if (!next) break
      found = next
    }
    return found[0]
  }
}

type KeyAndValue = readonly [key: number, value: number]

/** The part of an object or array that has been scanned, and where to continue. */
interface Container {
  readonly members: Map<string, KeyAndValue>
  next: number
}

function findMember(
  text: string,
  list: boolean,
  container: Container,
  token: string,
): KeyAndValue | undefined {
  const { members } = container
  for (let known = members.get(token); ; known = members.get(token)) {
    if (known) return known
    const char = text[container.next]
    if (char === undefined || char === '}' || char === ']') return undefined
    scanMember(text, list, container)
  }
}

function scanMember(text: string, list: boolean, container: Container): void {
  const key = container.next
  const end = list ? key : endOfString(text, key)
  const value = list ? key : skipSpace(text, skipSpace(text, end) + 1)
  const name = list ? String(container.members.size) : parseKey(text.slice(key, end))
  // Of two equal keys, the first one is found.
  if (!container.members.has(name)) container.members.set(name, [key, value])
  container.next = skipComma(text, skipValue(text, value))
}

function parseKey(text: string): string {
  return text.includes('\\') ? String(JSON.parse(text)) : text.slice(1, -1)
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && text.charCodeAt(at) <= 0x20) at++
  return text.charCodeAt(at) === 0xfeff ? skipSpace(text, at + 1) : at
}

function skipComma(text: string, from: number): number {
  const at = skipSpace(text, from)
  return text[at] === ',' ? skipSpace(text, at + 1) : at
}

function skipValue(text: string, from: number): number {
  const first = text[from]
  if (first === '"') return endOfString(text, from)
  if (first !== '{' && first !== '[') return skipWord(text, from)
  let depth = 1
  STRUCTURE.lastIndex = from + 1
  while (depth > 0 && STRUCTURE.test(text)) {
    const last = text[STRUCTURE.lastIndex - 1]
    if (last === '\\') STRUCTURE.lastIndex = endOfString(text, STRUCTURE.lastIndex - 1)
    else if (last !== '"') depth += last === '{' || last === '[' ? 1 : -1
  }
  return depth > 0 ? text.length : STRUCTURE.lastIndex
}

/**
 * A string up to its end or its first escape, or a bracket. Megabytes are scanned, which expressions do several times
 * faster than loops.
 */
const STRUCTURE = /"[^"\\]*["\\]|[{}[\]]/g

function skipWord(text: string, from: number): number {
  let at = from
  while (at < text.length && !',]}'.includes(text.charAt(at)) && text.charCodeAt(at) > 0x20) at++
  return at
}

import type { Locator } from '../diagnostics/print.js'
import { parsePointer } from '../model/pointer.js'

/**
 * Finds the options of a configuration in its text, JSON or JavaScript. A computed option has no position, so
 * that of the innermost option around it is used.
 */
export function locatorOfConfig(file: string, text: string): Locator {
  const tokens = tokensIn(text)
  return {
    locate: ({ pointer }) => {
      const before = text.slice(0, offsetOf(tokens, parsePointer(pointer)))
      const lines = before.split('\n')
      return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
    },
    textOf: (name) => (name === file ? text : undefined),
  }
}

/** The package names in the text, which is not run. */
export function packageNamesIn(text: string): string[] {
  const tokens = tokensIn(text)
  const start = findKey(tokens, 'packages')
  return start === undefined ? [] : membersOf(tokens, start + 2)
}

function tokensIn(text: string): Token[] {
  return [...text.matchAll(TOKEN)].filter(([token]) => !/^\/[/*]/.test(token))
}

/** Comments, strings, words and punctuation. */
const TOKEN =
  /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|[\w$]+|[^\s\w$]/g

type Token = RegExpMatchArray

/** The offset of the option at a path, or of the last existing option on the path. */
function offsetOf(tokens: readonly Token[], path: readonly string[]): number {
  let found = 0
  let at = 0
  for (const [depth, key] of path.entries()) {
    // The top-level option may be at any depth: inside a call, or after other objects.
    const next = depth === 0 ? findKey(tokens, key) : findMember(tokens, at, key)
    if (next === undefined) break
    found = tokens[next]?.index ?? 0
    at = tokens[next + 1]?.[0] === ':' ? next + 2 : next
  }
  return found
}

function findKey(tokens: readonly Token[], key: string): number | undefined {
  const found = tokens.findIndex((_, at) => isKey(tokens, at, key))
  return found < 0 ? undefined : found
}

function isKey(tokens: readonly Token[], at: number, key: string): boolean {
  return nameAt(tokens, at) === key
}

function nameAt(tokens: readonly Token[], at: number): string | undefined {
  if (tokens[at + 1]?.[0] !== ':') return undefined
  return tokens[at]?.[0].replace(/^['"]|['"]$/g, '')
}

/** The keys of the object that opens at a token. */
function membersOf(tokens: readonly Token[], open: number): string[] {
  const names: string[] = []
  let depth = 0
  for (let at = open; at < tokens.length; at++) {
    const [token = ''] = tokens[at] ?? []
    const name = depth === 1 ? nameAt(tokens, at) : undefined
    if (name !== undefined) names.push(name)
    if ('{[('.includes(token)) depth++
    if ('}])'.includes(token)) depth--
    if (depth === 0) break
  }
  return names
}

/** A member of the object, or an item of the list, that opens at a token. */
function findMember(tokens: readonly Token[], open: number, key: string): number | undefined {
  const list = tokens[open]?.[0] === '['
  if (!list && tokens[open]?.[0] !== '{') return undefined
  let depth = 0
  let index = 0
  for (let at = open; at < tokens.length; at++) {
    const [token = ''] = tokens[at] ?? []
    if (depth === 1 && list && String(index) === key && !'],'.includes(token)) return at
    if (depth === 1 && !list && isKey(tokens, at, key)) return at
    if (depth === 1 && token === ',') index++
    if ('{[('.includes(token)) depth++
    if ('}])'.includes(token)) depth--
    if (depth === 0) return undefined
  }
  return undefined
}

import type { TextFault } from './parsed-text.js'

/**
 * The first place where a text is not valid JSON. The engine's own parser only has messages that change from
 * version to version.
 */
export function findJsonFault(text: string): TextFault | undefined {
  const open: ('}' | ']')[] = []
  let at = skipSpace(text, 0)
  let wanted: 'value' | 'value or end' | 'key' | 'key or end' | 'comma' = 'value'

  const fault = (message: string, offset = at): TextFault => {
    if (offset >= text.length) {
      return { message: `the text ends here, ${message}`, offset: text.length }
    }
    return habitAt(text, offset) ?? { message, offset }
  }

  while (true) {
    const char = text[at]
    const closer = open.at(-1)
    if (wanted === 'comma') {
      if (closer === undefined)
        return at < text.length ? fault('unexpected text after the end') : undefined
      if (char === closer) open.pop()
      else if (char !== ',') return fault(`a comma or \`${closer}\` is missing`)
      else wanted = closer === '}' ? 'key' : 'value'
      at = skipSpace(text, at + 1)
      continue
    }
    if (wanted.endsWith('end') && char === closer) {
      open.pop()
      wanted = 'comma'
      at = skipSpace(text, at + 1)
      continue
    }
    if (wanted.startsWith('key')) {
      if (char !== '"') return fault('a key in double quotes is missing')
      const end = stringEnd(text, at)
      if (typeof end !== 'number') return end
      at = skipSpace(text, end)
      if (text[at] !== ':') return fault('a colon is missing')
      wanted = 'value'
      at = skipSpace(text, at + 1)
      continue
    }
    if (char === '{' || char === '[') {
      open.push(char === '{' ? '}' : ']')
      wanted = char === '{' ? 'key or end' : 'value or end'
      at = skipSpace(text, at + 1)
      continue
    }
    const end = char === '"' ? stringEnd(text, at) : wordEnd(text, at)
    if (end === undefined) return fault('a value is missing')
    if (typeof end !== 'number') return end
    wanted = 'comma'
    at = skipSpace(text, end)
  }
}

/** Syntax that other languages allow but JSON does not. */
function habitAt(text: string, offset: number): TextFault | undefined {
  if (/^\/[/*]/.test(text.slice(offset, offset + 2))) {
    return {
      message: 'JSON has no comments',
      offset,
      help: 'Remove it, say it in a `description` or `$comment`, or write the document in YAML.',
    }
  }
  if (text[offset] === "'") {
    return { message: 'JSON writes texts in double quotes', offset, help: 'Write `"` for `\'`.' }
  }
  const before = text.slice(0, offset).trimEnd()
  if (before.endsWith(',') && /[}\]]/.test(text.charAt(offset))) {
    return {
      message: 'a trailing comma',
      offset: before.length - 1,
      help: 'Remove the comma.',
    }
  }
  return undefined
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at++
  return at
}

const WORD = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y

function wordEnd(text: string, from: number): number | undefined {
  WORD.lastIndex = from
  return WORD.test(text) ? WORD.lastIndex : undefined
}

const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

function stringEnd(text: string, from: number): number | TextFault {
  let at = from + 1
  while (at < text.length) {
    const char = text.charAt(at)
    if (char === '"') return at + 1
    if (char < ' ') return { message: 'a text may not contain a line break or a tab', offset: at }
    if (char !== '\\') {
      at++
      continue
    }
    ESCAPE.lastIndex = at
    if (!ESCAPE.test(text))
      return { message: 'JSON does not have this escape sequence', offset: at }
    at = ESCAPE.lastIndex
  }
  return { message: 'this text has no closing quote', offset: from }
}

/**
 * Bundled with the printers of ts-morph 28 in place of `@ts-morph/common`, which contains the compiler: everything that
 * they use of it. `test/property/print.test.ts` compares both.
 */

/** A printer of ts-morph creates the printers of the parts once. They all have the same settings here. */
export function Memoize(create: (...options: unknown[]) => unknown) {
  const created = new Map<string, unknown>()
  return function memoized(this: unknown, ...options: unknown[]): unknown {
    const key = options.length === 0 ? '' : JSON.stringify(options)
    if (!created.has(key)) created.set(key, create.apply(this, options))
    return created.get(key)
  }
}

export const nameof = (first: unknown, second?: unknown): unknown => second ?? first

export const ArrayUtils = {
  isNullOrEmpty: (list: unknown): boolean => !Array.isArray(list) || list.length === 0,
}

export const ObjectUtils = { clone }

function clone(given: unknown): unknown {
  if (given === null || given === undefined) return undefined
  return Array.isArray(given) ? given.map(clone) : Object.assign({}, given)
}

const WHITESPACE = /^[ \f\n\r\t\v\u00a0\u2028\u2029]*$/

export const StringUtils = {
  isNullOrWhitespace: (text?: unknown): boolean =>
    typeof text !== 'string' || WHITESPACE.test(text),
  isWhitespaceCharCode: (code: number): boolean => WHITESPACE.test(String.fromCharCode(code)),
  isQuoted: (text: string): boolean =>
    ["'", '"'].some((quote) => text.startsWith(quote) && text.endsWith(quote)),
  startsWithNewLine: (text?: string): boolean => /^\r?\n/.test(text ?? ''),
  endsWithNewLine: (text?: string): boolean => text?.endsWith('\n') === true,
}

class InvalidOperationError extends Error {}
class NotImplementedError extends Error {}
class NotSupportedError extends Error {}

export const errors = {
  InvalidOperationError,
  NotImplementedError,
  NotSupportedError,
  throwNotImplementedForNeverValueError(value: unknown): never {
    throw new NotImplementedError(`Not implemented value: ${JSON.stringify(value)}`)
  },
}

/** Only read by functions of nodes, which have no nodes here. */
export const SyntaxKind = {}

/** What the scanner returns at the end of a text. */
const END = 'EndOfFileToken'

/** ts-morph scans an item of a list for the place of the comma behind it: before the comments at its end. */
function createScanner() {
  let end = 0
  let scanned = false
  return {
    setText(text = '') {
      end = endsWithToken(text) ? text.length : endOfTokens(text)
      scanned = end === 0
    },
    scan() {
      const token = scanned ? END : 'token'
      scanned = true
      return token
    },
    getTokenFullStart: () => end,
  }
}

/** Nearly always: neither white space nor a comment is at the end. */
function endsWithToken(text: string): boolean {
  if (/[\s\u0085\u200b]$|\*\/$|^$/.test(text.slice(-2))) return false
  const opened = text.lastIndexOf('/*')
  if (opened !== -1 && text.lastIndexOf('*/') < opened + 2) return false
  const line = Math.max(...['\n', '\r', '\u2028', '\u2029'].map((end) => text.lastIndexOf(end)))
  return !text.includes('//', line + 1)
}

const TRIVIA = /(?:[\s\u0085\u200b]|\/\/[^\n\r\u2028\u2029]*|\/\*[\s\S]*?(?:\*\/|$))+/y
const STRING = /'(?:[^'\\\n\r]|\\(?:\r\n|[\s\S]))*'?|"(?:[^"\\\n\r]|\\(?:\r\n|[\s\S]))*"?/y
const WORD = /[^\s\u0085\u200b/'"`{}]+/y
/** Up to the end of a template, or to where an expression begins in it. */
const TEMPLATE = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{)?/y

/** The end of the last token. As for the scanner of the compiler, a slash is a token: there are no regular expressions. */
function endOfTokens(text: string): number {
  const after = (pattern: RegExp, from: number): number => {
    pattern.lastIndex = from
    return pattern.test(text) ? pattern.lastIndex : from
  }
  /** Braces and expressions of templates that are open. */
  const open: string[] = []
  let end = 0
  for (let at = after(TRIVIA, 0); at < text.length; at = after(TRIVIA, end)) {
    const first = text.charAt(at)
    const isTemplate = first === '`' || (first === '}' && open.pop() === '${')
    if (isTemplate) end = after(TEMPLATE, at + 1)
    else if (first === "'" || first === '"') end = after(STRING, at)
    else end = Math.max(at + 1, after(WORD, at))
    if (first === '{') open.push('{')
    if (isTemplate && text.endsWith('${', end)) open.push('${')
  }
  return end
}

/** Tokens are one or the end, so those that are part of templates are never met. */
export const ts = {
  SyntaxKind: { EndOfFileToken: END },
  ScriptTarget: {},
  createScanner,
}

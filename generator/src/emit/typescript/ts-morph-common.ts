/**
 * Stands for `@ts-morph/common`, three megabytes of script with the compiler inside, while structures are printed: what
 * ts-morph 28 reads of it then. Whatever else it calls gives up, and the complete ts-morph has to print that structure.
 */

class NeedsCompiler extends Error {}

function giveUp(): never {
  throw new NeedsCompiler('Only the complete ts-morph can print this.')
}

/** Classes can extend it and names be read from it, which happens while ts-morph is loaded. Calling it gives up. */
const missing: object = new Proxy(class {}, {
  get: (base, name) => (name === 'prototype' ? base.prototype : missing),
  apply: giveUp,
  construct: giveUp,
})

/** `known`, and `missing` in place of everything else. */
function withMissing(known: Readonly<Record<string, unknown>>): object {
  return new Proxy(known, { get: (_, name: string) => known[name] ?? missing })
}

/** Members of an enum are their own names. */
const NAMES = new Proxy({}, { get: (_, name) => name })

/** What the scanner returns at the end of a text. */
const END = 'EndOfFileToken'

/**
 * ts-morph scans an item of a list for the place of the comma behind it. That is the end of its text, unless a comment
 * may be there.
 */
function createScanner() {
  let end = 0
  let scanned = false
  return {
    setText(text = '') {
      const item = text.trimEnd()
      if (mayEndWithComment(item)) giveUp()
      end = item.length
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

/** An item does not end with a colon, so the `//` of a URL begins no comment. Neither does one inside a string. */
function mayEndWithComment(item: string): boolean {
  const looksSo = item.endsWith('*/') || /(?<!:)\/\//.test(item.slice(item.lastIndexOf('\n') + 1))
  return looksSo && /[/`]/.test(item.replace(STRINGS, ''))
}

/** Strings, and the comment before calls that bundlers may drop. */
const STRINGS = /\/\*@__PURE__\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g

/** A printer of ts-morph creates the printers of the parts once. They all have the same settings here. */
function Memoize(create: (...options: unknown[]) => unknown) {
  const created = new Map<string, unknown>()
  return function memoized(this: unknown, ...options: unknown[]): unknown {
    const key = options.length === 0 ? '' : JSON.stringify(options)
    if (!created.has(key)) created.set(key, create.apply(this, options))
    return created.get(key)
  }
}

function clone(given: unknown): unknown {
  return Array.isArray(given) ? given.map(clone) : given && Object.assign({}, given)
}

const WHITESPACE = /^[ \f\n\r\t\v\u00a0\u2028\u2029]*$/

export const commonStandIn = withMissing({
  Memoize,
  SyntaxKind: NAMES,
  ts: withMissing({ version: '5.9', SyntaxKind: NAMES, ScriptTarget: NAMES, createScanner }),
  ArrayUtils: withMissing({ isNullOrEmpty: (list?: readonly unknown[]) => !list?.length }),
  ObjectUtils: withMissing({ clone }),
  StringUtils: withMissing({
    isNullOrWhitespace: (text?: string) => typeof text !== 'string' || WHITESPACE.test(text),
    isWhitespaceCharCode: (code: number) => WHITESPACE.test(String.fromCharCode(code)),
    isQuoted: (text: string) =>
      ["'", '"'].some((quote) => text.startsWith(quote) && text.endsWith(quote)),
    startsWithNewLine: (text?: string) => /^\r?\n/.test(text ?? ''),
    endsWithNewLine: (text?: string) => text?.endsWith('\n') === true,
  }),
})

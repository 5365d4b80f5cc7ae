import { createRequire } from 'node:module'
import type {
  ExportSpecifierStructure,
  ImportSpecifierStructure,
  OptionalKind,
  printStructure,
  Structures,
  WriterFunction,
} from 'ts-morph'
import { requireWith } from '../require-with.js'
import { KINDS } from './structures.js'

interface Printer {
  readonly printStructure: typeof printStructure
}

const require = createRequire(import.meta.url)

/** Prints a structure with ts-morph. Its lines are broken afterwards. */
export function printed(structure: Structures): string {
  const given = withJoinedNames(structure)
  try {
    return withoutCompiler.printStructure(given, SETTINGS)
  } catch {
    const complete: Printer = require('ts-morph')
    return complete.printStructure(given, SETTINGS)
  }
}

const SETTINGS = { indentNumberOfSpaces: 2, useSingleQuote: true }

/** What the scanner returns at the end of a text. */
const END = 'EndOfFileToken'

/** Members of an enum are their own names. */
const NAMES = new Proxy({}, { get: (_, name) => name })

/**
 * The part of the compiler that ts-morph prints with: a scanner, which finds the place of a comma behind an item of a
 * list. That is the end of its text, unless a comment may be there, and then this scanner gives up.
 */
function createScanner() {
  let end = 0
  let scanned = false
  return {
    setText(text = '') {
      const item = text.trimEnd()
      if (mayEndWithComment(item)) throw new Error('Only the compiler knows where this item ends.')
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

/** An item does not end with a colon, so the `//` of a URL begins no comment. */
function mayEndWithComment(item: string): boolean {
  return item.endsWith('*/') || /(?<!:)\/\//.test(item.slice(item.lastIndexOf('\n') + 1))
}

/**
 * The compiler in ts-morph takes longer to load than most documents take to print, so it is only loaded for
 * structures that cannot be printed without.
 */
const withoutCompiler: Printer = (() => {
  const entry = require.resolve('ts-morph')
  const by = createRequire(entry).resolve('@ts-morph/common')
  const exports = { version: '5.9', SyntaxKind: NAMES, ScriptTarget: NAMES, createScanner }
  return requireWith<Printer>(entry, [{ by, name: './typescript', exports }])
})()

/** The names between braces as one: ts-morph takes quadratic time to put commas behind thousands of them. */
function withJoinedNames(structure: Structures): Structures {
  if (structure.kind === KINDS.import) {
    const names = joined(structure.namedImports)
    return names === undefined ? structure : { ...structure, namedImports: names }
  }
  if (structure.kind === KINDS.export) {
    const names = joined(structure.namedExports)
    return names === undefined ? structure : { ...structure, namedExports: names }
  }
  return structure
}

type Named =
  | OptionalKind<ImportSpecifierStructure>
  | OptionalKind<ExportSpecifierStructure>
  | string
  | WriterFunction

/** `undefined` if there is more to them than names. */
function joined(names: readonly Named[] | WriterFunction | undefined): string[] | undefined {
  if (names === undefined || typeof names === 'function' || names.length === 0) return undefined
  const texts = names.map(nameText)
  return texts.includes(undefined) ? undefined : [texts.join(', ')]
}

/** `type Name as Other` */
function nameText(named: Named): string | undefined {
  if (typeof named === 'string') return named
  if (typeof named === 'function' || named.leadingTrivia || named.trailingTrivia) return undefined
  const { name, alias, isTypeOnly } = named
  return `${isTypeOnly ? 'type ' : ''}${name}${alias ? ` as ${alias}` : ''}`
}

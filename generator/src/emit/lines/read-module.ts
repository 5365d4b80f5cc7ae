import path from 'node:path'
import type { EmitterModule } from '../emitter-api/emitter-files.js'
import { KINDS, type Statement } from '../typescript/structures.js'

/** A declaration of a module. */
export interface Piece {
  readonly statements: readonly Statement[]
  /** What it declares; no name if the statements of a module cannot be told apart. */
  readonly names: readonly string[]
  readonly isType: boolean
  readonly isExported: boolean
  /** Equal for equal declarations, comments included. */
  readonly text: string
  /** Every name that occurs in it; some of them are no references. */
  readonly words: ReadonlySet<string>
  /** The modules that it exports from, of which it may need everything. */
  readonly neighbours: readonly string[]
}

/** What a name of a module stands for. */
export interface Imported {
  readonly specifier: string
  /** Its name in the other module; `default` for a default export. */
  readonly name: string
  readonly isType: boolean
}

/** A module as declarations that may be shared one by one. */
export interface ReadModule {
  readonly module: EmitterModule
  readonly pieces: readonly Piece[]
  readonly pieceOf: (name: string) => Piece | undefined
  readonly imports: ReadonlyMap<string, Imported>
  /** Its statements cannot be told apart, so that all of them are one piece. */
  readonly isWhole: boolean
}

export function readModule(module: EmitterModule): ReadModule {
  const imports = importsOf(module)
  const apart = module.statements.map(pieceOfStatement)
  const known = apart.flatMap((each) => each ?? [])
  const isWhole = known.length < apart.length
  const pieces = isWhole ? [wholeOf(module, imports)] : known
  const byName = new Map(pieces.flatMap((each) => each.names.map((name) => [name, each] as const)))
  return { module, pieces, pieceOf: (name) => byName.get(name), imports, isWhole }
}

/** The module of a relative import: `src/types.ts`. */
export function targetOf(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined
  return path.posix.join(path.posix.dirname(from), specifier).replace(/\.js$/, '.ts')
}

function pieceOfStatement(statement: Statement): Piece | undefined {
  const declared = typeof statement === 'string' ? namedInText(statement) : namedIn(statement)
  if (!declared) return undefined
  return {
    ...declared,
    statements: [statement],
    text: JSON.stringify(statement),
    words: wordsOf(statement),
    neighbours: [],
  }
}

type Declared = Pick<Piece, 'names' | 'isType' | 'isExported'>

function namedIn(statement: Exclude<Statement, string>): Declared | undefined {
  if (statement.kind === KINDS.export) {
    const { moduleSpecifier = '.', namedExports, isTypeOnly = false } = statement
    const names = Array.isArray(namedExports) ? namedExports : []
    const plain = names.filter((each) => typeof each === 'string' && /^[\w$]+$/.test(each))
    if (moduleSpecifier.startsWith('.') || plain.length === 0 || plain.length < names.length)
      return undefined
    return { names: plain.map(String), isType: isTypeOnly, isExported: true }
  }
  const isExported = statement.isExported === true
  if (statement.kind === KINDS.variable)
    return { names: statement.declarations.map(({ name }) => name), isType: false, isExported }
  if (statement.kind === KINDS.function)
    return statement.name === undefined
      ? undefined
      : { names: [statement.name], isType: false, isExported }
  return { names: [statement.name], isType: true, isExported }
}

const COMMENT = /^\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*/

const DECLARED = /^(export )?(const|type|interface) ([\p{ID_Start}$_][\p{ID_Continue}$]*)/u

/** Another declaration may begin in the same text. */
const SECOND =
  /\n(?:export|import|declare|const|let|var|async|function|abstract|class|interface|type|enum|namespace) /

/** `const name = …`, as `constantText` writes it, or a type. */
function namedInText(statement: string): Declared | undefined {
  const text = statement.replace(COMMENT, '')
  const [head, isExported, keyword, name] = DECLARED.exec(text) ?? []
  if (head === undefined || name === undefined || SECOND.test(text.slice(head.length)))
    return undefined
  return { names: [name], isType: keyword !== 'const', isExported: isExported !== undefined }
}

function wholeOf(module: EmitterModule, imports: ReadonlyMap<string, Imported>): Piece {
  const { statements, imports: lines } = module
  return {
    statements,
    names: [],
    isType: false,
    isExported: true,
    text: JSON.stringify([lines, statements]),
    words: new Set(imports.keys()),
    neighbours: statements.flatMap((each) => neighboursOf(module.path, each)),
  }
}

/** `export * from './types.js'` */
function neighboursOf(from: string, statement: Statement): string[] {
  const specifiers =
    typeof statement === 'string'
      ? [...statement.matchAll(/\bfrom\s*(['"])(\..*?)\1/g)].map(([, , found = '']) => found)
      : statement.kind === KINDS.export
        ? [statement.moduleSpecifier ?? '']
        : []
  return specifiers.flatMap((each) => targetOf(from, each) ?? [])
}

function importsOf({ imports }: EmitterModule): Map<string, Imported> {
  const found = new Map<string, Imported>()
  for (const { moduleSpecifier: specifier, namedImports, defaultImport, isTypeOnly } of imports) {
    const isType = isTypeOnly === true
    if (defaultImport !== undefined)
      found.set(defaultImport, { specifier, name: 'default', isType })
    for (const each of Array.isArray(namedImports) ? namedImports : []) {
      if (typeof each === 'function') continue
      const text = typeof each === 'string' ? each : each.name
      const [name = text, local = name] = text.replace(/^type /, '').split(' as ')
      const own = text.startsWith('type ') || (typeof each === 'object' && each.isTypeOnly === true)
      const alias = typeof each === 'object' ? each.alias : undefined
      found.set(alias ?? local, { specifier, name, isType: isType || own })
    }
  }
  return found
}

const WORD = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu

/** All words of a statement but those of its comments. Words of strings are harmless: less is shared. */
function wordsOf(statement: Statement): Set<string> {
  const words = new Set<string>()
  const read = (value: unknown): void => {
    if (typeof value === 'string')
      for (const [word] of value.replace(COMMENT, '').matchAll(WORD)) words.add(word)
    else if (Array.isArray(value)) value.forEach(read)
    else if (typeof value === 'object' && value !== null)
      for (const [key, each] of Object.entries(value)) if (key !== 'docs') read(each)
  }
  read(statement)
  return words
}

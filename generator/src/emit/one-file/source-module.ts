import { NotInOneFile } from './not-in-one-file.js'
import type { Reference } from './reference-recorder.js'
import { readNames } from './references.js'
import {
  type Binding,
  bindingsOf,
  isFunction,
  type Meaning,
  nameOf,
  nodeIn,
  nodesIn,
  parseStatements,
  type SyntaxNode,
  TYPE,
  VALUE,
} from './syntax.js'

/** A statement of a module. Several that belong together are one: the overloads of a function. */
export interface Piece {
  readonly file: string
  /** With the comments before it. */
  readonly text: string
  /** Where the statement begins in the text, and what of `export` is before it. */
  readonly begin: number
  readonly exportWords: readonly Span[]
  /** Places are in `text`. */
  readonly bindings: readonly Binding[]
  readonly references: readonly Reference[]
  readonly inside: ReadonlySet<string>
  readonly meaning: Meaning
  /** Whether it calls functions when the module is loaded. */
  readonly calls: boolean
  /** Nothing is run when the module is loaded, and what it declares is there before the first statement. */
  readonly isHoisted: boolean
  /** What it declares is a function, which runs when it is called. */
  readonly isFunction: boolean
}

export interface Span {
  readonly start: number
  readonly end: number
}

/** A name that a module takes from another one. */
export interface Import {
  readonly specifier: string
  readonly name: string
}

/** `export { name as exported } from 'specifier'` */
export interface Passed extends Partial<Pick<Import, 'specifier'>> {
  readonly name: string
  readonly exported: string
}

export interface SourceModule {
  readonly file: string
  readonly pieces: readonly Piece[]
  /** By the name here. */
  readonly imports: ReadonlyMap<string, Import>
  readonly passed: readonly Passed[]
  /** Names of declarations that say `export`, in their order. */
  readonly exported: readonly string[]
}

/** Reads the text of a module as pieces that may be moved and renamed. */
export function readSource(file: string, text: string): SourceModule {
  const imports = new Map<string, Import>()
  const passed: Passed[] = []
  const exported: string[] = []
  const pieces: Piece[] = []
  let end = 0
  for (const node of parseStatements(text)) {
    const start = endOfLine(text, end)
    end = node.end
    const specifier = specifierOf(node)
    switch (node.type) {
      case 'ImportDeclaration':
        for (const each of nodesIn(node.specifiers))
          imports.set(nameOf(nodeIn(each, 'local')), importOf(each, specifier ?? ''))
        continue
      case 'ExportAllDeclaration':
      case 'ExportDefaultDeclaration':
      case 'TSExportAssignment':
        throw new NotInOneFile(`${file} has ${shown(text, node)}`)
      case 'EmptyStatement':
        continue
    }
    const declared = node.type === 'ExportNamedDeclaration' ? nodeIn(node, 'declaration') : node
    if (!declared) {
      for (const each of nodesIn(node.specifiers))
        passed.push({
          name: nameOf(nodeIn(each, 'local')),
          exported: nameOf(nodeIn(each, 'exported')),
          ...(specifier === undefined ? {} : { specifier }),
        })
      continue
    }
    const piece = pieceOf(file, text, { start, node, declared })
    if (declared !== node) exported.push(...piece.bindings.map(({ name }) => name))
    const before = pieces.at(-1)
    if (before && areOverloads(before, piece)) pieces[pieces.length - 1] = joined(before, piece)
    else pieces.push(piece)
  }
  return { file, pieces, imports, passed, exported: [...new Set(exported)] }
}

interface Found {
  /** Where the comments before the statement begin. */
  readonly start: number
  readonly node: SyntaxNode
  readonly declared: SyntaxNode
}

function pieceOf(file: string, source: string, { start, node, declared }: Found): Piece {
  const text = source.slice(start, node.end)
  const moved = <Each extends Span>(each: Each): Each => ({
    ...each,
    start: each.start - start,
    end: each.end - start,
  })
  const bindings = bindingsOf(declared)
  if (bindings.length === 0) throw new NotInOneFile(`${file} has ${shown(source, declared)}`)
  const { references, inside, calls } = readNames(declared)
  const [value] = nodesIn(declared.declarations).map((each) => nodeIn(each, 'init'))
  const isOnlyType = bindings.every(({ meaning }) => meaning === TYPE)
  const isDeclaredFunction = isFunction(declared)
  return {
    file,
    text,
    begin: declared.start - start,
    exportWords: node === declared ? [] : [moved({ start: node.start, end: declared.start })],
    bindings: bindings.map(moved),
    references: references
      .filter((each) => each.isShorthand || !bindings.some(({ start: at }) => at === each.start))
      .map(moved),
    inside,
    meaning: bindings.reduce((all, each) => all | each.meaning, 0),
    calls,
    isHoisted: isOnlyType || isDeclaredFunction || declared.declare === true,
    isFunction: isDeclaredFunction || (value !== undefined && isFunction(value)),
  }
}

function areOverloads(before: Piece, piece: Piece): boolean {
  const [first] = before.bindings
  const [second] = piece.bindings
  return (
    first?.name === second?.name &&
    [before, piece].every((each) => each.isFunction && each.isHoisted && each.meaning === VALUE)
  )
}

function joined(before: Piece, piece: Piece): Piece {
  const offset = before.text.length
  const moved = <Each extends Span>(each: Each): Each => ({
    ...each,
    start: each.start + offset,
    end: each.end + offset,
  })
  return {
    ...before,
    text: before.text + piece.text,
    exportWords: [...before.exportWords, ...piece.exportWords.map(moved)],
    bindings: [...before.bindings, ...piece.bindings.map(moved)],
    references: [...before.references, ...piece.references.map(moved)],
    inside: new Set([...before.inside, ...piece.inside]),
  }
}

function specifierOf(node: SyntaxNode): string | undefined {
  const value = nodeIn(node, 'source')?.value
  return typeof value === 'string' ? value : undefined
}

function importOf(node: SyntaxNode, specifier: string): Import {
  if (node.type === 'ImportDefaultSpecifier') return { specifier, name: 'default' }
  if (node.type === 'ImportNamespaceSpecifier') return { specifier, name: '*' }
  return { specifier, name: nameOf(nodeIn(node, 'imported')) }
}

/** A comment behind a statement, in the same line, belongs to that statement. */
function endOfLine(text: string, end: number): number {
  const [rest = ''] = /^[^\S\n]*(?:\/\/.*)?/.exec(text.slice(end, end + 400)) ?? []
  return end === 0 ? 0 : end + rest.length
}

/** The first line of a statement, for messages. */
function shown(text: string, { start, end }: SyntaxNode): string {
  const [line = ''] = text.slice(start, Math.min(end, start + 60)).split('\n')
  return `\`${line.replaceAll('`', "'")}\``
}

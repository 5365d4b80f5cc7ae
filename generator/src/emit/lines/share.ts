import path from 'node:path'
import type { EmitterModule } from '../emitter-api/emitter-files.js'
import { byName, createImports } from '../typescript/imports.js'
import { exportFrom, KINDS, type Statement } from '../typescript/structures.js'
import { findEqual, type Modules, readModules, referenceOf } from './find-equal.js'
import { type Piece, type ReadModule, targetOf } from './read-module.js'

/** What is generated from the document of a line: modules with the paths of the package itself. */
export interface LineModules {
  readonly name: string
  readonly modules: readonly EmitterModule[]
  /** Paths of the modules that can be imported under their own names. */
  readonly entries: ReadonlySet<string>
}

export interface SharedModules {
  /** The modules of the package itself. */
  readonly main: readonly EmitterModule[]
  /** The modules of all lines, each in the folder of its line. */
  readonly lines: readonly EmitterModule[]
}

/** The folder of the modules whose inner declarations lines need. It cannot be the name of a line. */
const SHARED = 'shared'

/**
 * Declarations that are equal in the package and in one of its lines are declared once, in the package itself: modules
 * of the line import or re-export them, and what is left of a module is in the folder of the line. Nothing of the
 * package itself refers to a line. A module that nothing is left of is no file, unless it is an entry.
 */
export function shareDeclarations(
  mainModules: readonly EmitterModule[],
  lines: readonly LineModules[],
): SharedModules {
  const main = readModules(mainModules)
  const inner = new Map<string, Set<string>>()
  const mainPackage = { main, inner }
  const makers = lines.flatMap((each) => makersOfLine(each, mainPackage))
  // Where the inner declarations are is only known when all lines have been read.
  const written = makers.map((make) => make()).flatMap((each) => each ?? [])
  const own = mainModules.flatMap((module) => splitModule(module, main, inner))
  return { main: own, lines: written }
}

interface MainPackage {
  readonly main: Modules
  /** What modules of the package itself have to export for lines, by path. */
  readonly inner: Map<string, Set<string>>
}

function makersOfLine(
  { name, modules, entries }: LineModules,
  { main, inner }: MainPackage,
): (() => EmitterModule | undefined)[] {
  const line = readModules(modules)
  const equal = findEqual(main, line)
  const kept = new Set(entries)
  for (const { module, pieces } of line.values())
    if (module.path !== INDEX)
      for (const target of pieces.flatMap((each) => each.neighbours)) kept.add(target)
  for (const there of line.values()) {
    for (const piece of there.pieces) {
      if (equal.has(piece)) continue
      for (const word of piece.words) {
        const target = referenceOf(line, there, word)?.target
        if (!target || target.piece.isExported || !equal.has(target.piece)) continue
        inner.set(target.path, (inner.get(target.path) ?? new Set()).add(word))
      }
    }
  }
  const homeOf = (target: string, piece: Piece | undefined): string => {
    if (piece && equal.has(piece)) return homeInMain(target, inner)
    // Anything else is no file of the package.
    return line.has(target) ? inLine(target, name) : target
  }
  return [...line.values()].map((there) => () => {
    const { module } = there
    if (module.path === INDEX) return indexOfLine(there, line, homeOf, inLine(INDEX, name))
    const left = there.pieces.filter((each) => !equal.has(each))
    const again = kept.has(module.path)
      ? reexports(there, equal, specifierTo(inLine(module.path, name), module.path))
      : []
    if (left.length + again.length === 0) return undefined
    const at = inLine(module.path, name)
    const imports = importsOf(left, { there, line, at, homeOf })
    const own = left.flatMap((each) => each.statements)
    return left.length === 0
      ? { path: at, imports: [], statements: again, ...internalOf(module) }
      : { ...module, path: at, imports, statements: [...again, ...own] }
  })
}

const INDEX = 'src/index.ts'

function inLine(file: string, line: string): string {
  return file.replace(/^src\//, `src/${line}/`)
}

/** `src/types.ts`, or `src/shared/types.ts` if lines need more of it than it exports. */
function homeInMain(file: string, inner: ReadonlyMap<string, unknown>): string {
  return inner.has(file) ? inLine(file, SHARED) : file
}

function internalOf({ internal }: EmitterModule): Pick<EmitterModule, 'internal'> {
  return internal ? { internal } : {}
}

interface Sharing {
  readonly there: ReadModule
  readonly line: Modules
  readonly at: string
  readonly homeOf: (target: string, piece: Piece | undefined) => string
}

/** The imports of what is left of a module: from other modules of the line, and from the package itself. */
function importsOf(pieces: readonly Piece[], { there, line, at, homeOf }: Sharing) {
  const imports = createImports()
  const left = new Set(pieces)
  const used = new Set(pieces.flatMap((each) => [...each.words]))
  const add = (local: string, name: string, from: string, isType: boolean): void => {
    if (name === 'default') imports.standard(local, from)
    else if (name !== local) imports.renamed(name, local, from, isType ? 'type' : 'value')
    else if (isType) imports.type(name, from)
    else imports.value(name, from)
  }
  for (const [local, { specifier, name, isType }] of there.imports) {
    if (!used.has(local) || there.pieceOf(local)) continue
    const target = targetOf(there.module.path, specifier)
    const piece = referenceOf(line, there, local)?.target?.piece
    const from = target === undefined ? specifier : specifierTo(at, homeOf(target, piece))
    add(local, name, from, isType)
  }
  for (const word of [...used].sort(byName)) {
    const piece = there.pieceOf(word)
    if (!piece || left.has(piece)) continue
    add(word, word, specifierTo(at, homeOf(there.module.path, piece)), piece.isType)
  }
  return imports.structures()
}

/** `./types.js`, `../types.js` */
function specifierTo(from: string, target: string): string {
  const file = path.posix.relative(path.posix.dirname(from), target).replace(/\.ts$/, '.js')
  return file.startsWith('.') ? file : `./${file}`
}

/** What an entry of a line has from the package itself. */
function reexports(there: ReadModule, equal: ReadonlySet<Piece>, from: string): Statement[] {
  const pieces = there.pieces.filter((each) => each.isExported && equal.has(each))
  if (there.isWhole) return pieces.map(() => exportFrom(from, []))
  return exportLists(pieces, from)
}

function exportLists(pieces: readonly Piece[], from: string): Statement[] {
  return [true, false].flatMap((isType) => {
    const names = pieces.filter((each) => each.isType === isType).flatMap(({ names }) => names)
    return names.length === 0 ? [] : [exportFrom(from, names.sort(byName), isType)]
  })
}

/** The list of exports of a line: each name from where it is declared. */
function indexOfLine(
  { module }: ReadModule,
  line: Modules,
  homeOf: Sharing['homeOf'],
  at: string,
): EmitterModule {
  const statements = module.statements.flatMap((each): Statement[] => {
    if (typeof each === 'string' || each.kind !== KINDS.export) return [each]
    const { moduleSpecifier = '', namedExports, isTypeOnly = false } = each
    const target = targetOf(module.path, moduleSpecifier)
    if (target === undefined || !Array.isArray(namedExports)) return [each]
    const there = line.get(target)
    const byHome = new Map<string, string[]>()
    for (const name of namedExports.map(String)) {
      const piece = there?.isWhole ? there.pieces[0] : there?.pieceOf(name)
      const home = specifierTo(at, homeOf(target, piece))
      byHome.set(home, [...(byHome.get(home) ?? []), name])
    }
    return [...byHome].map(([home, names]) => exportFrom(home, names, isTypeOnly))
  })
  return { ...module, path: at, statements }
}

/** A module whose inner declarations lines need: all of it for them, and what it exports for everybody. */
function splitModule(
  module: EmitterModule,
  main: Modules,
  inner: ReadonlyMap<string, ReadonlySet<string>>,
): EmitterModule[] {
  const names = inner.get(module.path)
  const read = main.get(module.path)
  if (!names || !read) return [module]
  const at = inLine(module.path, SHARED)
  const statements = read.pieces.flatMap((piece) =>
    piece.names.some((name) => names.has(name)) ? piece.statements.map(exported) : piece.statements,
  )
  const imports = importsOf(read.pieces, {
    there: read,
    line: main,
    at,
    homeOf: (target) => homeInMain(target, inner),
  })
  const lists = exportLists(
    read.pieces.filter((each) => each.isExported),
    specifierTo(module.path, at),
  )
  return [
    { ...module, path: at, imports, statements, internal: true },
    { path: module.path, imports: [], statements: lists, ...internalOf(module) },
  ]
}

function exported(statement: Statement): Statement {
  if (typeof statement === 'string')
    return statement.replace(/(?:^|\n)(?=(?:const|type|interface) )/, '$&export ')
  if (statement.kind === KINDS.export) return statement
  return { ...statement, isExported: true }
}

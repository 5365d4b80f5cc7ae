import type { EmitterModule } from '../emitter-api/emitter-files.js'
import { type Piece, type ReadModule, readModule, targetOf } from './read-module.js'

/** The modules of a package, or of one of its lines, by path. */
export type Modules = ReadonlyMap<string, ReadModule>

export function readModules(modules: readonly EmitterModule[]): Modules {
  return new Map(modules.map((module) => [module.path, readModule(module)]))
}

/** What a word in a module refers to. */
export interface Reference {
  /** The same in two packages if it is the same declaration of the same module. */
  readonly key: string
  /** Absent for what the package does not declare itself. */
  readonly target?: { readonly path: string; readonly piece: Piece }
}

/** `undefined` for names of the platform, and for words that are no references. */
export function referenceOf(
  modules: Modules,
  { module, pieceOf, imports }: ReadModule,
  word: string,
): Reference | undefined {
  const own = pieceOf(word)
  if (own) return { key: `${module.path}#${word}`, target: { path: module.path, piece: own } }
  const imported = imports.get(word)
  if (!imported) return undefined
  const { specifier, name } = imported
  const path = targetOf(module.path, specifier)
  if (path === undefined) return { key: `${specifier}#${name}` }
  const there = modules.get(path)
  const piece = there?.isWhole ? there.pieces[0] : there?.pieceOf(name)
  return { key: `${path}#${name}`, ...(piece ? { target: { path, piece } } : {}) }
}

/**
 * The declarations of a line that are those of the package itself: with the same text, and with the same meaning of
 * every name in it. Those that only differ in what they refer to are found by following the references backwards.
 */
export function findEqual(main: Modules, line: Modules): ReadonlySet<Piece> {
  const equal = new Set<Piece>()
  const usedBy = new Map<Piece, Piece[]>()
  for (const [path, there] of line) {
    const here = main.get(path)
    if (!here || there.isWhole !== here.isWhole) continue
    for (const piece of there.pieces) {
      const twin = there.isWhole ? here.pieces[0] : here.pieceOf(piece.names[0] ?? '')
      if (twin?.text !== piece.text) continue
      const references = [...piece.words].map(
        (word) => [referenceOf(line, there, word), referenceOf(main, here, word)?.key] as const,
      )
      if (references.some(([found, key]) => found?.key !== key)) continue
      equal.add(piece)
      const targets = [
        ...references.flatMap(([found]) => found?.target?.piece ?? []),
        ...piece.neighbours.flatMap((each) => line.get(each)?.pieces ?? []),
      ]
      for (const target of targets) {
        const users = usedBy.get(target) ?? []
        users.push(piece)
        usedBy.set(target, users)
      }
    }
  }
  const all = [...line.values()].flatMap(({ pieces }) => pieces)
  // What is added during the iteration is visited, too.
  const different = new Set(all.filter((each) => !equal.has(each)))
  for (const each of different) for (const user of usedBy.get(each) ?? []) different.add(user)
  return new Set(all.filter((each) => !different.has(each)))
}

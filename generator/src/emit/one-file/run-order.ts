import type { Declared, Program } from './program.js'
import type { Piece } from './source-module.js'
import { VALUE } from './syntax.js'

/**
 * The pieces that have to run before a piece, as far as they are no functions: these are there from the beginning. A
 * piece that calls something needs whatever the called functions may use.
 */
export function neededBefore(
  program: Program,
  whereOf: (declared: Declared) => readonly Piece[],
): (piece: Piece) => readonly Piece[] {
  const known = new Map<Piece, readonly Piece[]>()

  const valuesOf = (piece: Piece, withLate: boolean): Piece[] =>
    piece.references
      .filter(({ meaning, isLate }) => (meaning & VALUE) !== 0 && (withLate || !isLate))
      .flatMap((reference) => {
        const target = program.target(piece, reference)
        return target ? whereOf(target) : []
      })

  return (piece) => {
    const before = known.get(piece)
    if (before) return before
    const found = new Set<Piece>(piece.isHoisted ? [] : valuesOf(piece, piece.calls))
    // What is called, or made, runs now: with all that it uses.
    for (const each of piece.calls ? found : [])
      for (const used of valuesOf(each, true)) found.add(used)
    found.delete(piece)
    const needed = [...found].filter((each) => !each.isHoisted)
    known.set(piece, needed)
    return needed
  }
}

/**
 * Each section in its order. A piece that has to run earlier than its section does is in the section that needs it, in
 * front of what needs it.
 */
export function inOrder(
  sections: readonly (readonly Piece[])[],
  needed: (piece: Piece) => readonly Piece[],
): readonly (readonly Piece[])[] {
  const own = new Set(sections.flat())
  const begun = new Set<Piece>()
  return sections.map((pieces) => {
    const done: Piece[] = []
    const add = (piece: Piece): void => {
      // Functions that only use each other when they are called end here.
      if (begun.has(piece)) return
      begun.add(piece)
      for (const each of needed(piece)) if (own.has(each)) add(each)
      done.push(piece)
    }
    for (const piece of pieces) add(piece)
    return done
  })
}

/** Everything that these pieces need to run before them. */
export function allNeeded(
  pieces: readonly Piece[],
  needed: (piece: Piece) => readonly Piece[],
): ReadonlySet<Piece> {
  const found = new Set(pieces.flatMap(needed))
  for (const piece of found) for (const each of needed(piece)) found.add(each)
  return found
}

import { freeName } from '../../model/names.js'
import type { Declared, Program } from './program.js'
import type { Meaning } from './syntax.js'

/** A declaration, and what the file exports it as. */
export interface Public {
  readonly declared: Declared
  readonly exported: string
}

/**
 * One table of names for everything in the file. What is exported keeps its name, unless that would hide something of the
 * platform from other code in the file; everything else makes way, the runtime last.
 */
export function allotNames(
  program: Program,
  reached: readonly Declared[],
  publics: readonly Public[],
): ReadonlyMap<Declared, string> {
  const { platform, seen } = readSurroundings(program, reached)
  const names = new Map<Declared, string>()
  const taken = new Set<string>()
  const allot = (declared: Declared, wanted: string): void => {
    if (names.has(declared)) return
    const refused = new Set(taken)
    const own = seen.get(declared) ?? []
    const isHidden = (name: string): boolean =>
      ((platform.get(name) ?? 0) & declared.meaning) !== 0 ||
      own.some(({ written, inside }) => written !== name && inside.has(name))
    let name = freeName(wanted, refused)
    while (isHidden(name)) {
      refused.add(name)
      name = freeName(name, refused)
    }
    names.set(declared, name)
    taken.add(name)
  }
  for (const { declared, exported } of publics) allot(declared, exported)
  // What the emitters wrote comes before the runtime: the order in which they are reached mixes them.
  for (const declared of reached) allot(declared, declared.name)
  return names
}

interface Seen {
  /** The name under which a piece has it, and the names that the piece declares inside. */
  readonly written: string
  readonly inside: ReadonlySet<string>
}

interface Surroundings {
  /** Names of the platform that some code of the file uses, with what they mean there. */
  readonly platform: ReadonlyMap<string, Meaning>
  readonly seen: ReadonlyMap<Declared, readonly Seen[]>
}

function readSurroundings(program: Program, reached: readonly Declared[]): Surroundings {
  const platform = new Map<string, Meaning>()
  const seen = new Map<Declared, Seen[]>()
  for (const { pieces } of reached) {
    for (const piece of pieces) {
      for (const reference of piece.references) {
        const { name, meaning } = reference
        const target = program.target(piece, reference)
        if (target)
          seen.set(target, [...(seen.get(target) ?? []), { written: name, inside: piece.inside }])
        else platform.set(name, (platform.get(name) ?? 0) | meaning)
      }
    }
  }
  return { platform, seen }
}

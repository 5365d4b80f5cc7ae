import { NotInOneFile } from './not-in-one-file.js'
import type { Reference } from './reference-recorder.js'
import type { Piece, SourceModule } from './source-module.js'
import type { Meaning } from './syntax.js'

/** What a name of a module stands for: all statements that declare it. */
export interface Declared {
  readonly file: string
  readonly name: string
  readonly pieces: readonly Piece[]
  readonly meaning: Meaning
}

export interface Sources {
  readonly load: (file: string) => SourceModule
  /** The file that declares what another one imports; `undefined` for what is in another package. */
  readonly find: (
    from: string,
    specifier: string,
    name: string,
  ) => { readonly file: string; readonly name: string } | undefined
}

/** Modules as one program, of which only what is needed is read. */
export interface Program {
  /** What a module declares or imports under a name; `undefined` if the platform has it. */
  readonly resolve: (file: string, name: string) => Declared | undefined
  /** What a reference of a piece stands for. */
  readonly target: (piece: Piece, reference: Reference) => Declared | undefined
  /** Everything that these need, themselves included, in the order in which it is found. */
  readonly reach: (roots: readonly Declared[]) => ReadonlySet<Declared>
}

export function createProgram({ load, find }: Sources): Program {
  const tables = new Map<string, ReadonlyMap<string, Declared>>()

  const tableOf = (file: string): ReadonlyMap<string, Declared> => {
    const known = tables.get(file) ?? declaredIn(load(file))
    tables.set(file, known)
    return known
  }

  const resolve = (
    file: string,
    name: string,
    way: readonly string[] = [],
  ): Declared | undefined => {
    const own = tableOf(file).get(name)
    if (own) return own
    const { imports, passed } = load(file)
    const taken = imports.get(name)
    const given = taken ? undefined : passed.find(({ exported }) => exported === name)
    const from = taken ?? given
    if (!from) return undefined
    const step = `${file} ${name}`
    if (way.includes(step)) throw new NotInOneFile(`${name} of ${file} leads to itself`)
    if (from.specifier === undefined) return resolve(file, from.name, [...way, step])
    const found = find(file, from.specifier, from.name)
    const declared = found && resolve(found.file, found.name, [...way, step])
    if (declared) return declared
    throw new NotInOneFile(`${file} imports \`${from.name}\` of ${from.specifier}`)
  }

  const target = (piece: Piece, { name, meaning }: Reference): Declared | undefined => {
    const found = resolve(piece.file, name)
    // A type of the document hides no value of the platform, and the other way round.
    return found && (found.meaning & meaning) !== 0 ? found : undefined
  }

  const reach = (roots: readonly Declared[]): ReadonlySet<Declared> => {
    const found = new Set(roots)
    // What is added is visited, too.
    for (const { file, pieces } of found) {
      for (const piece of pieces) {
        // One statement may declare several names.
        for (const { name } of piece.bindings) {
          const beside = tableOf(file).get(name)
          if (beside) found.add(beside)
        }
        for (const reference of piece.references) {
          const needed = target(piece, reference)
          if (needed) found.add(needed)
        }
      }
    }
    return found
  }

  return { resolve: (file, name) => resolve(file, name), target, reach }
}

function declaredIn({ file, pieces }: SourceModule): ReadonlyMap<string, Declared> {
  const byName = new Map<string, Piece[]>()
  for (const piece of pieces) {
    for (const name of new Set(piece.bindings.map((each) => each.name)))
      byName.set(name, [...(byName.get(name) ?? []), piece])
  }
  return new Map(
    [...byName].map(([name, own]) => [
      name,
      { file, name, pieces: own, meaning: own.reduce((all, each) => all | each.meaning, 0) },
    ]),
  )
}

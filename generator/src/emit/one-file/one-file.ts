import path from 'node:path'
import { createRuntimeFiles, type RuntimeSources } from '../inline-runtime/runtime-files.js'
import { moduleText } from '../typescript/print.js'
import type { EmittedModule, Statement } from '../typescript/structures.js'
import { allotNames, type Public } from './allot-names.js'
import { createProgram, type Declared, type Program } from './program.js'
import { renderPiece, type Written } from './render-piece.js'
import { allNeeded, inOrder, neededBefore } from './run-order.js'
import { fileHeading, heading, RUNTIME, SECTIONS, type SectionName, sectionOf } from './sections.js'
import { type Piece, readSource, type SourceModule } from './source-module.js'

export interface OneFileParts {
  /** All modules of the package, the index among them. */
  readonly modules: readonly EmittedModule[]
  /** Paths of those that are entry points: what they export is exported, too. */
  readonly entries: readonly string[]
  /** The same of modules whose exports the index has in a table: they are exported as far as their names are free. */
  readonly tables: readonly string[]
  readonly runtime: RuntimeSources
}

/** An export of an entry point under another name, because the document has its own. */
export interface MovedName {
  readonly name: string
  readonly as: string
}

export interface OneFile {
  readonly statements: readonly Statement[]
  readonly moved: readonly MovedName[]
}

const INDEX = 'src/index.ts'

/** Says nothing in a file that has its runtime with it. */
const NOT_NEEDED = new Set(['CodeFormat'])

/**
 * Joins the modules of a package and what they use of the runtime to one module without imports. Nothing is in it that
 * its exports do not need.
 */
export function joinModules(parts: OneFileParts): OneFile {
  const { modules } = parts
  const { program, sourceOf } = read(modules, parts.runtime)
  const { publics, moved } = publicNames(program, sourceOf, parts)
  const found = [...program.reach(publics.map(({ declared }) => declared))]
  const isRuntime = ({ file }: Declared): boolean => file.startsWith(RUNTIME)
  const reached = [...found.filter((each) => !isRuntime(each)), ...found.filter(isRuntime)]
  const names = allotNames(program, reached, publics)
  const exports = new Map<Declared, string[]>()
  for (const { declared, exported } of publics)
    exports.set(declared, [...(exports.get(declared) ?? []), exported])
  const written: Written = {
    nameOf: (declared) => names.get(declared) ?? declared.name,
    exportsOf: (declared) => exports.get(declared) ?? [],
  }
  return { statements: statementsOf(program, reached, { modules, sourceOf, written }), moved }
}

type SourceOf = (file: string) => SourceModule

function read(
  modules: readonly EmittedModule[],
  runtime: RuntimeSources,
): { readonly program: Program; readonly sourceOf: SourceOf } {
  const own = new Map(modules.map((module) => [module.path, module]))
  const files = createRuntimeFiles(runtime)
  const sources = new Map<string, SourceModule>()
  const sourceOf: SourceOf = (file) => {
    const known = sources.get(file)
    if (known) return known
    const module = own.get(file)
    const source = module
      ? readSource(file, moduleText(module))
      : readRuntime(file, files.textOf(file.slice(RUNTIME.length)))
    sources.set(file, source)
    return source
  }
  const ofRuntime = (list: string, name: string) => {
    const declared = files.declarationOf(list, name)
    return { file: RUNTIME + declared.file, name: declared.name }
  }
  const program = createProgram({
    load: sourceOf,
    find: (from, specifier, name) => {
      if (from.startsWith(RUNTIME))
        return ofRuntime(files.fileOf(specifier, from.slice(RUNTIME.length)), name)
      if (specifier.startsWith(RUNTIME)) return ofRuntime(files.fileOf(specifier), name)
      const file = path.posix.join(path.posix.dirname(from), specifier).replace(/\.js$/, '.ts')
      return own.has(file) ? { file, name } : undefined
    },
  })
  return { program, sourceOf }
}

/** The files of the runtime, which are the same for every package and every run of `--watch`, with what was read of them. */
const runtimeModules = new Map<string, { readonly text: string; readonly source: SourceModule }>()

/** Parsing the runtime is most of what one file takes. */
function readRuntime(file: string, text: string): SourceModule {
  const known = runtimeModules.get(file)
  if (known?.text === text) return known.source
  const source = readSource(file, text)
  runtimeModules.set(file, { text, source })
  return source
}

/** What the file exports: what the index of a package does, and then what its other entry points do. */
function publicNames(
  program: Program,
  sourceOf: SourceOf,
  { entries, tables }: Pick<OneFileParts, 'entries' | 'tables'>,
) {
  const publics: Public[] = []
  const taken = new Set<string>()
  const moved: MovedName[] = []
  const add = (file: string, name: string, exported: string): void => {
    const declared = program.resolve(file, name)
    if (
      !declared ||
      publics.some((each) => each.declared === declared && each.exported === exported)
    )
      return
    let as = exported
    while (taken.has(as)) as += '_'
    if (as !== exported) moved.push({ name: exported, as })
    taken.add(as)
    publics.push({ declared, exported: as })
  }
  for (const { exported } of sourceOf(INDEX).passed) add(INDEX, exported, exported)
  for (const entry of entries) {
    const { exported, passed } = sourceOf(entry)
    const names = [...exported, ...passed.map((each) => each.exported)]
    for (const name of names) add(entry, name, name)
  }
  for (const table of tables)
    for (const name of sourceOf(table).exported)
      if (!taken.has(name) && !NOT_NEEDED.has(name)) add(table, name, name)
  return { publics, moved }
}

interface Given {
  readonly modules: readonly EmittedModule[]
  readonly sourceOf: SourceOf
  readonly written: Written
}

function statementsOf(
  program: Program,
  reached: readonly Declared[],
  { modules, sourceOf, written }: Given,
): Statement[] {
  const needed = new Set(reached.flatMap(({ pieces }) => pieces))
  const own = modules.map((each) => each.path)
  const ofRuntime = [...new Set([...needed].map(({ file }) => file))]
    .filter((file) => !own.includes(file))
    .sort()
  const all = [...own, ...ofRuntime].flatMap((file) =>
    sourceOf(file).pieces.filter((piece) => needed.has(piece)),
  )
  const before = neededBefore(program, ({ pieces }) => pieces.filter((each) => needed.has(each)))
  const isRuntime = ({ file }: Piece): boolean => file.startsWith(RUNTIME)
  const early = allNeeded(
    all.filter((piece) => !isRuntime(piece)),
    before,
  )
  const home = (piece: Piece): SectionName =>
    isRuntime(piece) && early.has(piece) ? 'early' : sectionOf(piece)
  const sections = SECTIONS.map(({ name }) => all.filter((piece) => home(piece) === name))
  return inOrder(sections, before).flatMap((pieces, index) =>
    pieces.map((piece, at) => {
      const above = [
        ...(at === 0 ? [heading(SECTIONS[index]?.title ?? '')] : []),
        ...(isRuntime(piece) && piece.file !== pieces[at - 1]?.file ? [fileHeading(piece)] : []),
      ]
      return [...above, renderPiece(program, piece, written)].join('\n\n')
    }),
  )
}

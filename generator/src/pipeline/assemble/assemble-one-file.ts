import type { LoadedEmitter } from '../../config/emitters.js'
import { type Diagnostic, Fault } from '../../diagnostics/diagnostic.js'
import type { EmitterModule } from '../../emit/emitter-api/emitter-files.js'
import type { Memory } from '../../emit/memory.js'
import { header } from '../../emit/module-scope.js'
import { NotInOneFile } from '../../emit/one-file/not-in-one-file.js'
import { namesOf } from '../../emit/package/runtime-exports.js'
import { loadFormatter } from '../../emit/typescript/layout.js'
import { beginModule } from '../../emit/typescript/print.js'
import { type AssembledPackage, repeated } from './assemble-package.js'
import type { DescribedPackage } from './emit-lines.js'
import { type EmittedPackage, emitPackage } from './emit-package.js'
import { addedModule } from './module-printer.js'

export interface OneFileOptions {
  readonly emitters?: readonly LoadedEmitter[] | undefined
  readonly memory?: Memory
  readonly unformatted?: boolean
}

/** Modules whose exports the index has as one table. */
const TABLES = ['src/operations.ts', 'src/methods.ts']

/** In the index, too. */
const ALSO_INDEX = [...TABLES, 'src/history.ts']

/** Assembles the modules of a document, and what they use of the runtime, as one file of this name. */
export async function assembleOneFile(
  { view, document }: DescribedPackage,
  name: string,
  { emitters = [], memory, unformatted }: OneFileOptions = {},
): Promise<AssembledPackage> {
  const isFormatted = await loadFormatter(unformatted)
  const modules: EmitterModule[] = []
  const take = async (module: EmitterModule) => {
    modules.push(module)
    return addedModule(module)
  }
  const emitted = await emitPackage(view, { document, memory }, emitters, take)
  refusePages(emitted)
  // The parser and the sources are only loaded when they are needed.
  const { joinModules } = await import('../../emit/one-file/one-file.js')
  const { readRuntimeSources } = await import('./runtime-sources.js')
  const { hidden, kept, exported } = emitted
  const twice = repeated(exported.flatMap(namesOf))
  const entries = emitted.entries.map((entry) => `src/${entry}.ts`)
  const runtime = await readRuntimeSources()
  const { statements, moved } = orFault(() =>
    joinModules({
      modules,
      entries: entries.filter((each) => !ALSO_INDEX.includes(each)),
      tables: entries.filter((each) => TABLES.includes(each)),
      runtime,
    }),
  )
  const libraries = [...new Set(modules.flatMap((each) => each.libraries ?? []))]
  // A file without exports would be no module.
  const all = statements.length > 0 ? statements : ['export {}']
  const module = { path: name, imports: [], statements: all, libraries }
  const { path, text, faults } = await (await beginModule(module, header(view), memory))()
  return {
    files: [{ path, text }],
    broken: faults.map((fault) => ({ path, ...fault })),
    names: [{ model: view.model, hidden: [], kept: [...hidden, ...kept], twice }],
    moved,
    refused: emitted.added.refused,
    peers: [],
    isFormatted,
  }
}

/** A page, or a file of any other kind, would be one file more. */
function refusePages({ added }: Pick<EmittedPackage, 'added'>): void {
  const [page] = added.pages
  if (page) throw new Fault(notInside(`${page.path} is no module`))
}

function orFault<Result>(join: () => Result): Result {
  try {
    return join()
  } catch (error) {
    throw error instanceof NotInOneFile ? new Fault(notInside(error.message)) : error
  }
}

function notInside(why: string): Diagnostic {
  return {
    code: 'TW7010',
    severity: 'error',
    message: `not all that is emitted can be in one file: ${why}`,
    help: 'One file imports nothing and has nothing beside it. Leave the emitter out of `emit`, or choose `output: "package"`.',
  }
}

import type { EmitterModule } from '../../emit/emitter-api/emitter-files.js'
import { RUNTIME_HEADER } from '../../emit/generated-file.js'
import type { InlinedModules } from '../../emit/inline-runtime/inline-runtime.js'
import type { Memory } from '../../emit/memory.js'
import type { ModuleExports } from '../../emit/package/index-file.js'
import { exportedNames } from '../../emit/typescript/exported-names.js'
import { withImportExtension } from '../../emit/typescript/import-extension.js'
import { beginModule, type PrintedModule, printModules } from '../../emit/typescript/print.js'
import type { EmittedModule } from '../../emit/typescript/structures.js'
import type { ImportExtension } from '../../model/import-extension.js'
import type { PackageView } from '../../view/package-view.js'
import type { PackagePart, PartContext } from './parts.js'

/** How the modules of a package import others. */
export interface Surroundings {
  readonly importExtension: ImportExtension
  /** Whether the required files of the runtime are copied into the sources. */
  readonly inlinesRuntime: boolean
}

/** The data needed to print a module. Its structures are not kept. */
export interface AddedModule {
  readonly path: string
  readonly exports: ModuleExports
  /** Set if it is not an entry point of the package. */
  readonly internal: boolean
}

/** The modules of a part. */
export interface AddedPart {
  readonly part: PackagePart
  readonly modules: readonly AddedModule[]
}

/**
 * Prints modules as soon as they are complete, in the threads of the formatter, while others are
 * generated.
 */
export interface ModulePrinter {
  readonly add: (module: EmitterModule) => Promise<AddedModule>
  /** The texts of all these modules, and the files of the runtime that are copied with them. */
  readonly texts: (modules: readonly AddedModule[]) => Promise<PrintedModule[]>
}

/**
 * The longest modules, which are emitted first: they are formatted while the others are emitted. Before all others
 * `schema.ts`, the only one that is formatted in one piece.
 */
const LONGEST = ['schema', 'validate', 'decode']

function longestFirst(parts: readonly PackagePart[]): PackagePart[] {
  const rank = ({ name }: PackagePart): number => {
    const index = LONGEST.indexOf(name)
    return index < 0 ? LONGEST.length : index
  }
  return [...parts].sort((a, b) => rank(a) - rank(b))
}

export function createModulePrinter(
  header: string,
  { importExtension, inlinesRuntime }: Surroundings,
  memory?: Memory,
): ModulePrinter {
  const whole = new Map<string, EmittedModule>()
  const texts = new Map<string, () => Promise<PrintedModule>>()

  const begin = (module: EmittedModule): Promise<() => Promise<PrintedModule>> =>
    beginModule(withImportExtension(module, importExtension), header, memory)

  return {
    add: async (module) => {
      // The files of the runtime to copy depend on all modules together.
      if (inlinesRuntime) whole.set(module.path, module)
      else texts.set(module.path, await begin(module))
      return addedModule(module)
    },
    texts: async (modules) => {
      if (!inlinesRuntime)
        return Promise.all(modules.flatMap(({ path }) => texts.get(path)?.() ?? []))
      const own = modules.flatMap(({ path }) => whole.get(path) ?? [])
      const inlined = await withRuntime(own, importExtension)
      const printed = await Promise.all(
        inlined.modules.map(async (module) => (await begin(module))()),
      )
      return [...printed, ...(await printModules(inlined.copied, RUNTIME_HEADER))]
    },
  }
}

/** Files of the runtime are only read and parsed if they are copied. */
async function withRuntime(
  modules: readonly EmittedModule[],
  extension: ImportExtension,
): Promise<InlinedModules> {
  const { inlineRuntime } = await import('../../emit/inline-runtime/inline-runtime.js')
  const { readRuntimeSources } = await import('./runtime-sources.js')
  return inlineRuntime(modules, await readRuntimeSources(), extension)
}

export function addedModule(module: EmitterModule): AddedModule {
  const { path, internal = false } = module
  const exports = { from: `./${moduleName(module)}.js`, ...exportedNames(module) }
  return { path, internal, exports }
}

/** Emits parts, one after the other. The result has the order of the parts. */
export async function emitParts(
  parts: readonly PackagePart[],
  view: PackageView,
  context: PartContext,
  take: (module: EmitterModule) => Promise<AddedModule>,
): Promise<AddedPart[]> {
  const taken = new Map<PackagePart, AddedModule[]>()
  for (const part of longestFirst(parts)) {
    const emitted = await part.emit(view, context)
    const modules: AddedModule[] = []
    // The formatter's threads begin while the next part is emitted.
    for (const module of [emitted ?? []].flat()) modules.push(await take(module))
    taken.set(part, modules)
  }
  return parts.map((part) => ({ part, modules: taken.get(part) ?? [] }))
}

/** `types` for `src/types.ts`. */
export function moduleName({ path }: Pick<EmittedModule, 'path'>): string {
  return path.replace(/^src\//, '').replace(/\.ts$/, '')
}

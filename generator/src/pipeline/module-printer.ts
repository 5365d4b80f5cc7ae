import type { EmitterModule } from '../emit/door/emitter-files.js'
import type { InlinedModules } from '../emit/inline-runtime/inline-runtime.js'
import type { Memory } from '../emit/memory.js'
import { RUNTIME_HEADER } from '../emit/module-scope.js'
import type { ModuleExports } from '../emit/package/index-file.js'
import { exportedNames } from '../emit/typescript/exported-names.js'
import { withImportExtension } from '../emit/typescript/import-extension.js'
import { beginModule, type PrintedModule, printModules } from '../emit/typescript/print.js'
import type { EmittedModule } from '../emit/typescript/structures.js'
import type { ImportExtension } from '../model/import-extension.js'

/** How the modules of a package import others. */
export interface Surroundings {
  readonly importExtension: ImportExtension
  /** Whether the required files of the runtime are copied into the sources. */
  readonly inlinesRuntime: boolean
}

/** The data needed to print a module. Its structures are not kept. */
export interface TakenModule {
  readonly path: string
  readonly exports: ModuleExports
  /** Set if it is not an entry point of the package. */
  readonly internal: boolean
}

/**
 * Prints modules as soon as they are complete, in the threads of the formatter, while others are
 * generated.
 */
export interface ModulePrinter {
  readonly add: (...modules: readonly (EmitterModule | undefined)[]) => Promise<TakenModule[]>
  /** The texts of all these modules, and the files of the runtime that are copied with them. */
  readonly texts: (modules: readonly TakenModule[]) => Promise<PrintedModule[]>
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

  const take = async (module: EmitterModule): Promise<TakenModule> => {
    const { path, internal = false } = module
    // The files of the runtime to copy depend on all modules together.
    if (inlinesRuntime) whole.set(path, module)
    else texts.set(path, await begin(module))
    const exports = { from: `./${moduleName(module)}.js`, ...exportedNames(module) }
    return { path, internal, exports }
  }

  return {
    add: async (...modules) => {
      const taken: TakenModule[] = []
      for (const module of modules) if (module) taken.push(await take(module))
      return taken
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
  const { inlineRuntime } = await import('../emit/inline-runtime/inline-runtime.js')
  const { readRuntimeSources } = await import('./runtime-sources.js')
  return inlineRuntime(modules, await readRuntimeSources(), extension)
}

/** `types` for `src/types.ts`. */
export function moduleName({ path }: Pick<EmittedModule, 'path'>): string {
  return path.replace(/^src\//, '').replace(/\.ts$/, '')
}

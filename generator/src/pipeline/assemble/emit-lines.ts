import type { LoadedEmitter } from '../../config/emitters.js'
import { Fault } from '../../diagnostics/diagnostic.js'
import type { EmitterModule } from '../../emit/emitter-api/emitter-files.js'
import { shareDeclarations } from '../../emit/lines/share.js'
import type { Memory } from '../../emit/memory.js'
import type { Document } from '../../source/document.js'
import type { PackageView } from '../../view/package-view.js'
import { type EmittedPackage, emitPackage } from './emit-package.js'
import { type AddedModule, addedModule, moduleName } from './module-printer.js'

/** A document of the package: its own, or that of a line. */
export interface DescribedPackage {
  readonly view: PackageView
  readonly document: Document
}

export interface DescribedLine extends DescribedPackage {
  /** Its folder, and what follows the name of the package in imports: `0.40`. */
  readonly name: string
}

export interface EmittedLines {
  readonly main: EmittedPackage
  readonly lines: readonly EmittedPackage[]
  /** The modules of the package and of all lines, when they share what is equal. */
  readonly taken: readonly AddedModule[]
  /** The entry points of the lines: `0.40/index`, `0.40/validate`. */
  readonly entries: readonly string[]
}

/** Emits a package with lines: all modules are complete before the first of them is printed. */
export async function emitLines(
  { view, document }: DescribedPackage,
  lines: readonly DescribedLine[],
  { emitters, memory }: { readonly emitters: readonly LoadedEmitter[]; readonly memory?: Memory },
  print: (module: EmitterModule) => Promise<AddedModule>,
): Promise<EmittedLines> {
  const emitted = async (each: DescribedPackage) => {
    const modules: EmitterModule[] = []
    const take = async (module: EmitterModule): Promise<AddedModule> => {
      modules.push(module)
      return addedModule(module)
    }
    const context = { document: each.document, memory }
    return { ...(await emitPackage(each.view, context, emitters, take)), modules }
  }
  const main = await emitted({ view, document })
  const others = []
  for (const line of lines) others.push({ name: line.name, ...(await emitted(line)) })
  refuseTakenNames(main.modules, lines)
  const shared = shareDeclarations(
    main.modules,
    others.map(({ name, modules, entries }) => ({
      ...{ name, modules },
      entries: new Set(entries.map((each) => `src/${each}.ts`)),
    })),
  )
  const taken: AddedModule[] = []
  for (const module of [...shared.main, ...shared.lines]) taken.push(await print(module))
  return {
    main,
    lines: others,
    taken,
    entries: others.flatMap(({ name, entries }) =>
      ['index', ...entries].map((each) => `${name}/${each}`),
    ),
  }
}

/** `src/v2.ts` of an emitter, and the folder `src/v2` of a line: both would be `package/v2`. */
function refuseTakenNames(
  modules: readonly EmitterModule[],
  lines: readonly DescribedLine[],
): void {
  const taken = new Set(modules.map((each) => moduleName(each).toLowerCase()))
  const line = lines.find(({ name }) => taken.has(name.toLowerCase()))
  if (!line) return
  throw new Fault({
    code: 'TW7001',
    severity: 'error',
    message: `the line ${line.name} has the name of a module of the package`,
    help: 'Choose another name for the line in `lines`.',
  })
}

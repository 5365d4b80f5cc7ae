import type { ExportedNames } from '../typescript/exported-names.js'
import { byName } from '../typescript/imports.js'
import { type EmittedModule, exportFrom, type Statement } from '../typescript/structures.js'

export interface ModuleExports extends ExportedNames {
  /** The source of the exports: a module of the package, or another package. */
  readonly from: string
}

/** `index.ts` lists all names, so that its exports are visible and nothing is exported by accident. */
export function emitIndex(modules: readonly ModuleExports[]): EmittedModule {
  const lists = modules.flatMap(({ from, types, values }) => [
    ...exportList(from, types, true),
    ...exportList(from, values, false),
  ])
  // A file without imports and exports would not be a module.
  const statements = lists.length > 0 ? lists : ['export {}']
  return { path: 'src/index.ts', imports: [], statements }
}

function exportList(from: string, names: readonly string[], isTypeOnly: boolean): Statement[] {
  return names.length === 0 ? [] : [exportFrom(from, [...names].sort(byName), isTypeOnly)]
}

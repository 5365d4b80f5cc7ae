import { type EmittedFile, header, type PackageView } from '../package-view.js'
import { byName, listText } from '../typescript/imports.js'
import type { ParsedModule } from '../typescript/source.js'

export interface ModuleExports extends Pick<ParsedModule, 'types' | 'values'> {
  /** Where the names come from: a module of the package, or a package. */
  readonly from: string
}

/** `index.ts` lists names: what a package offers can be read, and nothing slips out by a star. */
export function emitIndex(view: PackageView, modules: readonly ModuleExports[]): EmittedFile {
  const lists = modules.flatMap(({ from, types, values }) => [
    ...exportList('export type', types, from),
    ...exportList('export', values, from),
  ])
  // A file without imports and exports would not be a module.
  const body = lists.length > 0 ? lists.join('') : 'export {}\n'
  return { path: 'src/index.ts', text: `${header(view)}\n${body}` }
}

function exportList(head: string, names: readonly string[], from: string): string[] {
  if (names.length === 0) return []
  const sorted = [...names].sort(byName)
  return [`${listText(head, sorted, ` from '${from}'`)}\n`]
}

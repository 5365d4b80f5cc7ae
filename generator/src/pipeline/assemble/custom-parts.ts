import type { LoadedEmitter } from '../../config/emitters.js'
import { type Emitter, isPage } from '../../emit/emitter-api/emitter.js'
import type {
  EmitterFile,
  EmitterModule,
  EmitterPage,
} from '../../emit/emitter-api/emitter-files.js'
import { firstLine, freezeModel, runEmitter } from '../../emit/emitter-api/run-emitter.js'
import { header } from '../../emit/module-scope.js'
import { FormatterMissing } from '../../emit/typescript/layout.js'
import { printMarkdown, printModules } from '../../emit/typescript/print.js'
import type { EmittedModule } from '../../emit/typescript/structures.js'
import type { PackageView } from '../../view/package-view.js'
import type { PackagePart } from './parts.js'

/** A custom emitter whose files cannot be used. */
export interface RefusedEmitter extends Pick<LoadedEmitter, 'emitter' | 'from'> {
  readonly fault: string
}

export interface AddedEntry {
  readonly module: EmitterModule
  readonly peers: readonly string[]
}

/** What custom emitters added besides modules. */
export interface AddedFiles {
  /** The entry points among the modules, and the external packages that they import. */
  readonly entries: readonly AddedEntry[]
  readonly pages: readonly EmitterPage[]
  readonly peers: Readonly<Record<string, string>>
  readonly refused: readonly RefusedEmitter[]
}

/**
 * Custom emitters as parts of the package, which are emitted one after the other, after the built-in ones. Each receives
 * the model, but not the output of other emitters. `added` is known when all are emitted.
 */
export function customParts(
  view: PackageView,
  emitters: readonly LoadedEmitter[],
  known: readonly Pick<EmittedModule, 'path'>[],
): { readonly parts: readonly PackagePart[]; readonly added: () => AddedFiles } {
  if (emitters.length > 0) freezeModel(view.model)
  const taken = new Set(known.map(({ path }) => path))
  const peers = new Map<string, string>()
  const entries: AddedEntry[] = []
  const pages: EmitterPage[] = []
  const refused: RefusedEmitter[] = []
  const emit = async ({ emitter, from, file }: LoadedEmitter): Promise<EmitterModule[]> => {
    const { files, fault } = await runEmitter(emitter, view, { taken, file, from })
    const wrong = fault ?? (await syntaxFault(files, header(view))) ?? wrongPeer(peers, emitter)
    if (wrong !== undefined) {
      refused.push({ emitter, from, fault: wrong })
      return []
    }
    const modules = files.flatMap((each) => (isPage(each) ? [] : [each]))
    pages.push(...files.filter(isPage))
    const imported = Object.keys(emitter.peers ?? {})
    for (const module of modules) if (!module.internal) entries.push({ module, peers: imported })
    for (const { path } of files) taken.add(path)
    for (const [name, range] of Object.entries(emitter.peers ?? {})) peers.set(name, range)
    return modules
  }
  const parts = emitters.map((loaded): PackagePart => {
    // A part that it needs and that is missing is reported, instead of leaving the emitter out.
    return { name: loaded.emitter.name, kind: 'entry', needs: [], emit: () => emit(loaded) }
  })
  const added = (): AddedFiles => {
    return { entries, pages, peers: Object.fromEntries([...peers].sort(byName)), refused }
  }
  return { parts, added }
}

/** Syntax errors. The files of each emitter are printed separately, so that the error can name the emitter. */
async function syntaxFault(
  files: readonly EmitterFile[],
  headerText: string,
): Promise<string | undefined> {
  try {
    const modules = files.flatMap((file) => (isPage(file) ? [] : [file]))
    const pages = files.filter(isPage).filter(isMarkdown).map(printMarkdown)
    const printed = [...(await printModules(modules, headerText)), ...(await Promise.all(pages))]
    const [fault] = printed.flatMap(({ path, faults }) =>
      faults.map(({ line, message }) => `${path}:${line}: ${message}`),
    )
    return fault
  } catch (error) {
    if (error instanceof FormatterMissing) throw error
    return `its structures cannot be printed: ${firstLine(error)}`
  }
}

/** Pages, with their exact text. */
export async function printPages(pages: readonly EmitterPage[]): Promise<EmitterPage[]> {
  return Promise.all(pages.map(async (page) => (isMarkdown(page) ? printMarkdown(page) : page)))
}

function isMarkdown({ path }: EmitterPage): boolean {
  return path.endsWith('.md')
}

/** Packages that generated ones depend on, with a matching version range. */
const OURS = ['@tagwire/runtime', 'openapi-fetch']

function wrongPeer(
  known: ReadonlyMap<string, string>,
  { peers = {} }: Pick<Emitter, 'peers'>,
): string | undefined {
  const own = OURS.find((name) => Object.hasOwn(peers, name))
  if (own !== undefined) return `its peer ${own} is already a dependency of generated packages`
  const other = Object.entries(peers).find(([name, range]) => (known.get(name) ?? range) !== range)
  if (!other) return undefined
  const [name, range] = other
  return `it wants ${name} ${range}, and another emitter ${known.get(name)}`
}

function byName([left]: readonly [string, string], [right]: readonly [string, string]): number {
  return left < right ? -1 : 1
}

import type { LoadedEmitter } from '../config/emitters.js'
import { type Emitter, isPage } from '../emit/door/emitter.js'
import type { EmitterFile, EmitterModule, EmitterPage } from '../emit/door/emitter-files.js'
import { firstLine, freezeModel, runEmitter } from '../emit/door/run-emitter.js'
import { header } from '../emit/module-scope.js'
import { FormatterMissing } from '../emit/typescript/layout.js'
import { printMarkdown, printModules } from '../emit/typescript/print.js'
import type { EmittedModule } from '../emit/typescript/structures.js'
import type { PackageView } from '../view/package-view.js'

/** A custom emitter whose files cannot be used. */
export interface RefusedEmitter extends Pick<LoadedEmitter, 'emitter' | 'from'> {
  readonly fault: string
}

export interface AddedEntry {
  readonly module: EmitterModule
  readonly peers: readonly string[]
}

export interface AddedFiles {
  readonly modules: readonly EmitterModule[]
  /** The entry points among them, and the external packages that they import. */
  readonly entries: readonly AddedEntry[]
  readonly pages: readonly EmitterPage[]
  readonly peers: Readonly<Record<string, string>>
  readonly refused: readonly RefusedEmitter[]
}

/**
 * Runs the custom emitters one after the other, after the built-in ones. Each receives the model, but not the
 * output of other emitters.
 */
export async function addFiles(
  view: PackageView,
  emitters: readonly LoadedEmitter[],
  known: readonly Pick<EmittedModule, 'path'>[],
): Promise<AddedFiles> {
  if (emitters.length > 0) freezeModel(view.model)
  const taken = new Set(known.map(({ path }) => path))
  const peers = new Map<string, string>()
  const modules: EmitterModule[] = []
  const entries: AddedEntry[] = []
  const pages: EmitterPage[] = []
  const refused: RefusedEmitter[] = []
  for (const { emitter, from, file } of emitters) {
    const { files, fault } = await runEmitter(emitter, view, { taken, file })
    const wrong = fault ?? (await syntaxFault(files, header(view))) ?? wrongPeer(peers, emitter)
    if (wrong !== undefined) {
      refused.push({ emitter, from, fault: wrong })
      continue
    }
    for (const file of files) {
      if (isPage(file)) pages.push(file)
      else modules.push(file)
      if (!isPage(file) && !file.internal)
        entries.push({ module: file, peers: Object.keys(emitter.peers ?? {}) })
    }
    for (const { path } of files) taken.add(path)
    for (const [name, range] of Object.entries(emitter.peers ?? {})) peers.set(name, range)
  }
  return { modules, entries, pages, peers: Object.fromEntries([...peers].sort(byName)), refused }
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

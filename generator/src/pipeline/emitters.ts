import type { LoadedEmitter } from '../config/emitters.js'
import type { Emitter, EmitterFile } from '../emit/door/emitter.js'
import { firstLine, freezeModel, runEmitter } from '../emit/door/run-emitter.js'
import type { PackageView } from '../emit/package-view.js'
import { FormatterMissing, type PrintedModule, printModules } from '../emit/typescript/print.js'

/** An emitter of the user's whose files cannot be used. */
export interface RefusedEmitter extends Pick<LoadedEmitter, 'emitter' | 'from'> {
  readonly fault: string
}

export interface AddedModules {
  readonly printed: readonly PrintedModule[]
  /** Names of the modules that are entries of the package. */
  readonly entries: readonly string[]
  readonly peers: Readonly<Record<string, string>>
  readonly refused: readonly RefusedEmitter[]
}

/**
 * Runs the emitters of the user's, one after the other, when those of the house are done. Each sees the
 * model, and none what another one made.
 */
export async function addModules(
  view: PackageView,
  emitters: readonly LoadedEmitter[],
  known: readonly string[],
  header: string,
): Promise<AddedModules> {
  if (emitters.length > 0) freezeModel(view.model)
  const taken = new Set(known)
  const peers = new Map<string, string>()
  const printed: PrintedModule[] = []
  const entries: string[] = []
  const refused: RefusedEmitter[] = []
  for (const { emitter, from } of emitters) {
    const { files, fault } = await runEmitter(emitter, view, taken)
    const made = await printFiles(files, header)
    const wrong = fault ?? made.fault ?? otherRange(peers, emitter)
    if (wrong !== undefined) {
      refused.push({ emitter, from, fault: wrong })
      continue
    }
    printed.push(...made.printed)
    for (const { path } of files) taken.add(path)
    entries.push(...files.filter((each) => !each.internal).map(entryOf))
    for (const [name, range] of Object.entries(emitter.peers ?? {})) peers.set(name, range)
  }
  return { printed, entries, peers: Object.fromEntries([...peers].sort(byName)), refused }
}

/** The modules as text, or what is no TypeScript about them. */
async function printFiles(
  files: readonly EmitterFile[],
  header: string,
): Promise<{ readonly printed: readonly PrintedModule[]; readonly fault?: string }> {
  try {
    const printed = await printModules(files, header)
    const [fault] = printed.flatMap(({ path, faults }) =>
      faults.map(({ line, message }) => `${path}:${line}: ${message}`),
    )
    return { printed, ...(fault === undefined ? {} : { fault }) }
  } catch (error) {
    if (error instanceof FormatterMissing) throw error
    return { printed: [], fault: `its structures cannot be printed: ${firstLine(error)}` }
  }
}

function otherRange(
  known: ReadonlyMap<string, string>,
  { peers = {} }: Pick<Emitter, 'peers'>,
): string | undefined {
  const other = Object.entries(peers).find(([name, range]) => (known.get(name) ?? range) !== range)
  if (!other) return undefined
  const [name, range] = other
  return `it wants ${name} ${range}, and another emitter ${known.get(name)}`
}

function entryOf({ path }: EmitterFile): string {
  return path.replace(/^src\//, '').replace(/\.ts$/, '')
}

function byName([left]: readonly [string, string], [right]: readonly [string, string]): number {
  return left < right ? -1 : 1
}

import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { emitterCode } from '../config/emitter-code.js'
import type { LoadedEmitter } from '../config/emitters.js'
import type { EmitterOptions, PackageConfig } from '../config/options.js'
import { type Diagnostic, Fault, hasErrors } from '../diagnostics/diagnostic.js'
import { type Locator, locatorOf } from '../diagnostics/print.js'
import type { EmittedFile } from '../emit/generated-file.js'
import type { Memories } from '../emit/memory.js'
import { isProgram } from '../model/naming.js'
import { isEmitterName } from '../model/package-parts.js'
import { type Digest, readCached, readDigest, type Stored, storeResult } from '../output/cache.js'
import { isInPlace } from '../output/changes.js'
import { hashOf, toolFingerprint } from '../output/fingerprint.js'
import { readIfThere } from '../output/read-if-there.js'
import { MANIFEST } from '../output/recorded-manifest.js'
import { readablePath, refuseMissingCopy } from './committed-copy.js'
import type { Identity } from './generate-package.js'
import { readingOf } from './package-reading.js'
import { shownSpec } from './shown-spec.js'
import {
  type GuessedExtension,
  guessImportExtension,
} from './surroundings/guess-import-extension.js'
import { identityOf } from './surroundings/identity.js'
import { isInsidePackage } from './surroundings/inside-package.js'
import { mergePackageJson, refuseBrokenPackageJson } from './surroundings/merge-package-json.js'

/** One package, ready to be written or compared. */
export interface Plan {
  readonly key: string
  /** Absolute path of the package's folder, or of the folder of a single file. */
  readonly folder: string
  /** Whether only this file of the folder is written, and nothing removed there. */
  readonly oneFile?: string
  /** Absent when the document has errors: then nothing may be written. */
  readonly files?: readonly EmittedFile[]
  readonly diagnostics: readonly Diagnostic[]
  /** The positions of the diagnostics. */
  readonly locator: Locator
  /** Absolute paths of everything that was read, or would have been without the cache. */
  readonly sources: readonly string[]
  /** The extension of imports, if the surrounding app decided it. */
  readonly guessed?: GuessedExtension
  /** Whether a new package.json has `private: true`. */
  readonly isPrivate?: boolean
  /** Whether the configuration includes a client. */
  readonly emitsClient: boolean
  /** Set if nothing that the package depends on has changed since it was generated. */
  readonly isKept: boolean
  /** The cache entry with the texts, if they can be cached. */
  readonly stored?: Stored
  /** Paths of the files that diagnostics refer to, by their names in messages. */
  readonly paths: Readonly<Record<string, string>>
}

export interface PlanOptions {
  readonly strict?: boolean
  readonly allowRemote?: boolean
  /** Generate without the formatter where it does not exist. */
  readonly unformatted?: boolean
  /** Called when a step begins, to show progress. */
  readonly phase?: (text: string) => void
  /** Neither read nor write the cache: for commands that only compare. */
  readonly onlyLook?: boolean
  /** Results of packages that this process generated before. */
  readonly memories?: Memories
  /** Called with work that no output depends on, to run after the result has been shown. */
  readonly later?: (work: () => Promise<unknown>) => void
}

/** Everything that determines a package, except the content of its documents. */
export interface Task {
  readonly facts: Pick<Plan, 'key' | 'folder' | 'oneFile' | 'emitsClient' | 'guessed' | 'isPrivate'>
  readonly identity: Identity
  readonly reading: ReturnType<typeof readingOf>
  readonly spec: string
  readonly emitters: readonly string[]
  readonly emitterOptions: EmitterOptions
  readonly emitterFiles: readonly string[]
  readonly stored: Stored
  /** Whether the result may be cached, and a cached one be used. */
  readonly mayKeep: boolean
}

function taskOf(key: string, config: PackageConfig, base: string, options: PlanOptions): Task {
  const isOneFile = config.output === 'one-file'
  const target = path.resolve(base, config.out)
  const folder = isOneFile ? path.dirname(target) : target
  if (!isOneFile) refuseSharedFolder(folder)
  const sourcesOnly = isOneFile || isInsidePackage(folder, config.name)
  const guessed =
    sourcesOnly && !isOneFile && config.importExtension === undefined
      ? { guessed: guessImportExtension(folder) }
      : {}
  const identity = {
    ...identityOf(config, folder, base),
    sourcesOnly,
    importExtension: config.importExtension ?? guessed.guessed?.extension ?? '.js',
  }
  const reading = readingOf(config, base)
  const emitters = config.emit?.filter(isEmitterName) ?? []
  const { emitterOptions = {} } = config
  const code = emitters.map((name) => emitterCode(name, base))
  const entry = hashOf(
    toolFingerprint(),
    JSON.stringify([key, config.spec, reading, identity, options.strict === true]),
    JSON.stringify([emitters, emitterOptions, code.map(({ files }) => [...files.values()])]),
  )
  const spec = readablePath(key, config.spec)
  return {
    facts: {
      ...{ key, folder, emitsClient: identity.parts?.includes('client') ?? true },
      ...guessed,
      ...(identity.oneFile === undefined ? {} : { oneFile: identity.oneFile }),
      // One that is there already belongs to its maintainers.
      ...(identity.isPrivate && !existsSync(path.join(folder, 'package.json'))
        ? { isPrivate: true }
        : {}),
    },
    identity,
    reading,
    spec,
    emitters,
    emitterOptions,
    emitterFiles: code.flatMap(({ files }) => [...files.keys()]),
    stored: { base, entry, documents: [spec, ...overlaysOf(reading)] },
    // Commands that check the files on disk do not trust the cache, which others can write to. An emitter
    // that imports more than tagwire may depend on anything, so its output is never cached.
    // The same holds for names that a function gives.
    mayKeep:
      !options.onlyLook && !isProgram(config.names) && code.every(({ isClosed }) => isClosed),
  }
}

function overlaysOf({ overlays = [], lines = [] }: Task['reading']): string[] {
  return [...overlays, ...lines.flatMap((each) => each.overlays)]
}

/** A package that is up to date, and its number of files; their texts are not read. */
export async function planUpToDate(
  key: string,
  config: PackageConfig,
  base: string,
  options: PlanOptions = {},
): Promise<{ readonly plan: Plan; readonly count: number } | undefined> {
  const { facts, stored, mayKeep, emitterFiles } = taskOf(key, config, base, options)
  const digest = mayKeep ? await readDigest(stored) : undefined
  if (!digest || !(await isOnDisk(facts, digest))) return undefined
  const { outputs, ...said } = digest
  const sources = [...said.sources, ...emitterFiles]
  return { plan: { ...facts, ...said, sources, isKept: true }, count: outputs.length }
}

/** What generating a package would produce, from the cache if nothing has changed. */
export async function planPackage(
  key: string,
  config: PackageConfig,
  base: string,
  options: PlanOptions = {},
): Promise<Plan> {
  const task = taskOf(key, config, base, options)
  const { facts, stored, mayKeep, emitterFiles, spec } = task
  const kept = mayKeep ? await readCached(stored) : undefined
  if (kept) {
    const sources = [...kept.sources, ...emitterFiles]
    const files = await inFolder(facts.folder, kept.files)
    return { ...facts, ...kept, sources, isKept: true, files, stored }
  }
  await refuseMissingCopy(base, key, config.spec)
  const emitters = await emittersOf(task)
  options.phase?.(`${key}: reading ${shownSpec(spec)}`)
  // Compilers and parsers are only loaded when there is something to do.
  const { generatePackage } = await import('./generate-package.js')
  const memory = options.memories?.of(key)
  const { document, files, diagnostics, isUnformatted } = await generatePackage(
    spec,
    base,
    task.identity,
    {
      ...options,
      ...task.reading,
      emitters,
      ...(memory ? { memory } : {}),
      phase: (text) => options.phase?.(`${key}: ${text}`),
    },
  )
  const locator = locatorOf(document)
  const paths = pathsIn(document.files)
  const read = Object.values(paths)
  const local = read.filter((file) => path.isAbsolute(file))
  const sources = [...local, ...emitterFiles]
  const said = { ...facts, isKept: false, diagnostics, locator, paths }
  if (!files || hasErrors(diagnostics)) {
    return { ...said, sources: [...sources, ...document.missing] }
  }
  memory?.dropUnused()
  const store = () => storeResult(stored, { files, diagnostics, locator, read: document.files })
  // Remote files can change without any trace on this machine, and an entry may be used on another one.
  const mayStore = mayKeep && local.length === read.length && !isUnformatted
  if (mayStore) options.later?.(store)
  const isStored = mayStore && !options.later && (await store())
  const own = await inFolder(facts.folder, files)
  return { ...said, files: own, sources, ...(isStored ? { stored } : {}) }
}

/** Custom emitters, which few packages have. */
async function emittersOf({ emitters, stored, emitterOptions }: Task): Promise<LoadedEmitter[]> {
  if (emitters.length === 0) return []
  const { loadEmitters } = await import('../config/emitters.js')
  return loadEmitters(emitters, stored.base, emitterOptions)
}

/** The texts of a plan that were not kept in memory; `undefined` where they are no longer cached. */
export async function storedFiles({
  folder,
  stored,
}: Pick<Plan, 'folder' | 'stored'>): Promise<readonly EmittedFile[] | undefined> {
  const kept = stored && (await readCached(stored))
  return kept && inFolder(folder, kept.files)
}

function pathsIn(files: ReadonlyMap<string, { readonly path: string }>): Record<string, string> {
  return Object.fromEntries([...files].map(([name, file]) => [name, file.path]))
}

/** Whether nothing would be written, compared by hashes. A package.json is merged with the one on disk. */
async function isOnDisk(
  { folder, oneFile }: Pick<Plan, 'folder' | 'oneFile'>,
  { outputs }: Digest,
): Promise<boolean> {
  const packageJson = outputs.find((each) => each.path === 'package.json')
  if (packageJson?.text !== undefined) {
    const [merged] = await inFolder(folder, [{ path: packageJson.path, text: packageJson.text }])
    if (merged?.text !== (await textIn(folder, packageJson.path))) return false
  }
  return isInPlace(
    folder,
    outputs.filter((each) => each !== packageJson),
    packageJson ? [packageJson.path] : [],
    oneFile === undefined,
  )
}

/** The files as they should be on disk; in package.json, the fields of maintainers are kept. */
async function inFolder(
  folder: string,
  files: readonly EmittedFile[],
): Promise<readonly EmittedFile[]> {
  // Nor is a broken one of an app any business of its sources.
  const isWritten = files.some((file) => file.path === 'package.json')
  const existing = isWritten ? await textIn(folder, 'package.json') : undefined
  if (existing === undefined) return files
  refuseBrokenPackageJson(path.join(folder, 'package.json'), existing)
  const manifest = await textIn(folder, MANIFEST)
  return files.map((file) =>
    file.path === 'package.json'
      ? { ...file, text: mergePackageJson(file.text, existing, manifest) }
      : file,
  )
}

function textIn(folder: string, name: string): Promise<string | undefined> {
  return readIfThere(path.join(folder, name))
}

/**
 * The root of a disk, a home folder and their parents contain all of a user's files: they are never a
 * package.
 */
function refuseSharedFolder(folder: string): void {
  const toHome = path.relative(folder, homedir())
  const isAround =
    toHome !== '..' && !toHome.startsWith(`..${path.sep}`) && !path.isAbsolute(toHome)
  if (!isAround && path.dirname(folder) !== folder) return
  throw new Fault({
    code: 'TW7002',
    severity: 'error',
    message: `${folder} cannot be the folder of a package: it contains everything else`,
    help: 'Choose a separate folder as `out`.',
  })
}

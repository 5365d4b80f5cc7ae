import path from 'node:path'
import type { LoadedEmitter } from '../config/emitters.js'
import type { PackageConfig } from '../config/options.js'
import { type Diagnostic, hasErrors } from '../diagnostics/diagnostic.js'
import { type Locator, locatorOf } from '../diagnostics/print.js'
import type { EmittedFile } from '../emit/generated-file.js'
import type { Memories } from '../emit/memory.js'
import { type Digest, readCached, readDigest, type Stored, storeResult } from '../output/cache.js'
import { isUpToDate } from '../output/compare-with-disk.js'
import { readIfThere } from '../output/read-if-there.js'
import { MANIFEST } from '../output/recorded-manifest.js'
import { refuseMissingCopy } from './committed-copy.js'
import { type PackageFacts, type PackageInputs, packageInputs } from './package-inputs.js'
import { redactSpec } from './redact-spec.js'
import { mergePackageJson, refuseBrokenPackageJson } from './surroundings/merge-package-json.js'

/** The files of one package as they should be on disk. */
export interface GeneratedPackage extends PackageFacts {
  /** Absent when the document has errors: then nothing may be written. */
  readonly files?: readonly EmittedFile[]
  readonly diagnostics: readonly Diagnostic[]
  /** The positions of the diagnostics. */
  readonly locator: Locator
  /** Absolute paths of everything that was read, or would have been without the cache. */
  readonly sources: readonly string[]
  /** Set if nothing that the package depends on has changed since it was generated. */
  readonly isKept: boolean
  /** The cache entry with the texts, if they can be cached. */
  readonly stored?: Stored
  /** Paths of the files that diagnostics refer to, by their names in messages. */
  readonly paths: Readonly<Record<string, string>>
}

export interface GenerateOrReuseOptions {
  readonly strict?: boolean
  readonly allowRemote?: boolean
  /** Generate without the formatter where it does not exist. */
  readonly unformatted?: boolean
  /** Called when a step begins, to show progress. */
  readonly phase?: (text: string) => void
  /** Called when the document has been loaded. */
  readonly loaded?: () => void
  /** Neither read nor write the cache: for commands that only compare. */
  readonly onlyLook?: boolean
  /** Results of packages that this process generated before. */
  readonly memories?: Memories
  /** Called with work that no output depends on, to run after the result has been shown. */
  readonly later?: (work: () => Promise<unknown>) => void
}

/** A package that is up to date, and its number of files; their texts are not read. */
export async function reuseUpToDate(
  key: string,
  config: PackageConfig,
  base: string,
  options: GenerateOrReuseOptions = {},
): Promise<{ readonly generated: GeneratedPackage; readonly count: number } | undefined> {
  const { facts, stored, mayKeep, emitterFiles } = packageInputs(key, config, base, options)
  const digest = mayKeep ? await readDigest(stored) : undefined
  if (!digest || !(await isOnDisk(facts, digest))) return undefined
  const { outputs, ...said } = digest
  const sources = [...said.sources, ...emitterFiles]
  return { generated: { ...facts, ...said, sources, isKept: true }, count: outputs.length }
}

/** The files of a package, from the cache if nothing has changed. */
export async function generateOrReuse(
  key: string,
  config: PackageConfig,
  base: string,
  options: GenerateOrReuseOptions = {},
): Promise<GeneratedPackage> {
  const inputs = packageInputs(key, config, base, options)
  const { facts, stored, mayKeep, emitterFiles, spec } = inputs
  const kept = mayKeep ? await readCached(stored) : undefined
  if (kept) {
    const sources = [...kept.sources, ...emitterFiles]
    const files = await inFolder(facts.folder, kept.files)
    return { ...facts, ...kept, sources, isKept: true, files, stored }
  }
  await refuseMissingCopy(base, key, config.spec)
  const emitters = await emittersOf(inputs)
  options.phase?.(`${key}: reading ${redactSpec(spec)}`)
  // Compilers and parsers are only loaded when there is something to do.
  const { generatePackage } = await import('./generate-package.js')
  const memory = options.memories?.of(key)
  const { document, files, diagnostics, isUnformatted } = await generatePackage(
    spec,
    base,
    inputs.outputOptions,
    {
      ...options,
      ...inputs.reading,
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
async function emittersOf({
  emitters,
  stored,
  emitterOptions,
}: PackageInputs): Promise<LoadedEmitter[]> {
  if (emitters.length === 0) return []
  const { loadEmitters } = await import('../config/emitters.js')
  return loadEmitters(emitters, stored.base, emitterOptions)
}

/** The texts of a package that were not kept in memory; `undefined` where they are no longer cached. */
export async function storedFiles({
  folder,
  stored,
}: Pick<GeneratedPackage, 'folder' | 'stored'>): Promise<readonly EmittedFile[] | undefined> {
  const kept = stored && (await readCached(stored))
  return kept && inFolder(folder, kept.files)
}

function pathsIn(files: ReadonlyMap<string, { readonly path: string }>): Record<string, string> {
  return Object.fromEntries([...files].map(([name, file]) => [name, file.path]))
}

/** Whether nothing would be written, compared by hashes. A package.json is merged with the one on disk. */
async function isOnDisk(
  { folder, oneFile }: Pick<PackageFacts, 'folder' | 'oneFile'>,
  { outputs }: Digest,
): Promise<boolean> {
  const packageJson = outputs.find((each) => each.path === 'package.json')
  if (packageJson?.text !== undefined) {
    const [merged] = await inFolder(folder, [{ path: packageJson.path, text: packageJson.text }])
    if (merged?.text !== (await textIn(folder, packageJson.path))) return false
  }
  return isUpToDate(
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

import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import type { LoadedConfig, PackageConfig } from '../config/config.js'
import { emitterCode } from '../config/emitter-code.js'
import { loadEmitters } from '../config/emitters.js'
import { type Diagnostic, Fault, hasErrors } from '../diagnostics/diagnostic.js'
import { type Places, placesOf } from '../diagnostics/print.js'
import type { EmittedFile } from '../emit/module-scope.js'
import { isEmitterName, PARTS, type Part } from '../model/package-parts.js'
import { ACCOUNT } from '../output/account.js'
import { keep, readKept } from '../output/cache.js'
import { hashOf, toolFingerprint } from '../output/fingerprint.js'
import { readablePath, refuseMissingCopy } from './committed-copy.js'
import type { Identity } from './generate-package.js'
import { readingOf } from './package-reading.js'
import { shownSpec } from './shown-spec.js'
import {
  type GuessedExtension,
  guessImportExtension,
} from './surroundings/guess-import-extension.js'
import { isInsidePackage } from './surroundings/inside-package.js'
import { mergePackageJson } from './surroundings/merge-package-json.js'
import { runtimeRange } from './versions.js'

/** One package, ready to be written or compared. */
export interface Plan {
  readonly key: string
  /** Absolute path of the package's folder. */
  readonly folder: string
  /** Absent when the document has errors: then nothing may be written. */
  readonly files?: readonly EmittedFile[]
  readonly diagnostics: readonly Diagnostic[]
  /** Where the diagnostics are. */
  readonly places: Places
  /** Absolute paths of everything that was read, or would have been. */
  readonly sources: readonly string[]
  /** How imports end, where the app around the folder decided it. */
  readonly guessed?: GuessedExtension
  /** Whether the configuration asks for a client. */
  readonly emitsClient: boolean
  /** Nothing that it depends on has changed since it was made. */
  readonly isKept: boolean
}

export interface PlanOptions {
  readonly strict?: boolean
  readonly allowRemote?: boolean
  /** Hears what is being done, for people who wait. */
  readonly phase?: (text: string) => void
  /** Keep nothing and believe nothing that was kept: for commands that only look. */
  readonly onlyLook?: boolean
}

/** The plans of all packages of a configuration, one after the other. */
export async function makePlans(config: LoadedConfig, options: PlanOptions): Promise<Plan[]> {
  const plans: Plan[] = []
  for (const [key, each] of Object.entries(config.packages)) {
    plans.push(await planPackage(key, each, config.base, options))
  }
  return plans
}

/** What generating a package would give; as it was kept when nothing has changed since. */
export async function planPackage(
  key: string,
  config: PackageConfig,
  base: string,
  options: PlanOptions = {},
): Promise<Plan> {
  const folder = path.resolve(base, config.out)
  refuseSharedFolder(folder)
  const sourcesOnly = isInsidePackage(folder, config.name)
  const guessed =
    sourcesOnly && config.importExtension === undefined
      ? { guessed: guessImportExtension(folder) }
      : {}
  const identity = {
    ...(await identityOf(config, folder, base)),
    sourcesOnly,
    importExtension: config.importExtension ?? guessed.guessed?.extension ?? '.js',
  }
  const reading = readingOf(config, base)
  const emitterNames = config.emit?.filter(isEmitterName) ?? []
  const code = emitterNames.map((name) => emitterCode(name, base))
  const emitterFiles = code.flatMap(({ files }) => [...files.keys()])
  const entry = hashOf(
    toolFingerprint(),
    JSON.stringify([key, config.spec, reading, identity, options.strict === true]),
    JSON.stringify([emitterNames, code.map(({ files }) => [...files.values()])]),
  )
  const spec = readablePath(key, config.spec)
  const documents = [spec, ...(reading.overlays ?? [])]
  // Who judges what is on disk finds out anew: others can have written what was kept.
  // An emitter that imports more than tagwire may read anything: what it made is never kept.
  const mayKeep = !options.onlyLook && code.every(({ isClosed }) => isClosed)
  const kept = mayKeep ? await readKept(base, entry, documents) : undefined
  const emitsClient = identity.parts?.includes('client') ?? true
  const facts = { key, folder, emitsClient, ...guessed }
  if (kept) {
    const sources = [...kept.sources, ...emitterFiles]
    return { ...facts, ...kept, sources, isKept: true, files: await inPlace(folder, kept.files) }
  }
  await refuseMissingCopy(base, key, config.spec)
  const emitters = await loadEmitters(emitterNames, base)
  options.phase?.(`${key}: reading ${shownSpec(spec)}`)
  // Compilers and parsers are only loaded when there is something to do.
  const { generatePackage } = await import('./generate-package.js')
  const { document, files, diagnostics } = await generatePackage(spec, base, identity, {
    ...options,
    ...reading,
    emitters,
    phase: (text) => options.phase?.(`${key}: ${text}`),
  })
  const places = placesOf(document)
  const read = [...document.files.values()].map((file) => file.path)
  const local = read.filter((file) => path.isAbsolute(file))
  const sources = [...local, ...emitterFiles]
  if (!files || hasErrors(diagnostics)) {
    const all = [...sources, ...document.missing]
    return { ...facts, isKept: false, diagnostics, places, sources: all }
  }
  // What stands on other machines can change without anything to compare with.
  if (mayKeep && local.length === read.length)
    await keep(base, entry, { files, diagnostics, places, read: document.files })
  const inFolder = await inPlace(folder, files)
  return { ...facts, isKept: false, files: inFolder, diagnostics, places, sources }
}

/** The files as they have to be on disk, where maintainers have fields of their own in package.json. */
async function inPlace(
  folder: string,
  files: readonly EmittedFile[],
): Promise<readonly EmittedFile[]> {
  const existing = await textIn(folder, 'package.json')
  if (existing === undefined) return files
  const account = await textIn(folder, ACCOUNT)
  return files.map((file) =>
    file.path === 'package.json'
      ? { ...file, text: mergePackageJson(file.text, existing, account) }
      : file,
  )
}

async function textIn(folder: string, name: string): Promise<string | undefined> {
  try {
    return await readFile(path.join(folder, name), 'utf8')
  } catch {
    return undefined
  }
}

/** The root of a disk, a home and what is around it hold everything of a person: no package owns these. */
function refuseSharedFolder(folder: string): void {
  const toHome = path.relative(folder, homedir())
  const isAround =
    toHome !== '..' && !toHome.startsWith(`..${path.sep}`) && !path.isAbsolute(toHome)
  if (!isAround && path.dirname(folder) !== folder) return
  throw new Fault({
    code: 'TW7002',
    severity: 'error',
    message: `${folder} is no folder for a package: everything else is in it`,
    help: 'Choose a folder of its own as `out`.',
  })
}

async function identityOf(
  config: PackageConfig,
  folder: string,
  base: string,
): Promise<Omit<Identity, 'importExtension'>> {
  const inlinesRuntime = config.runtime === 'inline'
  return {
    name: config.name ?? packageNameFor(folder),
    version: await versionOf(folder),
    runtime: runtimeRange(folder, base),
    ...(config.license ? { license: config.license } : {}),
    ...(config.author ? { author: config.author } : {}),
    ...(config.world === undefined ? {} : { worldPackage: config.world }),
    ...(config.server === undefined ? {} : { server: config.server }),
    ...(config.dates === undefined ? {} : { dates: config.dates }),
    ...(config.readonly === undefined ? {} : { isReadonly: config.readonly }),
    parts: PARTS.filter(
      (part) => config.emit?.includes(part) ?? !(inlinesRuntime && needsMore(part)),
    ),
    inlinesRuntime,
  }
}

/** Parts that import a package of others, which would have to be installed. */
function needsMore(part: Part): boolean {
  return part === 'schema'
}

/** A folder's name, as far as npm takes it. */
export function packageNameFor(folder: string): string {
  const name = withoutAccents(path.basename(folder)).toLowerCase()
  return name.replace(/[^a-z0-9._~-]+/g, '-').replace(/^[-._]+/, '') || 'client'
}

/** `Über` becomes `Uber`: names of packages have no letters but a to z. */
export function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '')
}

/** The package's version belongs to its maintainers, who raise it between two runs. */
async function versionOf(folder: string): Promise<string> {
  try {
    const manifest: unknown = JSON.parse((await textIn(folder, 'package.json')) ?? '')
    const version = readVersion(manifest)
    return typeof version === 'string' ? version : '0.0.0'
  } catch {
    return '0.0.0'
  }
}

function readVersion(manifest: unknown): unknown {
  const known = typeof manifest === 'object' && manifest !== null && 'version' in manifest
  return known ? manifest.version : undefined
}

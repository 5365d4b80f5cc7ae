import { type LoadedConfig, loadConfig } from '../config/config.js'
import type { Config } from '../config/options.js'
import { Fault } from '../diagnostics/diagnostic.js'
import { type Finding, findingOf } from '../diagnostics/finding.js'
import { locatorOf } from '../diagnostics/print.js'
import { MODEL_VERSION } from '../emit/emitter-api/emitter.js'
import type { Model } from '../model/model.js'
import { generateAll } from './all-packages/generate-all.js'
import type { ReadyPackage } from './all-packages/generate-and-compare.js'
import { writePackage } from './all-packages/write-package.js'
import type { CompareOptions, DiffResult } from './diff.js'
import type { ProbeOptions, ProbeResult } from './probe.js'

export interface Options {
  /** The configuration file; by default, the nearest one. */
  readonly config?: Config
  /** Folder that paths are relative to; the working directory by default. */
  readonly cwd?: string
  /** Only generate these packages. */
  readonly names?: readonly string[]
  /** Report errors with only one obvious interpretation as errors, not as warnings. */
  readonly strict?: boolean
  /** Allow removing the client of a package whose document no longer has operations. */
  readonly prune?: boolean
  /** Fetch remote references, over https and from public addresses only. */
  readonly allowRemote?: boolean
  /** How many packages are generated at the same time, in threads; half the number of cores by default. */
  readonly jobs?: number
}

export interface PackageResult {
  readonly name: string
  readonly folder: string
  readonly diagnostics: readonly Finding[]
}

export interface GenerateResult {
  /** `false` when a document has errors: then nothing was written. */
  readonly ok: boolean
  readonly packages: readonly (PackageResult & {
    readonly written: readonly string[]
    readonly removed: readonly string[]
  })[]
}

/** Writes the configured packages. */
export async function generate(options: Options = {}): Promise<GenerateResult> {
  const config = await configFor(options)
  const reading = readingOf(options)
  const all = await generateAll(config, { ...reading, ...manyOf(options) })
  const ok = all.every(({ difference }) => difference)
  const losses = all.map(({ diagnostics }) => diagnostics.find(({ code }) => code === 'TW7007'))
  const [loss] = losses.flatMap((each) => each ?? [])
  // Errors in documents are reported first.
  if (loss && all.every(({ difference }, at) => difference ?? losses[at])) throw new Fault(loss)
  const packages = []
  for (const ready of all) {
    const { written = [], removed = [] } = (ok && ready.difference) || {}
    if (ok) await writePackage(config, ready, reading)
    packages.push({ ...packageResult(ready), written, removed })
  }
  return { ok, packages }
}

export interface CheckResult {
  readonly same: boolean
  readonly packages: readonly (PackageResult & {
    readonly changed: readonly string[]
    readonly missing: readonly string[]
    readonly stray: readonly string[]
  })[]
}

/** Returns what `generate` would change, without changing anything. */
export async function check(options: Options = {}): Promise<CheckResult> {
  const packages = []
  let same = true
  const config = await configFor(options)
  const looking = { ...readingOf(options), ...manyOf(options), onlyLook: true }
  for (const ready of await generateAll(config, looking)) {
    const { changes } = ready
    const changed = (changes?.changed ?? []).map((file) => file.path)
    const missing = (changes?.missing ?? []).map((file) => file.path)
    const stray = changes?.stray ?? []
    same &&= changes !== undefined && changed.length + missing.length + stray.length === 0
    packages.push({ ...packageResult(ready), changed, missing, stray })
  }
  return { same, packages }
}

export interface InspectResult {
  readonly diagnostics: readonly Finding[]
  /** Absent when the document has errors. */
  readonly model?: Model
  /** Raised when something in the model is removed or changes its meaning. */
  readonly modelVersion?: number
}

/** Reads a document and returns its model. */
export async function inspect(
  spec: string,
  options: Pick<Options, 'cwd' | 'strict' | 'allowRemote'> = {},
): Promise<InspectResult> {
  const { readNamedSpec } = await import('./read-named-spec.js')
  const { document, model, diagnostics } = await readNamedSpec(
    spec,
    options.cwd ?? process.cwd(),
    readingOf(options),
  )
  const findings = diagnostics.map((each) => findingOf(each, locatorOf(document)))
  return { diagnostics: findings, ...(model ? { modelVersion: MODEL_VERSION, model } : {}) }
}

/** Returns what changed between two documents for callers. */
export async function diff(
  old: string,
  now: string,
  options: Pick<Options, 'cwd' | 'strict' | 'allowRemote'> & CompareOptions = {},
): Promise<DiffResult> {
  const { cwd = process.cwd(), breaking = [], for: reader = 'tolerant' } = options
  const { compareSpecs, diffResultOf } = await import('./diff.js')
  const { diffSettings } = await import('./diff-settings.js')
  const { readAccepted } = await import('./accepted-breaks.js')
  const { settings } = await diffSettings(old, now, cwd)
  const accepted = await readAccepted(undefined, cwd, settings.acceptedBreaks)
  const policy = [...(settings.policy ?? []), ...(options.policy ?? [])]
  const operations = options.operations === true || accepted.needsOperations
  const asked = { ...readingOf(options), breaking, for: reader, policy, operations }
  return diffResultOf(await compareSpecs(old, now, cwd, asked), accepted)
}

function readingOf({ strict = false, allowRemote = false }: Options) {
  return { strict, allowRemote }
}

/** Compares a document with a live server, with recorded payloads, or with both. */
export async function probe(spec: string, options: ProbeOptions = {}): Promise<ProbeResult> {
  const { probeSpec } = await import('./probe.js')
  const { result } = await probeSpec(spec, options)
  return result
}

function manyOf({ prune = false, jobs }: Options) {
  return { prune, jobs }
}

async function configFor(options: Options): Promise<LoadedConfig> {
  const cwd = options.cwd ?? process.cwd()
  const config: LoadedConfig = options.config
    ? { ...options.config, base: cwd }
    : await loadConfig(cwd)
  const unknown = options.names?.find((name) => !Object.hasOwn(config.packages, name))
  if (unknown !== undefined) {
    throw new Fault({
      code: 'TW7001',
      severity: 'error',
      message: `there is no package ${JSON.stringify(unknown)}`,
    })
  }
  const packages = Object.entries(config.packages).filter(
    ([key]) => options.names?.includes(key) ?? true,
  )
  return { ...config, packages: Object.fromEntries(packages) }
}

function packageResult(generated: ReadyPackage): PackageResult {
  const locator = generated.locator
  const diagnostics = generated.diagnostics.map((each) => findingOf(each, locator))
  return { name: generated.key, folder: generated.folder, diagnostics }
}

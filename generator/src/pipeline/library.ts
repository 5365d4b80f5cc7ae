import { type Config, type LoadedConfig, loadConfig } from '../config/config.js'
import { Fault } from '../diagnostics/diagnostic.js'
import { type Finding, findingOf } from '../diagnostics/finding.js'
import { placesOf } from '../diagnostics/print.js'
import { MODEL_VERSION } from '../emit/door/emitter.js'
import type { Model } from '../model/model.js'
import { applyChanges, compareWithDisk } from '../output/write.js'
import type { CompareOptions, DiffResult } from './diff.js'
import { refuseLoss } from './losses.js'
import { makePlans, type Plan } from './plan.js'
import type { ProbeOptions, ProbeResult } from './probe.js'

export interface Options {
  /** Instead of the nearest configuration file. */
  readonly config?: Config
  /** Folder that paths are relative to; the working directory when absent. */
  readonly cwd?: string
  /** Only these packages. */
  readonly names?: readonly string[]
  /** Faults that have one obvious reading are errors too. */
  readonly strict?: boolean
  /** A package whose document has no operations any more may lose its client. */
  readonly prune?: boolean
  /** References to other machines are fetched, over https and from public addresses only. */
  readonly allowRemote?: boolean
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
  const plans = await plansFor(options)
  const ok = plans.every((plan) => plan.files)
  if (ok && !options.prune) {
    for (const plan of plans) refuseLoss(plan, await compareWithDisk(plan.folder, plan.files ?? []))
  }
  const packages = []
  for (const plan of plans) {
    if (!ok || !plan.files) {
      packages.push({ ...packageResult(plan), written: [], removed: [] })
      continue
    }
    const changes = await compareWithDisk(plan.folder, plan.files)
    await applyChanges(changes)
    const written = [...changes.changed, ...changes.missing].map((file) => file.path)
    packages.push({ ...packageResult(plan), written, removed: changes.stray })
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

/** Says what `generate` would change, and changes nothing. */
export async function check(options: Options = {}): Promise<CheckResult> {
  const packages = []
  let same = true
  for (const plan of await plansFor(options, true)) {
    const changes = await compareWithDisk(plan.folder, plan.files ?? [])
    const changed = changes.changed.map((file) => file.path)
    const missing = changes.missing.map((file) => file.path)
    const stray = plan.files ? changes.stray : []
    same &&= plan.files !== undefined && changed.length + missing.length + stray.length === 0
    packages.push({ ...packageResult(plan), changed, missing, stray })
  }
  return { same, packages }
}

export interface InspectResult {
  readonly diagnostics: readonly Finding[]
  /** Absent when the document has errors. */
  readonly model?: Model
  /** Rises when something of the model is removed or means something else. */
  readonly modelVersion?: number
}

/** What tagwire reads in a document. */
export async function inspect(
  spec: string,
  options: Pick<Options, 'cwd' | 'strict' | 'allowRemote'> = {},
): Promise<InspectResult> {
  const { readNamed } = await import('./read-named.js')
  const { document, model, diagnostics } = await readNamed(
    spec,
    options.cwd ?? process.cwd(),
    readingOf(options),
  )
  const findings = diagnostics.map((each) => findingOf(each, placesOf(document)))
  return { diagnostics: findings, ...(model ? { modelVersion: MODEL_VERSION, model } : {}) }
}

/** What changed between two documents for callers. */
export async function diff(
  old: string,
  now: string,
  options: Pick<Options, 'cwd' | 'strict' | 'allowRemote'> & CompareOptions = {},
): Promise<DiffResult> {
  const { cwd = process.cwd(), breaking = [] } = options
  const { compareSpecs, diffResultOf } = await import('./diff.js')
  return diffResultOf(await compareSpecs(old, now, cwd, { ...readingOf(options), breaking }))
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

async function plansFor(options: Options, onlyLook = false): Promise<Plan[]> {
  const cwd = options.cwd ?? process.cwd()
  const config: LoadedConfig = options.config
    ? { ...options.config, base: cwd }
    : await loadConfig(cwd)
  const stranger = options.names?.find((name) => !Object.hasOwn(config.packages, name))
  if (stranger !== undefined) {
    throw new Fault({
      code: 'TW7001',
      severity: 'error',
      message: `there is no package ${JSON.stringify(stranger)}`,
    })
  }
  const packages = Object.entries(config.packages).filter(
    ([key]) => options.names?.includes(key) ?? true,
  )
  const selected = { ...config, packages: Object.fromEntries(packages) }
  return makePlans(selected, { ...readingOf(options), onlyLook })
}

function packageResult(plan: Plan): PackageResult {
  const places = plan.places
  const diagnostics = plan.diagnostics.map((each) => findingOf(each, places))
  return { name: plan.key, folder: plan.folder, diagnostics }
}

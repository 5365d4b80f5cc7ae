import type { PackageConfig } from '../../config/options.js'
import { type Changes, compareWithDisk } from '../../output/changes.js'
import { lossOf } from '../losses.js'
import { type Plan, type PlanOptions, planPackage, planUpToDate } from '../plan.js'

/** A package to prepare, as plain data. */
export interface Order {
  readonly key: string
  readonly config: PackageConfig
  readonly base: string
  readonly options: Pick<PlanOptions, 'strict' | 'allowRemote' | 'unformatted' | 'onlyLook'>
  /** Whether an existing client may be deleted. */
  readonly prune: boolean
}

/** The changes to the files of a package, by name. */
export interface Difference {
  readonly written: readonly string[]
  readonly removed: readonly string[]
  readonly unchanged: number
  /** The package is new. */
  readonly isFirst: boolean
}

/** A package that is ready to be written. */
export interface Prepared extends Plan {
  /** Absent when nothing may be written. */
  readonly difference?: Difference
  /** The same with texts, for commands that only compare; otherwise, texts are not kept. */
  readonly changes?: Changes
}

/** A package that is up to date, without its texts. */
export async function findUpToDate({
  key,
  config,
  base,
  options,
}: Order): Promise<Prepared | undefined> {
  if (options.onlyLook) return undefined
  const found = await planUpToDate(key, config, base, options)
  if (!found) return undefined
  const difference = { written: [], removed: [], unchanged: found.count, isFirst: false }
  return { ...found.plan, difference }
}

/** Generates a package, and compares it with what is on disk. */
export async function preparePackage(
  { key, config, base, options, prune }: Order,
  inProcess: Pick<PlanOptions, 'phase' | 'memories' | 'later'> = {},
): Promise<Prepared> {
  const plan = await planPackage(key, config, base, { ...options, ...inProcess })
  const changes =
    plan.files && (await compareWithDisk(plan.folder, plan.files, plan.oneFile === undefined))
  if (!changes) return plan
  if (options.onlyLook) return { ...withoutFiles(plan), changes }
  const loss = prune ? undefined : lossOf(plan, changes)
  if (loss) return { ...plan, diagnostics: [...plan.diagnostics, loss] }
  return { ...plan, difference: differenceOf(changes) }
}

function withoutFiles({ files: _, ...plan }: Plan): Plan {
  return plan
}

function differenceOf({ changed, missing, stray, same }: Changes): Difference {
  const written = [...changed, ...missing].map((file) => file.path)
  const isFirst = missing.length > 0 && same === 0
  return { written, removed: stray, unchanged: same, isFirst }
}

export function isUpToDate({ written, removed }: Difference): boolean {
  return written.length + removed.length === 0
}

import type { PackageConfig } from '../../config/options.js'
import { type Changes, compareWithDisk } from '../../output/compare-with-disk.js'
import { clientLoss } from '../client-loss.js'
import {
  type GeneratedPackage,
  type GenerateOrReuseOptions,
  generateOrReuse,
  reuseUpToDate,
} from '../generate-or-reuse.js'

/** A package to generate, as plain data. */
export interface PackageRequest {
  readonly key: string
  readonly config: PackageConfig
  readonly base: string
  readonly options: Pick<
    GenerateOrReuseOptions,
    'strict' | 'allowRemote' | 'unformatted' | 'onlyLook'
  >
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
export interface ReadyPackage extends GeneratedPackage {
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
}: PackageRequest): Promise<ReadyPackage | undefined> {
  if (options.onlyLook) return undefined
  const found = await reuseUpToDate(key, config, base, options)
  if (!found) return undefined
  const difference = { written: [], removed: [], unchanged: found.count, isFirst: false }
  return { ...found.generated, difference }
}

/** Generates a package, and compares it with what is on disk. */
export async function generateAndCompare(
  { key, config, base, options, prune }: PackageRequest,
  inProcess: Pick<GenerateOrReuseOptions, 'phase' | 'loaded' | 'memories' | 'later'> = {},
): Promise<ReadyPackage> {
  const generated = await generateOrReuse(key, config, base, { ...options, ...inProcess })
  const changes =
    generated.files &&
    (await compareWithDisk(generated.folder, generated.files, generated.oneFile === undefined))
  if (!changes) return generated
  if (options.onlyLook) return { ...withoutFiles(generated), changes }
  const loss = prune ? undefined : clientLoss(generated, changes)
  if (loss) return { ...generated, diagnostics: [...generated.diagnostics, loss] }
  return { ...generated, difference: differenceOf(changes) }
}

function withoutFiles({ files: _, ...generated }: GeneratedPackage): GeneratedPackage {
  return generated
}

function differenceOf({ changed, missing, stray, same }: Changes): Difference {
  const written = [...changed, ...missing].map((file) => file.path)
  const isFirst = missing.length > 0 && same === 0
  return { written, removed: stray, unchanged: same, isFirst }
}

export function isUpToDate({ written, removed }: Difference): boolean {
  return written.length + removed.length === 0
}

import { statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import type { LoadedConfig } from '../../config/config.js'
import { Fault } from '../../diagnostics/diagnostic.js'
import { isProgram } from '../../model/naming.js'
import { readablePath } from '../committed-copy.js'
import type { GenerateOrReuseOptions } from '../generate-or-reuse.js'
import {
  findUpToDate,
  generateAndCompare,
  type PackageRequest,
  type ReadyPackage,
} from './generate-and-compare.js'
import { locateOptionFaults } from './locate-option-faults.js'

export interface GenerateAllOptions
  extends Pick<
    GenerateOrReuseOptions,
    'strict' | 'allowRemote' | 'unformatted' | 'phase' | 'memories' | 'later' | 'onlyLook'
  > {
  readonly prune?: boolean
  /**
   * Called before the first package that is not up to date, with the size of the documents. What it returns is called when
   * one of them has been loaded in this thread.
   */
  readonly begin?: ((bytes: number) => () => void) | undefined
  /** How many packages may be generated at the same time; half the number of cores by default. */
  readonly jobs?: number | undefined
}

/** With less input, the work would be done before a thread has started. */
const WORTHWHILE_BYTES = 1_000_000

/**
 * Generates all packages of a configuration and returns them in its order. Packages that are up to date are
 * recognised here; several of the others are generated at the same time. With several packages, texts that
 * can be read again from disk are not kept in memory.
 */
export async function generateAll(
  config: LoadedConfig,
  { prune = false, jobs, begin, phase, memories, later, ...options }: GenerateAllOptions,
): Promise<ReadyPackage[]> {
  const requests = Object.entries(config.packages).map(
    ([key, each]): PackageRequest => ({ key, config: each, base: config.base, options, prune }),
  )
  const results = new Map<string, ReadyPackage | Fault>()
  for (const request of requests) {
    const known = await findUpToDate(request)
    if (known) results.set(request.key, known)
  }
  const missing = requests.filter(({ key }) => !results.has(key))
  const loaded = missing.length > 0 ? begin?.(bytesOf(missing)) : undefined
  const sendable = missing.filter((each) => !isProgram(each.config.names))
  const threads = Math.min(jobs ?? usualThreads(), sendable.length)
  if (threads > 1 && (jobs !== undefined || bytesOf(sendable) >= WORTHWHILE_BYTES)) {
    const { canUseThreads, generateInThreads } = await import('./thread-pool.js')
    const found = canUseThreads
      ? await generateInThreads(largestFirst(sendable), threads, phase)
      : []
    for (const [key, result] of found) results.set(key, result)
  }
  const open = missing.filter(({ key }) => !results.has(key))
  if (open.length > 0) {
    const inProcess = {
      ...(phase ? { phase } : {}),
      ...(loaded ? { loaded } : {}),
      ...(memories ? { memories } : {}),
      // The texts of several packages wait on disk until all are ready.
      ...(later && missing.length === 1 ? { later } : {}),
    }
    for (const request of open) {
      const ready = await generateAndCompare(request, inProcess)
      results.set(request.key, missing.length > 1 ? withoutTexts(ready) : ready)
    }
  }
  return requests.flatMap(({ key }) => {
    const result = results.get(key)
    if (result instanceof Fault) throw result
    return result ? locateOptionFaults(result, config.file) : []
  })
}

function withoutTexts({ files, ...ready }: ReadyPackage): ReadyPackage {
  return files && !ready.stored ? { ...ready, files } : ready
}

function bytesOf(requests: readonly PackageRequest[]): number {
  return requests.reduce((sum, request) => sum + sizeOf(request), 0)
}

/** Large documents first, so that no thread starts one last. */
function largestFirst(requests: readonly PackageRequest[]): PackageRequest[] {
  const sizes = new Map(requests.map((request) => [request, sizeOf(request)]))
  return [...requests].sort((left, right) => (sizes.get(right) ?? 0) - (sizes.get(left) ?? 0))
}

function sizeOf({ key, config, base }: PackageRequest): number {
  const file = path.resolve(base, readablePath(key, config.spec))
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/**
 * One thread uses two cores: V8 collects garbage concurrently, and the formatter has its own threads.
 * Measured on two cores with eight documents of a megabyte: 10.2 s with one thread, 10.4 s with two.
 */
function usualThreads(): number {
  return Math.max(1, Math.floor(availableParallelism() / 2))
}

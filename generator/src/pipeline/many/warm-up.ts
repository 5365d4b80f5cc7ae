import { statSync } from 'node:fs'
import path from 'node:path'
import type { LoadedConfig } from '../../config/config.js'
import { loadEmitters } from '../../config/emitters.js'
import { readablePath } from '../committed-copy.js'
import { type PlanOptions, taskOf } from '../plan.js'

/**
 * Generates the package whose document was changed last and discards the result, so that modules are loaded,
 * code is compiled and results are remembered before the next change. Packages whose emitters may have side
 * effects are skipped, and nothing is downloaded.
 */
export async function warmUp(
  config: LoadedConfig,
  { memories, ...options }: Pick<PlanOptions, 'strict' | 'memories'>,
  pause: () => Promise<void>,
): Promise<void> {
  const key = lastChanged(config)
  const own = key === undefined ? undefined : config.packages[key]
  if (key === undefined || !own) return
  const task = taskOf(key, own, config.base, options)
  if (!task.mayKeep) return
  const emitters = await loadEmitters(task.emitters, config.base)
  const { generatePackage } = await import('../generate-package.js')
  const memory = memories?.of(key)
  await pause()
  await generatePackage(task.spec, config.base, task.identity, {
    ...options,
    ...task.reading,
    ...(memory ? { memory } : {}),
    emitters,
    pause,
  })
}

function lastChanged({ packages, base }: LoadedConfig): string | undefined {
  const times = Object.entries(packages).map(([key, { spec }]) => {
    const file = path.resolve(base, readablePath(key, spec))
    return { key, time: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }
  })
  return times.sort((left, right) => right.time - left.time)[0]?.key
}

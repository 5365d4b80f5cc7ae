import { statSync } from 'node:fs'
import path from 'node:path'
import type { LoadedConfig } from '../../config/config.js'
import { loadEmitters } from '../../config/emitters.js'
import { readablePath } from '../committed-copy.js'
import { type PlanOptions, taskOf } from '../plan.js'

/**
 * Generates a package for nobody, so that a change of its document finds the modules loaded, their code compiled
 * and the memory filled. It is the package whose document changed last. A package that depends on more than
 * files that can be compared (another machine, code that may read anything) is left alone.
 */
export async function rehearse(
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
  memory?.turn()
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

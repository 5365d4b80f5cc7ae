import { utimesSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadConfig } from '../../../generator/src/config/config.js'
import { createMemories } from '../../../generator/src/emit/memory.js'
import { warmUp } from '../../../generator/src/pipeline/many/warm-up.js'
import { createWorkspace, type Project } from '../cli/cli.fixture.js'

// In idle time, `--watch` generates the package whose document changed last, and discards the result.

let project: Project
beforeEach(() => {
  project = createWorkspace()
  utimesSync(path.join(project.folder, 'one.yaml'), 1, 1)
})
afterEach(() => project.remove())

/** The packages whose memory was used, and how often the rehearsal could have been given up. */
async function warmedUp(pause = async () => {}): Promise<{ keys: string[]; pauses: number }> {
  const keys: string[] = []
  let pauses = 0
  const { of } = createMemories()
  const memories = {
    of: (key: string) => {
      keys.push(key)
      return of(key)
    },
  }
  await warmUp(await loadConfig(project.folder), { memories }, () => {
    pauses++
    return pause()
  })
  return { keys, pauses }
}

test('the package of the document that changed last is made, and nothing is written', async () => {
  const before = project.snapshot('.')
  const { keys, pauses } = await warmedUp()
  expect(keys).toEqual(['two'])
  expect(pauses).toBeGreaterThan(5)
  expect(project.snapshot('.')).toEqual(before)
})

test('it can be given up between its parts', async () => {
  let left = 3
  const pause = async (): Promise<void> => {
    if (--left === 0) throw new Error('a change')
  }
  await expect(warmedUp(pause)).rejects.toThrow('a change')
  expect(left).toBe(0)
})

test('code that may read anything is not run without need', async () => {
  project.write(
    'own.emitter.mjs',
    "import 'node:fs'\nexport default { name: 'own', emit: () => { throw new Error('run') } }\n",
  )
  const two = { spec: 'two.yaml', out: 'packages/two', name: '@test/two' }
  project.write(
    'tagwire.config.json',
    JSON.stringify({ packages: { two: { ...two, emit: ['client', './own.emitter.mjs'] } } }),
  )
  expect(await warmedUp()).toEqual({ keys: [], pauses: 0 })
})

import { setTimeout as sleep } from 'node:timers/promises'
import type { TestNode } from '../node/harness/node.js'
import type { NodeProxy } from './proxy.js'
import type { Random } from './random.js'

export interface Scene {
  readonly node: TestNode
  readonly proxy: NodeProxy
}

type Fault = (scene: Scene, random: Random) => Promise<void>

/**
 * Every kind of fault. Each restores everything except connections and what was in flight on them.
 */
const faults: Readonly<Record<string, Fault>> = {
  reset: async ({ proxy }) => proxy.drop('reset'),
  end: async ({ proxy }) => proxy.drop('end'),

  async refuse({ proxy }, random) {
    proxy.weather.refusing = true
    proxy.drop('reset')
    await sleep(random.between(20, 400))
    proxy.weather.refusing = false
  },

  async delay({ proxy }, random) {
    proxy.weather.delayMs = random.between(20, 300)
    await sleep(random.between(100, 800))
    proxy.weather.delayMs = 0
  },

  async stall({ proxy }, random) {
    proxy.weather.stalled = true
    await sleep(random.between(100, 1500))
    proxy.weather.stalled = false
  },

  async 'stall and drop'({ proxy }, random) {
    proxy.weather.stalled = true
    await sleep(random.between(100, 800))
    proxy.drop('reset')
    proxy.weather.stalled = false
  },

  async 'cut an answer'({ proxy }, random) {
    proxy.weather.cut = { towards: 'client', bytes: random.between(0, 400) }
    await sleep(random.between(50, 200))
  },

  async 'cut a request'({ proxy }, random) {
    proxy.weather.cut = { towards: 'node', bytes: random.between(0, 120) }
    await sleep(random.between(50, 200))
  },

  async repeat({ proxy }, random) {
    proxy.weather.repeats = random.between(1, 3)
    await sleep(random.between(20, 200))
    proxy.weather.repeats = 0
  },

  async twins({ proxy }, random) {
    proxy.weather.twins = random.between(1, 4)
    proxy.drop('reset')
    await sleep(random.between(100, 300))
    proxy.weather.twins = 0
  },

  SIGTERM: (scene, random) => restart(scene, random, 'SIGTERM'),
  SIGKILL: (scene, random) => restart(scene, random, 'SIGKILL'),
}

async function restart(
  { node }: Scene,
  random: Random,
  signal: 'SIGTERM' | 'SIGKILL',
): Promise<void> {
  await node.stop(signal)
  await sleep(random.between(0, 400))
  await node.start()
}

const faultNames: readonly string[] = Object.keys(faults)

/** Causes one fault after the other until it is stopped; returns the count of each. */
export async function doFaults(
  scene: Scene,
  random: Random,
  enough: (done: number) => boolean,
  pauseMs: number,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  // Every kind once, then as it comes.
  const order = shuffled(faultNames, random)
  for (let done = 0; !enough(done); done++) {
    const name = order[done] ?? order[random.between(0, order.length - 1)] ?? 'reset'
    await faults[name]?.(scene, random)
    counts.set(name, (counts.get(name) ?? 0) + 1)
    await sleep(random.between(0, pauseMs))
  }
  return counts
}

function shuffled(list: readonly string[], random: Random): string[] {
  return list
    .map((entry) => ({ entry, key: random.next() }))
    .sort((left, right) => left.key - right.key)
    .map(({ entry }) => entry)
}

import { setTimeout as sleep } from 'node:timers/promises'
import { latestHeight, startNode } from '../node/harness/node.js'
import { type Consumer, startConsumers } from './consumers.js'
import { doFaults } from './faults.js'
import { heapInUse } from './heap.js'
import { startProxy } from './proxy.js'
import { createRandom } from './random.js'
import { missing, readChain } from './truth.js'
import { startWriter, type Writer } from './writer.js'

export interface ChaosPlan {
  readonly binary: string
  readonly seed: number
  /** At least so many, and until so many transactions are in blocks. */
  readonly faults: number
  readonly transactions: number
  /** Between two faults at most. */
  readonly pauseMs: number
  /** Ends the faults in any case. */
  readonly longestMs: number
  readonly say?: (line: string) => void
}

export interface ChaosReport {
  readonly seed: number
  readonly seconds: number
  readonly faults: Readonly<Record<string, number>>
  readonly faultCount: number
  readonly heights: number
  readonly transactions: { readonly sent: number; readonly committed: number }
  readonly outcomes: Readonly<Record<string, number>>
  readonly sentTwice: number
  readonly committedTwice: number
  readonly consumers: readonly ConsumerReport[]
  /** After the first tenth of the faults, and at the end. */
  readonly heapMB: readonly [early: number, late: number]
}

export interface ConsumerReport {
  readonly kind: string
  readonly events: number
  readonly missed: number
  readonly duplicated: number
  readonly outOfOrder: number
  readonly ended: string | undefined
}

/** Three consumers and a writer in bad weather. */
export async function runChaos(plan: ChaosPlan): Promise<ChaosReport> {
  const begun = Date.now()
  const random = createRandom(plan.seed)
  const node = await startNode(plan.binary)
  const proxy = await startProxy(node.port)
  const consumers = startConsumers(`ws://127.0.0.1:${proxy.port}/websocket`)
  const writer = startWriter(proxy.port, `s${plan.seed}`, plan.pauseMs / 20)
  try {
    // A node that was never reached is an error, not weather.
    while (consumers.some(({ latest, ended }) => latest === 0 && ended === undefined))
      await sleep(20)
    let early = 0
    const enough = (done: number): boolean => {
      if (done >= plan.faults / 10) early ||= heapInUse()
      if (done % 20 === 0) plan.say?.(progress(done, consumers, writer))
      const committed = consumers.at(-1)?.seen.length ?? 0
      const over = consumers.some(({ ended }) => ended !== undefined)
      if (over || Date.now() - begun > plan.longestMs) return true
      return done >= plan.faults && committed >= plan.transactions
    }
    const counts = await doFaults({ node, proxy }, random, enough, plan.pauseMs)
    await writer.stop()
    const height = await settle(node.url, consumers)
    const late = heapInUse()
    const chain = await readChain(node.url, height)
    const committed = (chain.Tx ?? []).map(({ content }) => content)
    return {
      seed: plan.seed,
      seconds: Math.round((Date.now() - begun) / 1000),
      faults: Object.fromEntries(counts),
      faultCount: [...counts.values()].reduce((sum, count) => sum + count, 0),
      heights: height,
      transactions: { sent: writer.sent, committed: committed.length },
      outcomes: Object.fromEntries(writer.outcomes),
      sentTwice: moreThanOnce(writer.handed) + moreThanOnce(proxy.passed),
      committedTwice: committed.length - new Set(committed).size,
      consumers: consumers.map((consumer) => ({
        kind: consumer.kind,
        events: consumer.seen.length,
        missed: missing(consumer, chain[consumer.kind] ?? [], height),
        duplicated: consumer.duplicated,
        outOfOrder: consumer.outOfOrder,
        ended: consumer.ended === undefined ? undefined : String(consumer.ended),
      })),
      heapMB: [megabytes(early), megabytes(late)],
    }
  } finally {
    await Promise.all(consumers.map((consumer) => consumer.stop()))
    await writer.stop()
    await proxy.close()
    await node.remove()
  }
}

/** Waits until all consumers are up to date; resolves to their height. */
async function settle(url: string, consumers: readonly Consumer[]): Promise<number> {
  const height = (await latestHeight(url)) ?? 0
  const patience = Date.now() + 20_000
  const blocks = consumers.filter(({ kind }) => kind !== 'Tx')
  while (Date.now() < patience && blocks.some(({ latest }) => latest < height)) await sleep(50)
  // Transactions have no sign of the end: they come together with their block.
  await sleep(1000)
  return height
}

function moreThanOnce(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].filter((count) => count > 1).length
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 2 ** 17) / 8
}

function progress(done: number, consumers: readonly Consumer[], { sent }: Writer): string {
  const places = consumers.map(({ kind, latest }) => `${kind} at ${latest}`)
  return `${done} faults, ${sent} transactions sent, ${places.join(', ')}`
}

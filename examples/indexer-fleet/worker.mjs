// Reads ranges of past heights; start any number of these, on any number of machines.
//
//     node worker.mjs postgres://… http://127.0.0.1:26657
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { createNodeRpcClient, history, http } from '@tagwire/node-rpc'
import {
  advanceRange,
  beat,
  beatMs,
  claimRange,
  heightOf,
  idleMs,
  log,
  openStore,
  pauseMs,
  reasonOf,
  releaseRange,
  requeueSilent,
  storeHeights,
  transaction,
} from './store.mjs'

/** Events that are stored at a time: what is held in memory, besides what `history` reads ahead. */
const atOnce = 500

const [database, url] = process.argv.slice(2)
const worker = `${hostname()}:${process.pid}`
const pool = await openStore(database)
const node = createNodeRpcClient({ transport: http(url) })

const end = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end.abort())

log(`${worker} is waiting for ranges`)
let failures = 0
while (!end.signal.aborted) {
  try {
    await requeueSilent(pool)
    const range = await claimRange(pool, worker)
    if (range) await read(range)
    else await pause(idleMs)
    failures = 0
  } catch (error) {
    // Of a range, or of the database. All workers fail when the node is down, so each one pauses.
    log(reasonOf(error))
    await pause(pauseMs(++failures))
  }
}
await pool.end()

/** Reads a range to its end, or gives it back. */
async function read(range) {
  const lost = new AbortController()
  // Another worker takes the range if nothing is heard of this one.
  const heart = setInterval(() => {
    beat(pool, range, worker).catch((error) => lost.abort(error))
  }, beatMs)
  try {
    await readAll(range, AbortSignal.any([end.signal, lost.signal]))
  } catch (error) {
    const isEnd = end.signal.aborted
    const failed = range.failures + 1
    const wait = isEnd ? 0 : pauseMs(failed)
    await releaseRange(pool, range, worker, isEnd ? range.failures : failed, wait).catch(() => {})
    if (isEnd) return
    const why = reasonOf(lost.signal.reason ?? error)
    const what = `range ${range.first}-${range.last}: failure ${failed} at ${range.next}: ${why}`
    throw new Error(`${what}; again in ${wait / 1000} s`)
  } finally {
    clearInterval(heart)
  }
}

/** Rows are stored as they come, up to the last height of which all events are there. */
async function readAll(range, signal) {
  const options = { kinds: ['Tx'], from: range.next, to: range.last, concurrency: 16, batch: 10 }
  let events = []
  for await (const event of history(node, { ...options, signal })) {
    const height = heightOf(event)
    if (events.length >= atOnce && height > heightOf(events.at(-1))) {
      await storeUpTo(range, height - 1, events)
      events = []
    }
    events.push(event)
  }
  await storeUpTo(range, range.last, events)
}

async function storeUpTo(range, last, events) {
  await transaction(pool, async (client) => {
    await advanceRange(client, range, worker, last + 1)
    await storeHeights(client, range.next, last, events)
  })
  range.next = last + 1
  range.failures = 0
}

function pause(ms) {
  return sleep(ms, undefined, { signal: end.signal }).catch(() => {})
}

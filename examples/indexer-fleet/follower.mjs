// Follows new blocks, and queues everything before them for the workers. Only one is active at a time; others
// wait.
//
//     node follower.mjs postgres://… ws://127.0.0.1:26657/websocket
import { setTimeout as sleep } from 'node:timers/promises'
import { createNodeRpcClient, eventQuery, webSocket } from '@tagwire/node-rpc'
import { WebSocket } from 'ws'
import {
  followerLock,
  log,
  openStore,
  pauseMs,
  queueRanges,
  reasonOf,
  storeHeights,
  transaction,
} from './store.mjs'

const [database, url] = process.argv.slice(2)
const pool = await openStore(database)

// Held until the connection ends, at the latest with the process. Without it, another follower is active.
const lock = await pool.connect()
lock.on('error', (error) => {
  log('the lock is lost:', error.message)
  process.exit(1)
})
await lock.query('SELECT pg_advisory_lock($1)', [followerLock])

const end = new AbortController()
const { signal } = end
for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => end.abort())

const node = createNodeRpcClient({ transport: webSocket(url, { WebSocket }) })
let failures = 0
while (!signal.aborted) {
  try {
    await follow()
  } catch (error) {
    if (signal.aborted) break
    const wait = pauseMs(++failures)
    log(`following: failure ${failures}: ${reasonOf(error)}; again in ${wait / 1000} s`)
    await sleep(wait, undefined, { signal }).catch(() => {})
  }
}
lock.release(true)
await pool.end()
process.exit(0)

async function follow() {
  const from = (await saved()) ?? (await begin())
  log('following from', JSON.stringify(from))
  const heights = node.subscribe(eventQuery('Tx'), { from, by: 'height', signal })
  for await (const { height, events, cursor } of heights) {
    await transaction(pool, async (client) => {
      await storeHeights(client, height, height, events)
      await save(client, cursor)
    })
    failures = 0
  }
}

/** The first run: queues all existing heights, and follows after them. Both are stored together or not at all. */
async function begin() {
  const { sync_info } = await node.status()
  const earliest = Math.max(1, Number(sync_info.earliest_block_height))
  const latest = Number(sync_info.latest_block_height)
  const cursor = { height: latest + 1, index: 0 }
  await transaction(pool, async (client) => {
    await queueRanges(client, earliest, latest)
    await save(client, cursor)
  })
  return cursor
}

async function saved() {
  const { rows } = await pool.query("SELECT value FROM state WHERE key = 'cursor'")
  return rows[0]?.value
}

function save(client, cursor) {
  return client.query(
    `INSERT INTO state VALUES ('cursor', $1) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    [cursor],
  )
}

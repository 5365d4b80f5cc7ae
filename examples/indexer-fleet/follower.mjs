// Follows new blocks, and queues everything before them for the workers. Only one is active at a time; others
// wait.
//
//     node follower.mjs postgres://… ws://127.0.0.1:26657/websocket
import { createNodeRpcClient, eventQuery, webSocket } from '@tagwire/node-rpc'
import { WebSocket } from 'ws'
import { followerLock, openStore, queue, rangeSize, storeHeights } from './store.mjs'

const [database, url] = process.argv.slice(2)
const { pool, boss } = await openStore(database)
// Held until the connection ends, at the latest with the process.
const lock = await pool.connect()
await lock.query('SELECT pg_advisory_lock($1)', [followerLock])

const node = createNodeRpcClient({ transport: webSocket(url, { WebSocket }) })
const from = (await saved()) ?? (await begin())
const heights = node.subscribe(eventQuery('Tx'), { from, by: 'height' })
for await (const { height, events, cursor } of heights) {
  await storeHeights(pool, [{ height, events }], (client) => save(client, cursor))
}

/** The first run: queues all existing heights as jobs, and starts to follow after them. */
async function begin() {
  const { sync_info } = await node.status()
  const earliest = Number(sync_info.earliest_block_height)
  const latest = Number(sync_info.latest_block_height)
  for (let start = earliest; start <= latest; start += rangeSize) {
    const range = { from: start, to: Math.min(latest, start + rangeSize - 1) }
    // If it is killed here, it creates these jobs again: reading a range twice is harmless. If a worker is
    // killed, another one gets its job after 20 seconds.
    const options = { singletonKey: `${range.from}`, expireInSeconds: 20, retryLimit: 100 }
    await boss.send(queue, range, options)
  }
  const cursor = { height: latest + 1, index: 0 }
  await save(pool, cursor)
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

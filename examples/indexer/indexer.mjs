// Writes every transaction of a chain to a SQLite table, exactly once, even if this process is killed.
//
//     node indexer.mjs ws://127.0.0.1:26657/websocket index.db
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createNodeRpcClient,
  eventQuery,
  isTimeoutError,
  isTransportError,
  webSocket,
} from '@tagwire/node-rpc'

const [url = 'ws://127.0.0.1:26657/websocket', file = 'index.db'] = process.argv.slice(2)

const db = new DatabaseSync(file)
db.exec(`
  PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS txs (
    height INTEGER NOT NULL,
    place INTEGER NOT NULL,
    hash TEXT NOT NULL,
    code INTEGER NOT NULL,
    tx TEXT NOT NULL,
    PRIMARY KEY (height, place)
  );
  CREATE TABLE IF NOT EXISTS state (key TEXT PRIMARY KEY, value TEXT NOT NULL);
`)
const insert = db.prepare('INSERT INTO txs (height, place, hash, code, tx) VALUES (?, ?, ?, ?, ?)')
const save = db.prepare("INSERT OR REPLACE INTO state (key, value) VALUES ('cursor', ?)")
const load = db.prepare("SELECT value FROM state WHERE key = 'cursor'")

const node = createNodeRpcClient({ transport: webSocket(url) })
for (let failures = 0; ; ) {
  const saved = load.get()
  const from = saved ? JSON.parse(saved.value) : 1
  console.log('starting at', from)
  try {
    // Past heights are fetched, then new ones are delivered; one item for each height.
    const heights = node.subscribe(eventQuery('Tx'), { from, by: 'height' })
    for await (const { events, cursor } of heights) {
      store(events, cursor)
      failures = 0
    }
  } catch (error) {
    // A node that is down comes back. Anything else, such as another chain, does not heal by waiting.
    if (!isTransportError(error) && !isTimeoutError(error)) throw error
    const pauseMs = Math.min(60_000, 1_000 * 2 ** failures++)
    console.log(`failure ${failures}: ${error.message}; again in ${pauseMs / 1000} s`)
    await sleep(pauseMs)
  }
}

/** Stores the rows and the cursor after them together or not at all. */
function store(events, cursor) {
  db.exec('BEGIN')
  for (const event of events) {
    const { height = '0', index = 0, tx = '', result } = event.data.value.TxResult
    insert.run(Number(height), index, event.events['tx.hash'][0], result.code ?? 0, tx)
  }
  save.run(JSON.stringify(cursor))
  db.exec('COMMIT')
}

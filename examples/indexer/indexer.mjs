// Writes every transaction of a chain to a SQLite table, exactly once, even if this process is killed.
//
//     node indexer.mjs ws://127.0.0.1:26657/websocket index.db
import { DatabaseSync } from 'node:sqlite'
import { createNodeRpcClient, eventQuery, webSocket } from '@tagwire/node-rpc'

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
const saved = db.prepare("SELECT value FROM state WHERE key = 'cursor'").get()

const node = createNodeRpcClient({ transport: webSocket(url) })
const from = saved ? JSON.parse(saved.value) : 1
console.log('starting at', from)

// Past heights are fetched, then new ones are delivered; one item for each height.
for await (const { events, cursor } of node.subscribe(eventQuery('Tx'), { from, by: 'height' })) {
  // The rows and the cursor after them are stored together or not at all.
  db.exec('BEGIN')
  for (const event of events) {
    const { height = '0', index = 0, tx = '', result } = event.data.value.TxResult
    insert.run(Number(height), index, event.events['tx.hash'][0], result.code ?? 0, tx)
  }
  save.run(JSON.stringify(cursor))
  db.exec('COMMIT')
}

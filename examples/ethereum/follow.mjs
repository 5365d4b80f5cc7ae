// Follows the blocks and logs of a node. After a restart, it continues where it ended.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { WebSocket } from 'ws'
import { createEthereumClient, webSocket } from './ethereum/dist/index.js'

const file = 'position.json'
const from = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
const url = process.env.ETHEREUM_URL ?? 'ws://127.0.0.1:8545'
const client = createEthereumClient({ transport: webSocket(url, { WebSocket }) })

for await (const { data, removed, cursor } of client.subscribe('newHeads', {}, { from })) {
  console.log(removed ? 'replaced' : 'block', Number(data.number), data.hash)
  writeFileSync(file, JSON.stringify(cursor))
}

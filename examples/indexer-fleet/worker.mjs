// Reads ranges of past heights; start any number of these, on any number of machines.
//
//     node worker.mjs postgres://… http://127.0.0.1:26657
import { createNodeRpcClient, history, http } from '@tagwire/node-rpc'
import { openStore, queue, storeHeights } from './store.mjs'

const [database, url] = process.argv.slice(2)
const { pool, boss } = await openStore(database)
const node = createNodeRpcClient({ transport: http(url) })

await boss.work(queue, { batchSize: 1, pollingIntervalSeconds: 0.5 }, async ([job]) => {
  const { from, to } = job.data
  const heights = new Map()
  for (let height = from; height <= to; height++) heights.set(height, { height, events: [] })
  const past = history(node, { kinds: ['Tx'], from, to, concurrency: 16, batch: 10 })
  for await (const event of past) {
    heights.get(Number(event.data.value.TxResult.height)).events.push(event)
  }
  await storeHeights(pool, [...heights.values()])
})
console.log('waiting for ranges')

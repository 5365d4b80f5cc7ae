// Calls over HTTP: what the client adds to a bare fetch, and what batching gives.
import { Comet38Client, HttpBatchClient, HttpClient } from '@cosmjs/tendermint-rpc'
import { createNodeRpcClient, http } from '@tagwire/node-rpc'
import { byTurns, startServer } from './harness.mjs'

const { port, stop } = await startServer()
const url = `http://127.0.0.1:${port}`
const plain = createNodeRpcClient({ transport: http(url) })
const batched = createNodeRpcClient({ transport: http(url, { batch: true }) })
const theirs = Comet38Client.create(new HttpClient(url))
const theirBatch = new HttpBatchClient(url, { batchSizeLimit: 10, dispatchInterval: 1 })
const theirsBatched = Comet38Client.create(theirBatch)

async function bare() {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'block', params: { height: '1' } })
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  const answer = await fetch(url, init)
  return JSON.parse(await answer.text()).result
}

/** As one should: nobody wants to wait for ever. */
async function withDeadline() {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'block', params: { height: '1' } })
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), 15_000)
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body, signal: controller.signal })
  const { result } = JSON.parse(await answer.text())
  clearTimeout(timer)
  return result
}

const one = (call) => async () => {
  for (let count = 0; count < 50; count++) await call()
}
const single = await byTurns(120, {
  bare: one(bare),
  'bare with a deadline': one(withDeadline),
  tagwire: one(() => plain.block({ height: 1 })),
  cosmjs: one(() => theirs.block(1)),
})
console.log('one call after the other, ms per call (× bare fetch + JSON)')
for (const [name, time] of Object.entries(single)) {
  console.log(name.padEnd(20), (time / 50).toFixed(4), `${(time / single.bare).toFixed(3)}×`)
}

const many = (call) => async () => {
  for (let round = 0; round < 10; round++) {
    await Promise.all(Array.from({ length: 100 }, call))
  }
}
const together = await byTurns(9, {
  'tagwire, batch off': many(() => plain.block({ height: 1 })),
  'tagwire, batch on': many(() => batched.block({ height: 1 })),
  'cosmjs, HttpClient': many(() => theirs.block(1)),
  'cosmjs, HttpBatchClient': many(() => theirsBatched.block(1)),
})
console.log('100 calls at a time, calls per second')
for (const [name, time] of Object.entries(together)) {
  console.log(name.padEnd(24), Math.round(1e6 / time))
}
theirBatch.disconnect()
stop()

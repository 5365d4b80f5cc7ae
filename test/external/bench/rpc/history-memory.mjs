// What `history` over a webSocket costs in processor time per height beside what one would write by hand, with
// answers from memory: neither a socket nor a server disturbs the figures. `ROUNDS` (40) can be set;
// `node --cpu-prof history-memory.mjs` shows where it goes.
import { createNodeRpcClient, history, webSocket } from '@tagwire/node-rpc'
import { lowerQuartile } from './harness.mjs'

const rounds = Number(process.env.ROUNDS ?? 40)
const heights = 4000

const txs = Array.from({ length: 5 }, (_, i) => btoa(`key-${i}=${'v'.repeat(200)}`))
const results = {
  status: () => ({ sync_info: { earliest_block_height: '1', latest_block_height: '1000000' } }),
  block: (height) => ({
    block_id: { hash: 'AB' },
    block: { header: { height, chain_id: 'bench' }, data: { txs }, last_commit: null },
  }),
  block_results: (height) => ({
    height,
    txs_results: txs.map(() => ({ code: 0, data: null, gas_used: '1', events: [] })),
    finalize_block_events: null,
  }),
}
const written = Object.fromEntries(
  Object.entries(results).map(([method, result]) => [
    method,
    Array.from({ length: heights + 1 }, (_, height) => JSON.stringify(result(String(height)))),
  ]),
)

/** Answers all messages of a turn in the next one. */
class Memory {
  queue = []

  constructor() {
    setTimeout(() => this.onopen({}), 1)
  }

  send(text) {
    if (this.queue.push(text) === 1) setImmediate(() => this.answer())
  }

  answer() {
    for (const text of this.queue.splice(0)) {
      const [, id, method, height = 0] =
        /^{"jsonrpc":"2.0","id":(\d+),"method":"(\w+)","params":{(?:"height":"(\d+)")?}}$/.exec(
          text,
        )
      this.onmessage({ data: `{"jsonrpc":"2.0","id":${id},"result":${written[method][height]}}` })
    }
  }

  close() {
    this.onclose({ code: 1000 })
  }
}

/** Sends, parses, and drops. */
function bare(calls) {
  return new Promise((resolve) => {
    const socket = new Memory()
    let id = 0
    let answered = 0
    const send = () => {
      if (id >= 2 * heights) return
      const method = id % 2 ? 'block_results' : 'block'
      const params = { height: String((id >> 1) + 1) }
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: id++, method, params }))
    }
    socket.onopen = () => {
      for (let i = 0; i < calls; i++) send()
    }
    socket.onmessage = ({ data }) => {
      if (!JSON.parse(data).result) throw new Error('no result')
      send()
      if (++answered === 2 * heights) resolve()
    }
  })
}

async function ours(_, concurrency, batch) {
  const node = createNodeRpcClient({
    transport: webSocket('ws://127.0.0.1:1', { WebSocket: Memory }),
  })
  const options = { from: 1, to: heights, concurrency, batch }
  let seen = 0
  for await (const _ of history(node, { methods: ['block', 'blockResults'], ...options })) seen++
  await node.close()
  if (seen !== heights) throw new Error(`${seen} heights`)
}

console.log('| requests × calls | bare | `history` | µs of its own |')
console.log('| --- | ---: | ---: | ---: |')
for (const [concurrency, batch] of [
  [64, 1],
  [16, 10],
]) {
  const times = [bare, ours].map((work) => ({ work, taken: [] }))
  for (let round = -3; round < rounds; round++) {
    for (const { work, taken } of times) {
      const before = process.cpuUsage()
      await work(concurrency * batch, concurrency, batch)
      const { user, system } = process.cpuUsage(before)
      // The first rounds are for warming up.
      if (round >= 0) taken.push((user + system) / heights)
    }
  }
  const [other, own] = times.map(({ taken }) => lowerQuartile(taken))
  const cells = [other, own, own - other].map((time) => time.toFixed(1))
  console.log(`| ${concurrency} × ${batch} | ${cells.join(' | ')} |`)
}
process.exit(0)

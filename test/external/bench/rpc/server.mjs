// A scripted node in a process of its own: answers at once, and pours out notifications.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

const transcript = JSON.parse(
  readFileSync(new URL('../../../e2e/node/transcripts/http.json', import.meta.url), 'utf8'),
)
const events = JSON.parse(
  readFileSync(new URL('../../../e2e/node/transcripts/events.json', import.meta.url), 'utf8'),
)
const result = (method) =>
  transcript.exchanges.find((exchange) => exchange.method === method).answer.result
// What it pours out begins right behind its latest height.
const status = result('status')
const first = 1000
status.sync_info.latest_block_height = String(first - 1)
const attributesOf = (index) => [
  { key: 'sender', value: `cosmos1${'q'.repeat(30)}${index}`, index: true },
  { key: 'amount', value: `${index}uatom`, index: true },
]
/** Of a busy block, 200 kB. */
const blockResults = {
  height: '1',
  txs_results: Array.from({ length: 100 }, (_, index) => ({
    code: 0,
    data: 'EiYKJC9jb3Ntb3M=',
    log: '',
    info: '',
    gas_wanted: '200000',
    gas_used: '143211',
    events: Array.from({ length: 11 }, () => ({
      type: 'transfer',
      attributes: attributesOf(index),
    })),
    codespace: '',
  })),
  finalize_block_events: [],
  validator_updates: [],
  consensus_param_updates: null,
  app_hash: 'uHPNPVA2WR6uTOTTlDcGfzxk25fcKDa5KLxA4UAfNek=',
}
const results = { status, health: {}, block: result('block'), block_results: blockResults }

const answer = ({ id, method }) => ({ jsonrpc: '2.0', id, result: results[method] ?? {} })

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    const asked = JSON.parse(body)
    const text = JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked))
    response.setHeader('content-type', 'application/json')
    response.end(text)
  })
})

const [newBlock] = events.recordings[0].notifications
const marker = 987654321
const template = JSON.parse(JSON.stringify(newBlock))
template.data.value.block.header.height = String(marker)

// Longer ones have transactions, each with a dozen events, as on chains with users.
const kilobytes = Number(process.argv[2] ?? 0)
const attributes = [
  { key: 'sender', value: `cosmos1${'q'.repeat(38)}`, index: true },
  { key: 'amount', value: '4821uatom', index: true },
  { key: 'msg_index', value: '0', index: true },
]
const types = ['coin_spent', 'coin_received', 'transfer', 'message']
const outcome = {
  code: 0,
  data: 'EiYKJC9jb3Ntb3M=',
  log: '',
  info: '',
  gas_wanted: '200000',
  gas_used: '143211',
  events: Array.from({ length: 12 }, (_, i) => ({ type: types[i % 4], attributes })),
  codespace: '',
}
const { block, result_finalize_block } = template.data.value
while (JSON.stringify(template).length < kilobytes * 1000) {
  block.data.txs = [...(block.data.txs ?? []), btoa('x'.repeat(350))]
  result_finalize_block.tx_results = [...(result_finalize_block.tx_results ?? []), outcome]
}

new WebSocketServer({ server, path: '/websocket' }).on('connection', (socket) => {
  socket.on('message', (data) => {
    const asked = JSON.parse(data)
    socket.send(
      JSON.stringify({ jsonrpc: '2.0', id: asked.id, result: results[asked.method] ?? {} }),
    )
    if (asked.method !== 'subscribe') return
    const result = { ...template, query: asked.params.query }
    const [head, tail] = JSON.stringify({ jsonrpc: '2.0', id: asked.id, result }).split(marker)
    // In portions, as a socket takes them.
    let height = first
    const pour = () => {
      for (let count = 0; count < 20; count++) socket.send(`${head}${height++}${tail}`)
      if (height >= 31_000 || socket.readyState !== 1) return
      // As a node does, which waits for whoever reads slowly.
      if (socket.bufferedAmount > 2 ** 20) setTimeout(pour, 1)
      else setImmediate(pour)
    }
    pour()
  })
})
server.listen(0, '127.0.0.1', () => process.send(server.address().port))

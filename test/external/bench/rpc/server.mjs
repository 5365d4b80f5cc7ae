// A scripted node in a process of its own: answers at once, and pours out notifications.
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { beginning, outcomeWith, recorded, scriptedChain } from './chain.mjs'

const { exchanges } = recorded('http')
const result = (method) => exchanges.find((exchange) => exchange.method === method).answer.result
const status = result('status')
const attributesOf = (index) => [
  { key: 'sender', value: `cosmos1${'q'.repeat(30)}${index}`, index: true },
  { key: 'amount', value: `${index}uatom`, index: true },
]
/** Of a busy block, 200 kB. */
const blockResults = {
  height: '1',
  txs_results: Array.from({ length: 100 }, (_, index) =>
    outcomeWith(
      Array.from({ length: 11 }, () => ({ type: 'transfer', attributes: attributesOf(index) })),
    ),
  ),
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

// Every connection has a chain to itself, which grows by so many blocks whenever `num_unconfirmed_txs` is called.
const [kilobytes = 0, portion = 0] = process.argv.slice(2).map(Number)
const chain = scriptedChain(kilobytes, status)
new WebSocketServer({ server, path: '/websocket' }).on('connection', (socket) => {
  let latest = beginning
  let subscription
  socket.on('message', (data) => {
    const { id, method, params } = JSON.parse(data)
    if (method === 'subscribe') subscription = id
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, ...chain.answer(method, params, latest) }))
    if (method !== 'num_unconfirmed_txs') return
    const last = latest + portion
    // A few at a time, as a socket takes them.
    const pour = () => {
      if (socket.readyState !== 1) return
      const end = Math.min(last, latest + 20)
      while (latest < end) socket.send(chain.notification(subscription, ++latest))
      if (latest === last) return
      // Like a node, it waits for slow readers.
      if (socket.bufferedAmount > 2 ** 20) setTimeout(pour, 1)
      else setImmediate(pour)
    }
    pour()
  })
})
server.listen(0, '127.0.0.1', () => process.send(server.address().port))

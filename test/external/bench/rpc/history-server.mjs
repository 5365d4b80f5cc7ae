// Answers `block`, `block_results` and `status` after so many milliseconds, which the path says. A process of its own:
// it must not share the clock.
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

const status = { sync_info: { earliest_block_height: '1', latest_block_height: '1000000' } }
const txs = Array.from({ length: 5 }, (_, i) => btoa(`key-${i}=${'v'.repeat(200)}`))
const block = (height) => ({
  block_id: { hash: 'AB' },
  block: { header: { height, chain_id: 'bench' }, data: { txs }, last_commit: null },
})
const outcome = (height) => ({
  height,
  txs_results: txs.map(() => ({ code: 0, data: null, gas_used: '1', events: [] })),
  finalize_block_events: null,
})
const results = { status: () => status, block, block_results: outcome }

const answer = ({ id, method, params: { height } }) => {
  return { jsonrpc: '2.0', id, result: results[method](height) }
}

const later = (url, work) => {
  const ms = Number(url.slice(1))
  if (ms > 0) setTimeout(work, ms)
  else work()
}

const server = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  const body = JSON.parse(text)
  const json = JSON.stringify(Array.isArray(body) ? body.map(answer) : answer(body))
  later(request.url, () => response.end(json))
})
// Longer than any turn of the others takes.
server.keepAliveTimeout = 600_000
new WebSocketServer({ server }).on('connection', (socket, { url }) => {
  socket.on('message', (data) => {
    const json = JSON.stringify(answer(JSON.parse(data)))
    later(url, () => socket.send(json))
  })
})
// The measurement is over.
process.once('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => process.send(server.address().port))

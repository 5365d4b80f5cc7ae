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
const results = { status, health: {}, block: result('block') }

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
      for (let count = 0; count < 200; count++) socket.send(`${head}${height++}${tail}`)
      if (height < 31_000 && socket.readyState === 1) setImmediate(pour)
    }
    pour()
  })
})
server.listen(0, '127.0.0.1', () => process.send(server.address().port))

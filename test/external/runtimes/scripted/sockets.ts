import type { Server } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { keyError } from './misbehaviours.js'

/** What happens to the first, second … message on any connection of a turn. */
type Script = (socket: WebSocket, id: number, count: number) => void

const right: Script = (socket, id) =>
  socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: {} }))

const scripts: Readonly<Record<string, Script>> = {
  right,
  silent: () => {},
  'error-with-the-key': (socket, id) =>
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, error: keyError })),
  'closed-1001': (socket) => socket.close(1001),
  'closed-1001-then-right': (socket, id, count) =>
    count === 1 ? socket.close(1001) : right(socket, id, count),
  'cut-then-right': (socket, id, count) =>
    count === 1 ? socket.terminate() : right(socket, id, count),
  'noise-before': (socket, id, count) => {
    socket.send('<html>')
    socket.send(Buffer.from([1, 2, 3]))
    socket.send('{"jsonrpc":"2.0","id":77,"result":{}}')
    right(socket, id, count)
  },
}

/** Sockets at `/<script>/<turn>`; any other name is refused while they shake hands. */
export function serveSockets(server: Server): void {
  const sockets = new WebSocketServer({ noServer: true })
  const counts = new Map<string, number>()
  server.on('upgrade', (request, connection, head) => {
    const key = request.url ?? ''
    const script = scripts[key.split('/')[1] ?? '']
    if (!script) return void connection.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n')
    sockets.handleUpgrade(request, connection, head, (socket) => {
      socket.on('error', () => {})
      socket.on('message', (data) => {
        const count = (counts.get(key) ?? 0) + 1
        counts.set(key, count)
        script(socket, JSON.parse(String(data)).id, count)
      })
    })
  })
}

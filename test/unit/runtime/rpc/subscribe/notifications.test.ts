import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { http, notifies } from '../../../../../packages/runtime/src/rpc/comet/index.js'
import { methodOf } from '../methods.fixture.js'
import { connect } from '../socket/socket.fixture.js'

const say = methodOf('say', { text: 'json' }, { required: ['text'], safe: false, notifies })
const MESSAGE = { jsonrpc: '2.0', method: 'say', params: { text: 'hi' } }

function over(answer: () => Response) {
  const sent: unknown[] = []
  const transport = http('http://node.example', {
    batch: true,
    fetch: async (_, init) => {
      sent.push(JSON.parse(String(init.body)))
      return answer()
    },
  })
  return { sent, call: transport.call({ method: say, params: { text: 'hi' } }) }
}

it.each([
  ['nothing', () => new Response(null, { status: 204 })],
  ['no JSON', () => new Response('accepted', { status: 202 })],
  ['JSON all the same', () => Response.json({ jsonrpc: '2.0', id: null, result: 1 })],
])('a method without result has no id, and %s is answer enough', async (_, answer) => {
  const { sent, call } = over(answer)
  expect(await call).toBeUndefined()
  expect(sent).toEqual([MESSAGE])
})

it.each([
  ['a server that refuses', () => new Response('no', { status: 503 }), 503],
  ['no connection', () => Promise.reject(new TypeError('gone')), undefined],
])('%s is heard of', async (_, answer, status) => {
  const transport = http('http://node.example', { fetch: async () => answer() })
  const call = transport.call({ method: say, params: { text: 'hi' } })
  await expect(call).rejects.toMatchObject({ name: 'TransportError', status })
})

it('over a socket the call is over when it is sent', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => server.close())
  await once(server, 'listening')
  const heard = new Promise<string>((resolve) => {
    server.on('connection', (socket: WebSocket) => {
      socket.on('message', (data) => resolve(String(data)))
    })
  })
  const { port } = server.address() as AddressInfo
  const transport = connect({ wsUrl: `ws://127.0.0.1:${port}` })
  expect(await transport.call({ method: say, params: { text: 'hi' } })).toBeUndefined()
  expect(JSON.parse(await heard)).toEqual(MESSAGE)
})

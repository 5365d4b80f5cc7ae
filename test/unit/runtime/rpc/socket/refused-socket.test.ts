import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { status } from '../document.fixture.js'
import { pause, rejection, startNode } from '../node.fixture.js'
import { ask, connect } from './socket.fixture.js'

it('leaves nothing behind when the platform makes no socket', async () => {
  const node = await startNode()
  const uncaught: unknown[] = []
  const note = (error: unknown): void => {
    uncaught.push(error)
  }
  process.on('uncaughtException', note)
  let refuses = true
  const transport = connect(node, {
    timeoutMs: 60,
    WebSocket: class extends WebSocket {
      constructor(url: string) {
        if (refuses) throw new SyntaxError('Invalid protocol')
        super(url)
      }
    },
  })
  const error = await rejection(ask(transport))
  expect(error).toMatchObject({
    name: 'TransportError',
    fault: 'endpoint',
    sent: false,
    operation: 'status',
    address: new URL(node.wsUrl).origin,
    message: expect.stringContaining('No WebSocket: SyntaxError: Invalid protocol (status, ws://'),
    cause: expect.any(SyntaxError),
  })
  await pause(90)
  process.off('uncaughtException', note)
  expect(uncaught).toEqual([])
  refuses = false
  const patient = { timeoutMs: 60_000 }
  const answer = await transport.call({ method: status, params: {} }, patient)
  expect(answer).toHaveProperty('sync_info')
})

import { expect, it } from 'vitest'
import { webSocket } from '../../../../../packages/runtime/src/rpc/comet/index.js'
import { heldClock } from '../../clock.fixture.js'
import { status, subscribe, unsubscribe } from '../document.fixture.js'
import { rejection } from '../node.fixture.js'

/** A socket that does nothing by itself. */
class HeldSocket {
  static all: HeldSocket[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  onerror: ((event: unknown) => void) | null = null
  sent: string[] = []

  constructor(_: string) {
    HeldSocket.all.push(this)
  }

  send(data: string): void {
    this.sent.push(data)
  }

  close(): void {}
}

it('a subscription that nobody waits for any more is neither made nor fails unseen', async () => {
  HeldSocket.all = []
  const clock = heldClock()
  const unhandled: unknown[] = []
  const note = (error: unknown): void => void unhandled.push(error)
  process.on('unhandledRejection', note)
  const transport = webSocket('ws://127.0.0.1:1', {
    WebSocket: HeldSocket,
    timeoutMs: 200,
    keepAliveMs: 0,
    reconnect: { baseMs: 1, maxMs: 1 },
  })
  const query = "tm.event='NewBlock'"
  const request = { method: subscribe, unsubscribe, params: { query }, query }
  const subscribing = rejection(
    transport.subscribe(request, { next() {}, end() {} }, { timeoutMs: 200 }),
  )
  await clock.pass(150)
  expect(HeldSocket.all).toHaveLength(1)
  // The first connection fails late, and the next one opens when the time is over.
  HeldSocket.all[0]?.onclose?.({ code: 1006 })
  await clock.pass(50)
  expect(await subscribing).toMatchObject({ name: 'TimeoutError' })
  expect(HeldSocket.all).toHaveLength(2)
  // What is shared by all who ask for the query has a deadline of its own.
  await clock.pass(30)
  const second = HeldSocket.all[1]
  second?.onopen?.()
  await clock.pass(20)
  expect(second?.sent).toEqual([])
  second?.onclose?.({ code: 1006 })
  await clock.pass(20)
  expect(unhandled).toEqual([])
  process.off('unhandledRejection', note)
  transport.close()
  expect(await rejection(transport.call({ method: status, params: {} }))).toBeInstanceOf(Error)
})

import { expect, it, onTestFinished, vi } from 'vitest'
import { openSocket } from '../../../../../packages/runtime/src/rpc/socket/open-socket.js'
import type { SocketLike } from '../../../../../packages/runtime/src/rpc/socket/platform-socket.js'

it.each([700, 3000, 15_000])('a silent node is left as soon as %s ms are over', (ms) => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const sockets: SilentSocket[] = []
  class SilentSocket implements SocketLike {
    onopen: (() => void) | null = null
    onmessage = null
    onclose = null
    onerror = null
    constructor() {
      sockets.push(this)
    }
    send(): void {}
    close(): void {}
  }
  const begun = performance.now()
  const passed: number[] = []
  const note = (): void => {
    passed.push(performance.now() - begun)
  }
  const line = openSocket({
    url: 'ws://127.0.0.1',
    WebSocket: SilentSocket,
    maxBodyBytes: 1000,
    keepAliveMs: ms,
    openMs: ms,
    answerMs: ms,
    ask: note,
    isBusy: () => false,
    opened() {},
    received() {},
    ended: note,
  })
  sockets[0]?.onopen?.()
  line.hold(true)
  vi.advanceTimersByTime(4 * ms)
  expect(passed).toEqual([ms, 2 * ms])
})

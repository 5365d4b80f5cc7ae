import { expect, it } from 'vitest'
import type { Caller } from '../../../../../packages/runtime/src/rpc/calls/call-together.js'
import {
  createAskNode,
  createWindow,
} from '../../../../../packages/runtime/src/rpc/comet/past/ask-node.js'
import { sendAttempt } from '../../../../../packages/runtime/src/rpc/transport.js'
import { block } from '../document.fixture.js'

const { signal } = new AbortController()
const node: Caller = {
  async call(request, options = {}) {
    await sendAttempt(options, [request], async () => [{ result: {}, size: 100 }])
    return {}
  },
}

it('groups of heights without transactions do not open the window', async () => {
  const window = createWindow(1000, 32, 4)
  const ask = createAskNode(node, window, signal)
  for (let group = 0; group < 200; group++) await ask([])
  expect(window.most()).toBe(4)
  const request = { method: block, params: {} }
  await ask([request, request])
  expect(window.most()).toBe(9)
  for (let group = 0; group < 200; group++) await ask([])
  expect(window.most()).toBe(9)
})

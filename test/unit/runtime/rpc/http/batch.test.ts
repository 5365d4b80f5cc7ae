import { afterEach, expect, it, vi } from 'vitest'
import { createBatcher } from '../../../../../packages/runtime/src/rpc/http/batch.js'
import type { SendMessages } from '../../../../../packages/runtime/src/rpc/http/send-messages.js'
import { range } from '../subscribe/stream.fixture.js'

afterEach(() => {
  vi.useRealTimers()
})

it('the calls after a full batch are collected for their own time', async () => {
  vi.useFakeTimers()
  const sent: (readonly [at: number, ids: readonly number[]])[] = []
  const submit: SendMessages = async (parts) => {
    sent.push([Date.now() - begun, parts.map(({ message }) => Number(message.id))])
    return parts.map(() => ({ result: true }))
  }
  const batched = createBatcher(3, 100, submit)
  const begun = Date.now()
  const { signal } = new AbortController()
  const call = (id: number) => {
    const message = { jsonrpc: '2.0', id, method: 'status', params: {} } as const
    return batched([{ message }], signal)
  }
  const calls = range(1, 3).map(call)
  await vi.advanceTimersByTimeAsync(60)
  calls.push(call(4))
  await vi.advanceTimersByTimeAsync(60)
  calls.push(call(5))
  await vi.advanceTimersByTimeAsync(100)
  await Promise.all(calls)
  expect(sent).toEqual([
    [0, [1, 2, 3]],
    [160, [4, 5]],
  ])
})

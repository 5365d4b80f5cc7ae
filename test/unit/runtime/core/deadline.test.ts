import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { race, sleep, startDeadline } from '../../../../packages/runtime/src/core/index.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const expired = (): Error => new Error('late')

describe('startDeadline', () => {
  it('aborts at the deadline with the given error', () => {
    const deadline = startDeadline({ timeoutMs: 100, expired })
    vi.advanceTimersByTime(40)
    expect(deadline.remainingMs()).toBe(60)
    expect(deadline.signal.aborted).toBe(false)
    vi.advanceTimersByTime(60)
    expect(deadline.signal.reason).toEqual(new Error('late'))
  })

  it('aborts with the reason of the caller, before or later', () => {
    const controller = new AbortController()
    const later = startDeadline({ timeoutMs: 100, signal: controller.signal, expired })
    controller.abort('mine')
    const before = startDeadline({ timeoutMs: 100, signal: controller.signal, expired })
    for (const { signal, end } of [later, before]) {
      expect(signal.reason).toBe('mine')
      end()
    }
    expect(vi.getTimerCount()).toBe(0)
  })

  it('leaves no timer and no listener after its end', () => {
    const { signal } = new AbortController()
    const deadline = startDeadline({ timeoutMs: 100, signal, expired })
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    deadline.end()
    expect(vi.getTimerCount()).toBe(0)
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })

  it('follow one signal in any number with one listener', () => {
    const controller = new AbortController()
    const init = { timeoutMs: 100, signal: controller.signal, expired }
    const many = Array.from({ length: 100 }, () => startDeadline(init))
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1)
    many.pop()?.end()
    controller.abort('mine')
    for (const { signal, end } of many) {
      expect(signal.reason).toBe('mine')
      end()
    }
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
  })

  it('can be months away or nowhere, which no timer can be', () => {
    const far = startDeadline({ timeoutMs: 1e12, expired })
    const never = startDeadline({ timeoutMs: Number.POSITIVE_INFINITY, expired })
    vi.advanceTimersByTime(1e6)
    expect(far.signal.aborted).toBe(false)
    expect(never.remainingMs()).toBe(Number.POSITIVE_INFINITY)
    far.end()
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([0, -1, Number.NaN])('refuses %d', (timeoutMs) => {
    expect(() => startDeadline({ timeoutMs, expired })).toThrow(RangeError)
  })
})

describe('race and sleep', () => {
  it('settle with the work and let go of the signal', async () => {
    const { signal } = new AbortController()
    expect(await race(Promise.resolve(1), signal)).toBe(1)
    await expect(race(Promise.reject('no'), signal)).rejects.toBe('no')
    const asleep = sleep(1000, signal)
    await vi.advanceTimersByTimeAsync(1000)
    await asleep
    await Promise.resolve()
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })

  it('reject with the reason as soon as the signal aborts, or at once', async () => {
    const controller = new AbortController()
    const forever = race(new Promise(() => {}), controller.signal)
    const asleep = sleep(1e9, controller.signal)
    controller.abort('mine')
    for (const promise of [forever, asleep, sleep(1, controller.signal)]) {
      await expect(promise).rejects.toBe('mine')
    }
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  })
})

import { getEventListeners } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import {
  inTime,
  ownSignal,
  race,
  type Stop,
  sleep,
} from '../../../../packages/runtime/src/core/index.js'
import { fakeTimersInEachTest } from './timers.fixture.js'

fakeTimersInEachTest()

const expired = (): Error => new Error('late')

/** Work that listens to nothing. */
const forever = (): Promise<never> => new Promise(() => {})

describe('inTime', () => {
  it('settles as the work does', async () => {
    expect(await inTime({ timeoutMs: 100, expired }, async () => 1)).toBe(1)
    await expect(inTime({ timeoutMs: 100, expired }, () => Promise.reject('no'))).rejects.toBe('no')
    const thrown = inTime({ timeoutMs: 100, expired }, () => {
      throw new Error('at once')
    })
    await expect(thrown).rejects.toThrow('at once')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('rejects at the deadline with the given error, and aborts the work', async () => {
    let own: AbortSignal | undefined
    const late = inTime({ timeoutMs: 100, expired }, (signal) => {
      own = signal
      return forever()
    })
    const seen = expect(late).rejects.toThrow('late')
    vi.advanceTimersByTime(99)
    expect(own?.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    await seen
    expect(own?.reason).toEqual(new Error('late'))
  })

  it('rejects with the reason of the caller, before or later', async () => {
    const controller = new AbortController()
    const { signal } = controller
    const later = inTime({ timeoutMs: 100, signal, expired }, forever)
    controller.abort('mine')
    await expect(later).rejects.toBe('mine')
    const work = vi.fn(forever)
    const before = async (): Promise<never> => inTime({ timeoutMs: 100, signal, expired }, work)
    await expect(before()).rejects.toBe('mine')
    expect(work).not.toHaveBeenCalled()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('can be ended from outside while it runs', async () => {
    const running = new Set<Stop>()
    const work = inTime({ timeoutMs: 100, expired, running }, forever)
    for (const stop of running) stop('closed')
    await expect(work).rejects.toBe('closed')
    expect(running.size).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('leaves no timer and no listener after its end', async () => {
    const { signal } = new AbortController()
    const work = inTime({ timeoutMs: 100, signal, expired }, async () => {
      expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    })
    await work
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })

  it('follows one signal in any number with one listener', async () => {
    const controller = new AbortController()
    const init = { timeoutMs: 100, signal: controller.signal, expired }
    const many = Array.from({ length: 100 }, () => inTime(init, forever))
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1)
    controller.abort('mine')
    for (const each of many) await expect(each).rejects.toBe('mine')
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
  })

  it('can be months away or nowhere, which no timer can be', async () => {
    const ended = vi.fn()
    for (const timeoutMs of [1e12, Number.POSITIVE_INFINITY]) {
      inTime({ timeoutMs, expired }, forever).catch(ended)
    }
    await vi.advanceTimersByTimeAsync(1e6)
    expect(ended).not.toHaveBeenCalled()
  })
})

describe('ownSignal', () => {
  it('aborts with the reason of the caller, before or later', () => {
    const controller = new AbortController()
    const later = ownSignal(controller.signal)
    controller.abort('mine')
    const before = ownSignal(controller.signal)
    expect([later.signal.reason, before.signal.reason]).toEqual(['mine', 'mine'])
  })

  it('aborts at the deadline, and releases the caller', () => {
    const { signal } = new AbortController()
    const own = ownSignal(signal)
    own.cancel('enough')
    expect(own.signal.reason).toBe('enough')
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    own.end()
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
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
    const endless = race(forever(), controller.signal)
    const asleep = sleep(1e9, controller.signal)
    controller.abort('mine')
    for (const promise of [endless, asleep, sleep(1, controller.signal)]) {
      await expect(promise).rejects.toBe('mine')
    }
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  })
})

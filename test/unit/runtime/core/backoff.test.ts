import { describe, expect, it, vi } from 'vitest'
import {
  backoffMs,
  resolveRetry,
  retryAfterMs,
} from '../../../../packages/runtime/src/core/index.js'

describe('backoffMs', () => {
  it.each([
    [0, 500],
    [1, 1000],
    [3, 4000],
    [4, 8000],
    [2000, 8000],
  ])('before retry %i is anything up to %i ms', (attempt, most) => {
    const retry = resolveRetry()
    const random = vi.spyOn(Math, 'random')
    for (const drawn of [0, 0.5, 1]) {
      random.mockReturnValue(drawn)
      expect(backoffMs(attempt, retry)).toBe(drawn * most)
    }
    random.mockRestore()
  })
})

describe('resolveRetry', () => {
  it('fills in defaults; false means no retries', () => {
    expect(resolveRetry()).toEqual({ attempts: 2, baseMs: 500, maxMs: 8000 })
    expect(resolveRetry({ attempts: 5, baseMs: undefined })).toMatchObject({
      attempts: 5,
      baseMs: 500,
    })
    expect(resolveRetry(false).attempts).toBe(0)
  })
})

describe('retryAfterMs', () => {
  const now = Date.parse('Fri, 20 Nov 2026 10:00:00 GMT')
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Fri, 20 Nov 2026 10:00:05 GMT', 5000],
    ['Friday, 20-Nov-26 10:00:05 GMT', 5000],
    ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
    ['-1', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
  ])('reads %j as %j', (header, ms) => {
    vi.useFakeTimers({ now, toFake: ['Date'] })
    expect(retryAfterMs(header)).toBe(ms)
    vi.useRealTimers()
  })
})

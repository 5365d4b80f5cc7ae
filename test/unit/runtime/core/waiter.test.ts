import { AsyncResource } from 'node:async_hooks'
import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createWaiter,
  TimeoutError,
  TransportError,
  type Waiter,
  type WaiterSpec,
} from '../../../../packages/runtime/src/core/index.js'
import { fakeTimersInEachTest } from './timers.fixture.js'

type Input = { hash: string; chain: string }
type State = { state: string; step?: number }
type Step = State | Error | 'hang'

const input = { hash: 'a', chain: 'c' }
const spec: WaiterSpec = {
  name: 'waitForStatus',
  until: { pointer: '/state', values: ['DONE', 'PARTLY'], failure: ['FAILED'] },
  tolerate: [404, 'not-found'],
  intervalMs: { first: 100, most: 400 },
}

function failure(members: object): Error {
  return Object.assign(new Error('no'), members)
}

function asIs<Shown>(shown: Shown): Shown {
  return shown
}

/** A waiter over a script of answers; the last one repeats. */
function scripted(
  steps: readonly Step[],
  change: Partial<WaiterSpec> = {},
): Waiter<Input, State> & { at: number[]; aborted: number } {
  const at: number[] = []
  const result = { at, aborted: 0 }
  const waiter = createWaiter<Input, State>(
    { ...spec, ...change },
    async (_, signal) => {
      const step = steps[Math.min(at.push(Date.now()), steps.length) - 1]
      if (step === 'hang') {
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            result.aborted++
            reject(signal.reason)
          })
        })
      }
      if (step === undefined || step instanceof Error) throw step
      return step
    },
    asIs,
  )
  return Object.assign(result, waiter)
}

/** How a promise ended, without an unhandled rejection in between. */
function outcome(promise: Promise<unknown>): { now?: unknown } {
  const seen: { now?: unknown } = {}
  promise.then(
    (value) => (seen.now = value),
    (error) => (seen.now = error),
  )
  return seen
}

fakeTimersInEachTest()
// Jitter is off.
beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(async () => {
  // What has ended clears its timer in a later microtask: of thousands, in one that is far behind.
  for (let turn = 0; turn < 20 && vi.getTimerCount() > 0; turn++) {
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(vi.getTimerCount()).toBe(0)
  vi.restoreAllMocks()
})

// Bound outside of every test, as what another file has left behind.
const setElsewhere = AsyncResource.bind(() => setTimeout(() => {}, 1))

it('what another file has left behind keeps its own time', () => {
  const own = setTimeout(() => {}, 1)
  setElsewhere()
  expect(vi.getTimerCount()).toBe(1)
  clearTimeout(own)
})

describe('waitFor', () => {
  it('polls fast at first and then slower, and ends at a terminal value', async () => {
    const waiter = scripted([...Array(6).fill({ state: 'PENDING' }), { state: 'PARTLY' }])
    const end = outcome(waiter.waitFor(input))
    await vi.advanceTimersByTimeAsync(5000)
    expect(end.now).toEqual({ state: 'PARTLY' })
    expect(waiter.at).toEqual([0, 100, 250, 475, 812, 1212, 1612])
  })

  it('jitters every pause by up to a fifth', async () => {
    const at: number[] = []
    const random = [0, 1]
    vi.mocked(Math.random).mockImplementation(() => random.shift() ?? 0)
    const waiter = createWaiter<Input, State>(
      spec,
      async () => ({ state: at.push(Date.now()) === 3 ? 'DONE' : 'PENDING' }),
      asIs,
    )
    const end = outcome(waiter.waitFor(input))
    await vi.advanceTimersByTimeAsync(1000)
    expect(end.now).toEqual({ state: 'DONE' })
    expect(at).toEqual([0, 80, 260])
  })

  it('takes an interval of its own, equal or growing', async () => {
    const equal = scripted([{ state: 'A' }, { state: 'A' }, { state: 'A' }, { state: 'DONE' }])
    outcome(equal.waitFor(input, { intervalMs: 7 }))
    await vi.advanceTimersByTimeAsync(100)
    expect(equal.at).toEqual([0, 7, 14, 21])
  })

  it('ends at its deadline without pauses, too', async () => {
    let count = 0
    const { waitFor } = createWaiter(
      spec,
      async () => {
        // Answers without a network need no turn of the event loop, and the deadline needs one.
        if (++count > 1000) throw new Error('the timers starve')
        return { state: 'PENDING' }
      },
      asIs,
    )
    const end = outcome(waitFor(input, { intervalMs: 0, timeoutMs: 50 }))
    await vi.advanceTimersByTimeAsync(100)
    expect(end.now).toBeInstanceOf(TimeoutError)
  })

  it.each([-1, Number.NaN, { first: 1, most: Number.NaN }, { first: -1, most: 1 }])(
    'refuses an interval of %j',
    async (intervalMs) => {
      const { waitFor, watch } = scripted([])
      await expect(waitFor(input, { intervalMs })).rejects.toThrow(TypeError)
      expect(() => watch(input, { intervalMs })).toThrow(
        /^intervalMs(\.first|\.most)? takes number >= 0/,
      )
    },
  )

  it('survives what passes until it is there', async () => {
    const waiter = scripted([
      failure({ status: 404 }),
      failure({ status: 500 }),
      failure({ status: 425 }),
      failure({ status: 429 }),
      failure({ reason: 'not-found' }),
      new TransportError('gone'),
      new TransportError('html', { status: 200, fault: 'body' }),
      new TimeoutError('slow', { timeoutMs: 1 }),
      { state: 'DONE' },
    ])
    const end = outcome(waiter.waitFor(input))
    await vi.advanceTimersByTimeAsync(5000)
    expect(end.now).toEqual({ state: 'DONE' })
  })

  it.each([
    ['400', failure({ status: 400 })],
    ['an HTML page with 403', new TransportError('html', { status: 403, fault: 'body' })],
    ['a redirect', new TransportError('moved', { status: 302, fault: 'redirect' })],
    ['a fault of the program', new TypeError('oops')],
  ])('fails at once on %s', async (_, error) => {
    const waiter = scripted([error])
    const end = outcome(waiter.waitFor(input))
    await vi.advanceTimersByTimeAsync(0)
    expect(end.now).toBe(error)
  })

  it('waits as long as the server requests', async () => {
    const waiter = scripted([failure({ status: 429, retryAfterMs: 3000 }), { state: 'DONE' }])
    outcome(waiter.waitFor(input))
    await vi.advanceTimersByTimeAsync(4000)
    expect(waiter.at).toEqual([0, 3000])
  })

  it.each([
    ['a minute', 600_000, 60_000],
    ['half of the time that is left', 10_000, 5000],
  ])('waits at most %s, whatever the server requests', async (_, timeoutMs, pauseMs) => {
    const waiter = scripted([failure({ status: 503, retryAfterMs: 1e12 }), { state: 'DONE' }])
    const end = outcome(waiter.waitFor(input, { timeoutMs }))
    await vi.advanceTimersByTimeAsync(timeoutMs - 1)
    expect(end.now).toEqual({ state: 'DONE' })
    expect(waiter.at).toEqual([0, pauseMs])
  })

  it('rejects at the deadline, with the last failure as cause', async () => {
    const last = failure({ status: 404 })
    const waiter = scripted([last])
    const end = outcome(waiter.waitFor(input, { timeoutMs: 1000 }))
    await vi.advanceTimersByTimeAsync(999)
    expect(end.now).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(end.now).toBeInstanceOf(TimeoutError)
    expect(end.now).toMatchObject({ timeoutMs: 1000, operation: 'waitForStatus', cause: last })
  })

  it('says at the deadline what the last answer was', async () => {
    const waiter = scripted([{ state: 'A' }, { state: 'B' }, failure({ status: 503 })])
    const end = outcome(waiter.waitFor(input, { timeoutMs: 1000 }))
    await vi.advanceTimersByTimeAsync(1000)
    expect(end.now).toMatchObject({ last: { state: 'B' }, cause: { status: 503 } })
  })

  it('rejects with the answer when it ended, but not well', async () => {
    const waiter = scripted([{ state: 'A' }, { state: 'FAILED', step: 2 }])
    const updates: string[] = []
    const onUpdate = ({ state }: State): void => void updates.push(state)
    const end = outcome(waiter.waitFor(input, { onUpdate }))
    await vi.advanceTimersByTimeAsync(1000)
    expect(end.now).toMatchObject({ name: 'WaitFailedError', outcome: 'failure' })
    expect(end.now).toMatchObject({ last: { state: 'FAILED', step: 2 } })
    expect(updates).toEqual(['A', 'FAILED'])
  })

  it('rejects at the deadline though values keep changing', async () => {
    let step = 0
    const waiter = createWaiter<Input, State>(
      spec,
      async () => ({
        state: 'PENDING',
        step: ++step,
      }),
      asIs,
    )
    const end = outcome(waiter.waitFor(input, { timeoutMs: 1000 }))
    await vi.advanceTimersByTimeAsync(1001)
    expect(end.now).toBeInstanceOf(TimeoutError)
  })

  it('has a deadline from the document, and a call that hangs is cut off by it', async () => {
    const waiter = scripted(['hang'], { timeoutMs: 700 })
    const end = outcome(waiter.waitFor(input))
    await vi.advanceTimersByTimeAsync(700)
    expect(end.now).toMatchObject({ name: 'TimeoutError', timeoutMs: 700 })
    expect(waiter.aborted).toBe(1)
  })

  it('calls onUpdate with changes only, the last value included', async () => {
    const waiter = scripted([{ state: 'A' }, { state: 'A' }, { state: 'B' }, { state: 'DONE' }])
    const updates: string[] = []
    outcome(waiter.waitFor(input, { onUpdate: ({ state }) => void updates.push(state) }))
    await vi.advanceTimersByTimeAsync(2000)
    expect(updates).toEqual(['A', 'B', 'DONE'])
  })

  it('rejects with what onUpdate throws', async () => {
    const own = new Error('mine')
    const waiter = scripted([{ state: 'A' }])
    const end = outcome(
      waiter.waitFor(input, {
        onUpdate: () => {
          throw own
        },
      }),
    )
    await vi.advanceTimersByTimeAsync(0)
    expect(end.now).toBe(own)
  })

  it('waits for a promise of onUpdate, and rejects with its reason', async () => {
    const waiter = scripted([{ state: 'A' }, { state: 'DONE' }])
    const slow = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1000))
    const end = outcome(waiter.waitFor(input, { onUpdate: slow }))
    await vi.advanceTimersByTimeAsync(1999)
    expect(waiter.at).toEqual([0, 1001])
    expect(end.now).toBeUndefined()
    await vi.advanceTimersByTimeAsync(2)
    expect(end.now).toEqual({ state: 'DONE' })
    const own = new Error('mine')
    const failed = outcome(waiter.waitFor(input, { onUpdate: () => Promise.reject(own) }))
    await vi.advanceTimersByTimeAsync(0)
    expect(failed.now).toBe(own)
  })

  it('ends at its deadline though onUpdate hangs', async () => {
    const waiter = scripted([{ state: 'A' }])
    const onUpdate = (): Promise<never> => new Promise(() => {})
    const end = outcome(waiter.waitFor(input, { onUpdate, timeoutMs: 50 }))
    await vi.advanceTimersByTimeAsync(50)
    expect(end.now).toMatchObject({ name: 'TimeoutError', last: { state: 'A' } })
  })

  it('ends with the first answer when the document names no end', async () => {
    const waiter = scripted([failure({ status: 404 }), { state: 'any' }], { until: undefined })
    const end = outcome(waiter.waitFor(input))
    await vi.advanceTimersByTimeAsync(100)
    expect(end.now).toEqual({ state: 'any' })
  })

  it('follows pointers through lists and escaped names, over own members only', async () => {
    const answer = { state: 'x', 'a/b': [{ '~': 'DONE' }] }
    const values = ['DONE']
    const deep = scripted([answer], { until: { pointer: '/a~1b/0/~0', values } })
    const end = outcome(deep.waitFor(input))
    const none = scripted([answer], { until: { pointer: '/toString/name', values } })
    const never = outcome(none.waitFor(input, { timeoutMs: 50 }))
    await vi.advanceTimersByTimeAsync(50)
    expect(end.now).toBe(answer)
    expect(never.now).toBeInstanceOf(TimeoutError)
  })
})

describe('an abort', () => {
  it.each([
    ['during a call', 'hang' as const],
    ['between calls', { state: 'A' }],
  ])('%s rejects at once and leaves nothing behind', async (_, step) => {
    const controller = new AbortController()
    const reason = new Error('mine')
    const waiter = scripted([step])
    const end = outcome(waiter.waitFor(input, { signal: controller.signal }))
    await vi.advanceTimersByTimeAsync(50)
    controller.abort(reason)
    await vi.advanceTimersByTimeAsync(0)
    expect(end.now).toBe(reason)
    expect(waiter.aborted).toBe(step === 'hang' ? 1 : 0)
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
  })

  it('before makes no call', async () => {
    const waiter = scripted([{ state: 'DONE' }])
    const end = outcome(waiter.waitFor(input, { signal: AbortSignal.abort('mine') }))
    await vi.advanceTimersByTimeAsync(0)
    expect(end.now).toBe('mine')
    expect(waiter.at).toEqual([])
  })

  it('of one caller does not affect another who waits for the same', async () => {
    const controller = new AbortController()
    const waiter = scripted(['hang', { state: 'DONE' }])
    const one = outcome(waiter.waitFor(input, { signal: controller.signal }))
    const other = outcome(waiter.waitFor(input, { timeoutMs: 500 }))
    await vi.advanceTimersByTimeAsync(10)
    controller.abort('mine')
    await vi.advanceTimersByTimeAsync(0)
    expect(one.now).toBe('mine')
    expect(waiter.aborted).toBe(0)
    await vi.advanceTimersByTimeAsync(500)
    expect(other.now).toBeInstanceOf(TimeoutError)
    expect(waiter.aborted).toBe(1)
  })
})

it('a long wait does not gather listeners', async () => {
  const added = vi.spyOn(EventTarget.prototype, 'addEventListener')
  const removed = vi.spyOn(EventTarget.prototype, 'removeEventListener')
  const waiter = scripted([failure({ status: 404 })])
  const end = outcome(waiter.waitFor(input, { timeoutMs: 10_000, intervalMs: 10 }))
  await vi.advanceTimersByTimeAsync(9000)
  expect(waiter.at.length).toBeGreaterThan(500)
  expect(added.mock.calls.length - removed.mock.calls.length).toBeLessThan(5)
  await vi.advanceTimersByTimeAsync(1000)
  expect(end.now).toBeInstanceOf(TimeoutError)
  vi.restoreAllMocks()
})

describe('many callers', () => {
  it('share one call per tick, whatever the order of the members', async () => {
    const waiter = scripted([{ state: 'A' }, { state: 'A' }, { state: 'A' }, { state: 'DONE' }])
    const ends = Array.from({ length: 100 }, (_, n) =>
      outcome(waiter.waitFor(n % 2 ? input : { chain: 'c', hash: 'a' })),
    )
    await vi.advanceTimersByTimeAsync(5000)
    for (const end of ends) expect(end.now).toEqual({ state: 'DONE' })
    expect(waiter.at).toEqual([0, 100, 250, 475])
  })

  it('a thousand at once share them too', async () => {
    const waiter = scripted([...Array(20).fill({ state: 'A' }), { state: 'DONE' }])
    const ends = Array.from({ length: 1000 }, () => outcome(waiter.waitFor(input)))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(ends.every(({ now }) => now !== undefined)).toBe(true)
    expect(waiter.at).toHaveLength(21)
  })

  it('may ask with big integers', async () => {
    const call = async (): Promise<State> => ({ state: 'DONE' })
    const end = outcome(
      createWaiter<{ height: bigint }, State>(spec, call, asIs).waitFor({ height: 5n }),
    )
    await vi.advanceTimersByTimeAsync(0)
    expect(end.now).toEqual({ state: 'DONE' })
  })

  it('have calls of their own for different inputs', async () => {
    const waiter = scripted([{ state: 'DONE' }])
    outcome(waiter.waitFor(input))
    outcome(waiter.waitFor({ ...input, hash: 'b' }))
    await vi.advanceTimersByTimeAsync(0)
    expect(waiter.at).toEqual([0, 0])
  })

  it('that join later get a response immediately, which also serves the earlier ones', async () => {
    const waiter = scripted([{ state: 'A' }, { state: 'DONE' }])
    const first = outcome(waiter.waitFor(input))
    await vi.advanceTimersByTimeAsync(50)
    const second = outcome(waiter.waitFor(input))
    await vi.advanceTimersByTimeAsync(0)
    expect([first.now, second.now]).toEqual([{ state: 'DONE' }, { state: 'DONE' }])
    expect(waiter.at).toEqual([0, 50])
  })
})

describe('watch', () => {
  it('yields changes only and ends after the terminal value', async () => {
    const waiter = scripted([
      failure({ status: 404 }),
      { state: 'A' },
      { state: 'A' },
      { state: 'A', step: 1 },
      { state: 'DONE' },
    ])
    const seen: State[] = []
    const end = outcome(
      (async () => {
        for await (const state of waiter.watch(input)) seen.push(state)
      })(),
    )
    await vi.advanceTimersByTimeAsync(5000)
    expect('now' in end).toBe(true)
    expect(seen).toEqual([{ state: 'A' }, { state: 'A', step: 1 }, { state: 'DONE' }])
  })

  it('has no timer and no listener while the consumer is busy or gone', async () => {
    const controller = new AbortController()
    const waiter = scripted([{ state: 'A' }])
    const states = waiter.watch(input, { signal: controller.signal })
    await states.next()
    expect(vi.getTimerCount()).toBe(0)
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
  })

  it('ends at once when it is returned, even while it waits', async () => {
    const waiter = scripted(['hang'])
    const states = waiter.watch(input)
    const pending = outcome(states.next())
    await vi.advanceTimersByTimeAsync(10)
    const returned = outcome(states.return?.() ?? Promise.reject())
    await vi.advanceTimersByTimeAsync(0)
    expect(pending.now).toEqual({ done: true, value: undefined })
    expect(returned.now).toEqual({ done: true, value: undefined })
    expect(waiter.aborted).toBe(1)
  })

  it('fails with the own reason, and at the deadline, counted from its start', async () => {
    const controller = new AbortController()
    const aborted = scripted([{ state: 'A' }]).watch(input, { signal: controller.signal })
    await aborted.next()
    controller.abort('mine')
    const first = outcome(aborted.next())
    const late = scripted([{ state: 'A' }]).watch(input, { timeoutMs: 100 })
    await late.next()
    await vi.advanceTimersByTimeAsync(200)
    const second = outcome(late.next())
    await vi.advanceTimersByTimeAsync(1)
    expect(first.now).toBe('mine')
    expect(second.now).toBeInstanceOf(TimeoutError)
  })
})

describe('hooks', () => {
  function observed(steps: readonly Step[]) {
    const events: unknown[] = []
    let count = 0
    const waiter = createWaiter<Input, State>(
      spec,
      async () => {
        const step = steps[Math.min(count++, steps.length - 1)]
        if (typeof step !== 'object' || step instanceof Error) throw step
        return step
      },
      asIs,
      {
        onWaitStart: (wait) => events.push(wait),
        onWaitEnd: (end) => events.push(end),
      },
    )
    return { ...waiter, events }
  }

  it.each([
    ['DONE', 'success'],
    ['FAILED', 'failure'],
  ])('see a wait begin and end: %s', async (state, found) => {
    const { waitFor, watch, events } = observed([
      { state: 'A' },
      { state },
      { state: 'A' },
      { state },
    ])
    const wait = { operation: 'waitForStatus' }
    const ended = { ...wait, wait, outcome: found, error: undefined }
    outcome(waitFor(input))
    await vi.advanceTimersByTimeAsync(500)
    expect(events).toEqual([wait, ended])
    expect(Object(events[1]).wait).toBe(events[0])
    const states = watch(input)
    expect(events).toHaveLength(2)
    await states.next()
    expect(events).toEqual([wait, ended, wait])
    const second = states.next()
    await vi.advanceTimersByTimeAsync(500)
    await second
    expect(await states.next()).toMatchObject({ done: true })
    expect(events).toEqual([wait, ended, wait, ended])
  })

  it('see the error of a wait, and one that its caller stops', async () => {
    const { waitFor, watch, events } = observed([{ state: 'A' }])
    const end = outcome(waitFor(input, { timeoutMs: 50 }))
    await vi.advanceTimersByTimeAsync(50)
    expect(end.now).toBeInstanceOf(TimeoutError)
    expect(events[1]).toMatchObject({ outcome: undefined, error: end.now })
    const states = watch(input)
    await states.next()
    await states.return?.()
    expect(events[3]).toMatchObject({ outcome: undefined, error: undefined })
  })
})

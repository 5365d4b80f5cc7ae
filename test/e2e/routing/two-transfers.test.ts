import { createRoutingClient, isWaitFailedError } from '@tagwire/routing'
import { expect, test } from 'vitest'

/** What the service publishes about each state, in the words of a wait. */
const meanings: Readonly<Record<string, 'open' | 'success' | 'failure' | 'given-up'>> = {
  // Accepted, nothing on chain yet.
  STATE_SUBMITTED: 'open',
  STATE_PENDING: 'open',
  // Failed, with the refund still on its way.
  STATE_PENDING_ERROR: 'open',
  STATE_COMPLETED_SUCCESS: 'success',
  // Failed, with the funds released.
  STATE_COMPLETED_ERROR: 'failure',
  // No longer tracked, which does not mean that it failed.
  STATE_ABANDONED: 'given-up',
  // Of the older property `status`: completed, in whatever way.
  STATE_COMPLETED: 'success',
  STATE_RECEIVED: 'open',
  // To be treated as an error.
  STATE_UNKNOWN: 'failure',
  // A state of tomorrow, and none at all.
  STATE_OF_TOMORROW: 'open',
  '': 'open',
}

interface Transfer {
  readonly state?: string
  readonly error: { readonly message: string } | null
}

/** A transfer in each state, with and without an error. */
const transfers: readonly Transfer[] = Object.keys(meanings).flatMap((state) =>
  [null, { message: 'packet timed out' }].map((error) => ({ ...(state ? { state } : {}), error })),
)

/** How a transfer went: something that went wrong is no success, whatever the state says. */
function meaningOf({ state = '', error }: Transfer): string | undefined {
  const meaning = meanings[state]
  return meaning === 'success' && error ? 'failure' : meaning
}

function expected(both: readonly Transfer[]): string | undefined {
  const found = both.map(meaningOf)
  return ['open', 'failure', 'given-up', 'success'].find((each) => found.includes(each))
}

const arrived = { state: 'STATE_COMPLETED_SUCCESS', transfers: [] }

/** What a wait makes of a body; it is open if the service is asked again. */
async function outcomeOf(body: object): Promise<string> {
  let asked = 0
  const routing = createRoutingClient({
    fetch: async () => Response.json(asked++ === 0 ? body : arrived),
  })
  const input = { tx_hash: 'AB', chain_id: 'a-1' }
  try {
    const last = await routing.waitForStatus(input, { intervalMs: 0 })
    if (asked > 1) return 'open'
    expect(last).toEqual(body)
    return 'success'
  } catch (error) {
    if (!isWaitFailedError(error)) throw error
    expect(asked).toBe(1)
    expect(error.last).toEqual(body)
    return error.outcome
  }
}

// The properties beside `transfers` repeat its first entry; several published bodies leave them out.
const bodies = transfers.flatMap((one) =>
  transfers.flatMap((other) =>
    [{}, one].map((whole) => ({
      both: [one, other],
      body: { ...whole, transfers: [one, other] },
    })),
  ),
)

// All there are, so that neither a seed nor the speed of the machine decides what is tried.
test(`a wait ends when both transfers have ended, and as the worse of them: ${bodies.length} bodies`, async () => {
  const found = await Promise.all(
    bodies.map(async ({ both, body }) => ({ body, outcome: await outcomeOf(body), both })),
  )
  const wrong = found.filter(({ both, outcome }) => outcome !== expected(both))
  expect(wrong).toEqual([])
  expect(new Set(found.map(({ outcome }) => outcome))).toEqual(
    new Set(['open', 'failure', 'given-up', 'success']),
  )
})

test('the error of a transfer that is no longer tracked does not make another one a failure', async () => {
  const error = { message: 'packet timed out' }
  const both = [
    { state: 'STATE_ABANDONED', error },
    { state: 'STATE_COMPLETED_SUCCESS', error: null },
  ]
  expect(await outcomeOf({ ...both[0], transfers: both })).toBe('given-up')
  expect(await outcomeOf({ transfers: both })).toBe('given-up')
})

test.each([
  ['an open transfer after a success', ['STATE_COMPLETED_SUCCESS', 'STATE_PENDING'], 'open'],
  ['a refund on its way', ['STATE_COMPLETED_SUCCESS', 'STATE_PENDING_ERROR'], 'open'],
  ['an open transfer after a failure', ['STATE_COMPLETED_ERROR', 'STATE_PENDING'], 'open'],
  ['a failure after a success', ['STATE_COMPLETED', 'STATE_COMPLETED_ERROR'], 'failure'],
])('%s', async (_, [one, other], outcome) => {
  const both = [{ state: one }, { state: other }]
  expect(await outcomeOf({ state: one, transfers: both })).toBe(outcome)
  expect(await outcomeOf({ transfers: both })).toBe(outcome)
})

test('a transfer without a state is open, with and without a state of the whole', async () => {
  const both = [{}, arrived]
  expect(await outcomeOf({ transfers: both })).toBe('open')
  expect(await outcomeOf({ ...arrived, transfers: both })).toBe('open')
})

test.each(['done', 1, true, {}, { 0: arrived }])(
  'transfers that are no list, %j, are open',
  async (transfers) => {
    expect(await outcomeOf({ ...arrived, transfers })).toBe('open')
  },
)

test.each([
  ['the whole alone', { state: 'STATE_COMPLETED_SUCCESS' }, 'success'],
  ['the whole, and no transfer', { state: 'STATE_COMPLETED_ERROR', transfers: [] }, 'failure'],
  ['the whole, and null', { state: 'STATE_COMPLETED_SUCCESS', transfers: null }, 'success'],
  ['the oldest property', { status: 'STATE_COMPLETED' }, 'success'],
  ['the oldest property, with an error', { status: 'STATE_COMPLETED', error: {} }, 'failure'],
  ['an error that is null', { state: 'STATE_COMPLETED', error: null }, 'success'],
])('%s decides', async (_, body, outcome) => {
  expect(await outcomeOf(body)).toBe(outcome)
})

import { createNodeRpcClient, type EventNotification, eventQuery } from '@tagwire/node-rpc'
import { mockNodeRpc } from '@tagwire/node-rpc/mock'
import { responseValidators } from '@tagwire/node-rpc/validate'
import type { Mismatch, Validate } from '@tagwire/runtime/core'
import { describe, expect, it } from 'vitest'
import { rejection } from '../../unit/runtime/rpc/node.fixture.js'

const query = eventQuery('ValidatorSetUpdates')
const update = {
  address: 'AB'.repeat(20),
  pub_key: null,
  voting_power: '1',
  proposer_priority: '0',
}

/** As it arrives, before any check. */
function event(value: unknown): Pick<EventNotification, 'data'> {
  return JSON.parse(
    JSON.stringify({ data: { type: 'tendermint/event/ValidatorSetUpdates', value } }),
  )
}

const right = event({ validator_updates: [update] })
const wrong = event({ validator_updates: [{ ...update, voting_power: 1 }] })
const newer = event({ validator_updates: [update], epoch: 7 })

async function subscribed(validate?: Validate) {
  const transport = mockNodeRpc()
  const client = createNodeRpcClient({ transport, validate })
  const events = client.subscribe(query)
  await events.ready
  return { transport, events }
}

describe('events of a client with `validate`', () => {
  it('end the iterator with what is wrong, and then it is over', async () => {
    const { transport, events } = await subscribed(responseValidators)
    transport.emit(wrong)
    transport.emit(right)
    expect(await rejection(events.next())).toMatchObject({
      name: 'ValidationError',
      operation: 'subscribe',
      problems: [{ path: 'data.value.validator_updates[0].voting_power' }],
    })
    expect(await events.next()).toEqual({ done: true, value: undefined })
  })

  it('are passed on unchanged if they are valid, or if mismatches are only reported', async () => {
    const seen: Mismatch[] = []
    const { transport, events } = await subscribed({
      validators: responseValidators,
      onMismatch: (mismatch) => seen.push(mismatch),
    })
    for (const each of [right, wrong, newer]) transport.emit(each)
    for (const each of [right, wrong, newer]) {
      const { value } = await events.next()
      expect(value?.data).toBe(each.data)
    }
    expect(
      seen.map(({ operation, problems, drift }) => [operation, problems, drift]),
    ).toMatchObject([
      ['subscribe', [{ path: 'data.value.validator_updates[0].voting_power' }], []],
      ['subscribe', [], [{ path: 'data.value.epoch' }]],
    ])
    await events.return()
  })

  it('are not looked at without it', async () => {
    for (const validate of [undefined, false] as const) {
      const { transport, events } = await subscribed(validate)
      transport.emit(wrong)
      expect((await events.next()).value?.data).toBe(wrong.data)
      await events.return()
    }
  })

  it('have a validator in addition to that of the response to subscribing', () => {
    expect(responseValidators.subscribe.strict.is({})).toBe(true)
    expect(responseValidators.subscribeEvent.is({ query: 'q', events: {}, ...right })).toBe(true)
    expect(responseValidators.subscribeEvent.is({ query: 'q', events: {}, ...wrong })).toBe(false)
  })
})

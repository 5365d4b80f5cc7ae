/*
 * One shape for what was delivered and what was fetched. The node writes the same facts in two
 * ways: complete in the answers of calls, and with zero members left out in some notifications;
 * and what an application returned as an empty list comes back from storage as null. Fetched
 * records are written as notifications are, and of the two ways to write `nothing` one is chosen.
 */
import { fromBase64, toHex } from '../bytes.js'
import { at, items, text, without } from './json.js'
import { sha256 } from './sha256.js'

/** A notification as it travels. */
export interface Notification {
  readonly query: string
  readonly data: { readonly type: string; readonly value: unknown }
  readonly events: Readonly<Record<string, readonly string[]>>
}

/** The keys of an event: its own, and `type.key` of every attribute, values in order. */
export function eventKeys(
  own: Readonly<Record<string, string>>,
  events: unknown,
): Record<string, string[]> {
  const keys = new Map(Object.entries(own).map(([name, value]) => [name, [value]]))
  for (const event of items(events)) {
    const type = text(at(event, 'type'))
    for (const attribute of items(at(event, 'attributes'))) {
      const key = text(at(attribute, 'key'))
      if (!type || !key) continue
      const name = `${type}.${key}`
      keys.set(name, [...(keys.get(name) ?? []), text(at(attribute, 'value'))])
    }
  }
  return Object.fromEntries(keys)
}

/** The result part of a NewBlock notification, from either source. */
export function finalizeResult(result: unknown): Record<string, unknown> {
  const { validator_updates, ...rest } = without(
    {
      events: items(at(result, 'events')).map(sparseEvent),
      tx_results: items(at(result, 'tx_results')).map(fullResult),
      consensus_param_updates: at(result, 'consensus_param_updates'),
      app_hash: at(result, 'app_hash'),
      validator_updates: items(at(result, 'validator_updates')),
    },
    (member, name) => name !== 'validator_updates' && isNothing(member),
  )
  return { ...rest, validator_updates }
}

/** The payload of a NewBlockEvents notification, from either source. */
export function blockEvents(value: unknown): Record<string, unknown> {
  const events = items(at(value, 'events')).map(sparseEvent)
  return { ...without(value, () => false), events: events.length > 0 ? events : null }
}

/** The `TxResult` of a Tx notification, from either source. */
export function txResult(value: unknown): Record<string, unknown> {
  const result = without(at(value, 'result'), isZero)
  const events = items(at(result, 'events')).map(sparseEvent)
  return {
    ...without(value, (member, name) => name !== 'result' && isZero(member)),
    result: events.length > 0 ? { ...result, events } : result,
  }
}

export function txHash(tx: string): string {
  return toHex(sha256(fromBase64(tx))).toUpperCase()
}

/** Complete, as lists of results are everywhere. */
function fullResult(result: unknown): Record<string, unknown> {
  return { ...without(result, () => false), data: at(result, 'data') || null }
}

/** Without an empty type and without attributes when there are none. */
function sparseEvent(event: unknown): Record<string, unknown> {
  return without(event, isNothing)
}

function isZero(member: unknown): boolean {
  return isNothing(member) || member === 0 || member === '0'
}

function isNothing(member: unknown): boolean {
  return (
    member === null ||
    member === undefined ||
    member === '' ||
    (Array.isArray(member) && member.length === 0)
  )
}

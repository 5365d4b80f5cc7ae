/*
 * One shape for events that were delivered and events that were fetched. The node has two representations of
 * the same facts: results of calls are complete, while some notifications leave out zero members; and an
 * empty list that an application returned is null once it was stored. Fetched records are converted to the
 * shape of notifications, and for empty lists one of the two representations is chosen.
 */
import { at, items, text } from '../answer-parts.js'
import { rewrite } from './rewrite.js'

/** A notification as received. */
export interface Notification {
  readonly query: string
  readonly data: { readonly type: string; readonly value: unknown }
  readonly events: Readonly<Record<string, readonly string[]>>
}

/**
 * The keys of an event: `type.key` of every attribute, with its values in order, then the keys in `own`.
 */
export function eventKeys(
  own: Readonly<Record<string, string>>,
  events: unknown,
): Record<string, string[]> {
  const keys = new Map<string, string[]>()
  const add = (name: string, value: string): void => {
    const values = keys.get(name)
    if (values) values.push(value)
    else keys.set(name, [value])
  }
  for (const event of items(events)) {
    const type = text(at(event, 'type'))
    for (const attribute of items(at(event, 'attributes'))) {
      const key = text(at(attribute, 'key'))
      if (type && key) add(`${type}.${key}`, text(at(attribute, 'value')))
    }
  }
  for (const [name, value] of Object.entries(own)) add(name, value)
  return Object.fromEntries(keys)
}

/** A member of a result in a NewBlock notification. */
export function finalized(member: unknown, name: string): unknown {
  if (name === 'validator_updates') return member ?? []
  if (isNothing(member)) return undefined
  if (name === 'events') return rewrite(member, sparse)
  // Complete, as lists of results are everywhere.
  return name === 'tx_results' ? rewrite(member, (result) => rewrite(result, nullData)) : member
}

function nullData(member: unknown, name: string): unknown {
  return name === 'data' ? member || null : member
}

/** A member of the payload of a NewBlockEvents notification. */
export function nullEvents(member: unknown, name: string): unknown {
  if (name !== 'events') return member
  return isNothing(member) ? null : rewrite(member, sparse)
}

/** A member of the `TxResult` in a Tx notification. */
export function withoutZeros(member: unknown, name: string): unknown {
  if (name === 'result') return rewrite(member ?? {}, withoutZeros)
  if (isNothing(member) || member === 0 || member === '0') return undefined
  return name === 'events' ? rewrite(member, sparse) : member
}

/** An event without an empty type and without attributes when there are none. */
function sparse(event: unknown): unknown {
  return rewrite(event, something)
}

function something(member: unknown): unknown {
  return isNothing(member) ? undefined : member
}

function isNothing(member: unknown): boolean {
  return (member ?? '') === '' || (Array.isArray(member) && member.length === 0)
}

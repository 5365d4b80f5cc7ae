import { at, count, items, text } from './answer-parts.js'
import { eventKeys } from './past/shared-shape.js'
import type { EventKeys } from './query/match.js'
import type { Condition } from './query/parse.js'
import { txHash } from './tx.js'

/**
 * The keys that a node would publish with this payload, for a mock that has no node: the name of the event, what
 * identifies a transaction, and every attribute that the application emitted.
 *
 * Eight kinds share the payload type `RoundState`, so the payload does not reveal the kind: the event then
 * has the kind that the query asks for.
 */
export function mockEventKeys(
  { type, value }: { readonly type: string; readonly value: unknown },
  conditions: readonly Condition[] = [],
): EventKeys {
  const name = type.split('/').pop() ?? ''
  const asked = conditions.find(({ key, op }) => key === 'tm.event' && op === '=')?.value?.text
  const kind = name === 'RoundState' ? (asked ?? name) : name
  const tx = at(value, 'TxResult')
  if (tx === undefined) return eventKeys({ 'tm.event': kind }, blockEvents(value))
  const hash = hashOf(text(at(tx, 'tx')))
  const own = {
    'tm.event': kind,
    ...(hash !== undefined && { 'tx.hash': hash }),
    'tx.height': String(count(at(tx, 'height'))),
  }
  return eventKeys(own, at(at(tx, 'result'), 'events'))
}

/**
 * `undefined` for text that is not base64: a test that does not look at the bytes may use any text.
 */
function hashOf(tx: string): string | undefined {
  try {
    return txHash(tx)
  } catch {
    return undefined
  }
}

/** The events of a block: one list since 0.38, two before. */
function blockEvents(value: unknown): readonly unknown[] {
  return [
    ...items(at(value, 'events')),
    ...items(at(at(value, 'result_finalize_block'), 'events')),
    ...items(at(at(value, 'result_begin_block'), 'events')),
    ...items(at(at(value, 'result_end_block'), 'events')),
  ]
}

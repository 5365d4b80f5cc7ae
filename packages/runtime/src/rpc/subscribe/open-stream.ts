import type { Redact, Subscription } from '../../core/index.js'
import type { RpcClient } from '../client.js'
import { isStreaming, redacted } from '../transport.js'
import type { EventSource, QueryInput, StreamPlan, SubscribeOptions } from './subscription-types.js'

/** A subscription, and the name of the validator of what it delivers. */
export interface Stream extends Pick<StreamPlan, 'request' | 'options'> {
  readonly validator?: string | undefined
}

/** Subscribes for a client: `run` gets what that needs. A function, so that clients that only call do not bundle it. */
export function openStream(
  { transport, explain, check }: RpcClient,
  { request, options, validator }: Stream,
  run: (plan: StreamPlan) => Subscription<unknown>,
): Subscription<unknown> {
  if (!isStreaming(transport)) {
    throw new TypeError(`Subscribing needs the websocket transport, not ${transport.kind}`)
  }
  const plan = { transport, request, options, explain }
  if (!check || validator === undefined) return run(plan)
  const redact: Redact = (shown) => redacted(transport, shown)
  const checkEvent = (event: unknown): void => check(request.method, event, redact, validator)
  return run({ ...plan, check: checkEvent })
}

/** Subscribes to the events of a query. */
export function openEventStream(
  client: RpcClient,
  source: EventSource,
  query: QueryInput,
  options: SubscribeOptions = {},
): Subscription<unknown> {
  const { subscribe, unsubscribe, validator } = source
  const text = String(query)
  const params = { [source.query]: text }
  const request = { method: subscribe, unsubscribe, params, query: text }
  return openStream(client, { request, options, validator }, (plan) =>
    plan.transport.streamEvents({ ...plan, node: client.node, source, query, options }),
  )
}

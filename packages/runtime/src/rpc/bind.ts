import { type Validate, validateResponse } from '../core/index.js'
import type { RpcClient, RpcClientOptions, Subscribe } from './client.js'
import type { EventSource, QueryInput, SubscribeOptions, Subscription } from './follow-types.js'
import type { RpcMethod } from './method.js'

/** The `subscribe` of a generated client: `Events` says what each kind of event delivers. */
export function eventStream<Events extends object>(
  client: RpcClient,
  source: EventSource,
): Subscribe<Events> {
  return <Event>(query: QueryInput, options?: SubscribeOptions): Subscription<Event> =>
    // As with results, the document is the only source of this type.
    client.subscribe(source, query, options) as Subscription<Event>
}

/** Holds results to validators that are named like the methods of the client. */
export function responseCheck(
  methods: Readonly<Record<string, RpcMethod>>,
  validate: Validate | undefined,
): RpcClientOptions['check'] {
  if (!validate) return undefined
  const names = new Map(Object.entries(methods).map(([name, method]) => [method, name]))
  return (method, result) => {
    validateResponse(validate, names.get(method) ?? method.name, result)
  }
}

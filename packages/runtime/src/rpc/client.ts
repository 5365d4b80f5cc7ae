import { checkOptions, type Redact } from '../core/index.js'
import { type RpcErrorRule, withReason } from './classify.js'
import type { RpcMethod } from './method.js'
import type {
  EventSource,
  HeightEvents,
  QueryInput,
  SubscribeOptions,
  Subscription,
  WithCursor,
} from './subscribe/subscription-types.js'
import { type CallOptions, isStreaming, redacted, type Transport } from './transport.js'

export interface RpcClientOptions<T extends Transport = Transport> {
  readonly transport: T
  /**
   * Called with every result before the caller gets it; throws to reject it. For an event, `key` is the name
   * of its validator. `redact` removes the transport's credentials from what is thrown or printed.
   */
  readonly check?:
    | ((method: RpcMethod, result: unknown, redact: Redact, key?: string) => void)
    | undefined
}

/** The client that generated methods are built on. */
export interface RpcClient<T extends Transport = Transport> {
  readonly transport: T
  call<Params extends object, Result>(
    method: RpcMethod<Params, Result>,
    params?: Params,
    options?: CallOptions,
  ): Promise<Result>
  subscribe(
    source: EventSource,
    query: QueryInput,
    options?: SubscribeOptions,
  ): Subscription<unknown>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** A query with a known kind of events. */
interface KindQuery<Kind extends string> {
  readonly kind: Kind
  toString(): string
}

type ByHeight = SubscribeOptions & { readonly by: 'height' }

/** `subscribe` of a generated client: the kind of the query determines the payload. */
export interface Subscribe<Events extends object> {
  <Kind extends keyof Events & string>(
    query: KindQuery<Kind>,
    options: ByHeight,
  ): Subscription<HeightEvents<WithCursor<Events[Kind]>>>
  <Kind extends keyof Events & string>(
    query: KindQuery<Kind>,
    options?: SubscribeOptions,
  ): Subscription<WithCursor<Events[Kind]>>
  (query: string, options: ByHeight): Subscription<HeightEvents<WithCursor<Events[keyof Events]>>>
  (query: string, options?: SubscribeOptions): Subscription<WithCursor<Events[keyof Events]>>
}

/** Binds a transport to a document: `errors` is its table of error reasons. */
export function createRpcClient<T extends Transport>(
  { transport, check }: RpcClientOptions<T>,
  errors: readonly RpcErrorRule[] = [],
): RpcClient<T> {
  checkOptions({ transport: transport ?? null, check }, { object: 'transport', function: 'check' })
  const redact: Redact = (shown) => redacted(transport, shown)
  const explain = (error: unknown): unknown => redact(withReason(error, errors))
  const close = async (): Promise<void> => transport.close()
  return {
    transport,
    async call<Params extends object, Result>(
      method: RpcMethod<Params, Result>,
      params?: Params,
      options?: CallOptions,
    ): Promise<Result> {
      try {
        checkOptions(options, {})
        const result = await transport.call({ method, params: params ?? {} }, options)
        check?.(method, result, redact)
        // The type comes from the document alone; `check` can verify the result.
        return result as Result
      } catch (error) {
        throw explain(error)
      }
    },
    subscribe(source, query, options = {}) {
      if (!isStreaming(transport)) {
        throw new TypeError(`Subscribing needs the websocket transport, not ${transport.kind}`)
      }
      const { subscribe, validator } = source
      const follow = { transport, source, query, options, explain }
      if (!check || validator === undefined) return transport.follow(follow)
      const checkEvent = (event: unknown): void => check(subscribe, event, redact, validator)
      return transport.follow({ ...follow, check: checkEvent })
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

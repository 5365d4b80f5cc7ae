import type { Subscription } from '../core/index.js'
import {
  type CallContext,
  callOptionForms,
  checkMiddleware,
  checkOptions,
  type Middleware,
  type Redact,
  through,
  type Validate,
} from '../core/index.js'
import { firstResult } from './calls/call-and-call-all.js'
import { callInTime } from './calls/call-in-time.js'
import { aroundCall } from './calls/call-middleware.js'
import { type RpcErrorRule, withReason } from './error-reason.js'
import type { RpcMethod } from './method.js'
import type {
  HeightEvents,
  NodeCheck,
  SubscribeOptions,
  WithCursor,
} from './subscribe/subscription-types.js'
import {
  type CallOptions,
  type PassedOptions,
  redacted,
  sendAttempt,
  type Transport,
} from './transport.js'

export interface RpcClientOptions<T extends Transport = Transport> {
  readonly transport: T
  /**
   * Called with every result before the caller gets it; throws to reject it. For an event, `key` is the name
   * of its validator. `redact` removes the transport's credentials from what is thrown or printed. `validate` is that
   * of the call.
   */
  readonly check?:
    | ((
        method: RpcMethod,
        result: unknown,
        redact: Redact,
        key?: string,
        validate?: Validate,
      ) => void)
    | undefined
  /** Sees and may change calls and their attempts; the first is the outermost. */
  readonly middleware?: readonly Middleware[] | undefined
}

/** The client that generated methods are built on. */
export interface RpcClient<T extends Transport = Transport> {
  readonly transport: T
  call<Params extends object, Result>(
    method: RpcMethod<Params, Result>,
    params?: Params,
    options?: CallOptions,
  ): Promise<Result>
  /** Adds the reason to an error, and removes the credentials of the transport. */
  readonly explain: (error: unknown) => unknown
  readonly check: RpcClientOptions['check']
  /** The nodes that events may come from. */
  readonly node?: NodeCheck | undefined
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
  { transport, check, middleware = [] }: RpcClientOptions<T>,
  errors: readonly RpcErrorRule[] = [],
): RpcClient<T> {
  checkOptions(
    { transport: transport ?? null, check, middleware },
    { object: 'transport', function: 'check', array: 'middleware' },
  )
  checkMiddleware(middleware)
  const redact: Redact = (shown) => redacted(transport, shown)
  const explain = (error: unknown): unknown => redact(withReason(error, errors))
  /** The options of a call for its transport. One deadline covers the call and its middleware. */
  function throughAll(
    method: RpcMethod,
    input: object,
    options: CallOptions,
    send: (params: object, options: PassedOptions) => Promise<unknown>,
  ): Promise<unknown> {
    if (middleware.length === 0) return send(input, options)
    const { name, tags = [] } = method
    const { address, timeoutMs = Number.POSITIVE_INFINITY } = transport
    const limits = { ...options, timeoutMs: options.timeoutMs ?? timeoutMs, address }
    return callInTime(name, limits, (signal) => {
      const context = {
        operation: { id: name, name, method: name, path: '', tags },
        input,
        signal,
        redact,
      }
      return through(middleware, 'call', (changed: CallContext) =>
        send(Object(changed.input), {
          ...options,
          signal,
          around: aroundCall(middleware, changed),
        }),
      )(context)
    })
  }
  const close = async (): Promise<void> => transport.close()
  return {
    transport,
    explain,
    check,
    async call<Params extends object, Result>(
      method: RpcMethod<Params, Result>,
      params?: Params,
      options: CallOptions = {},
    ): Promise<Result> {
      checkOptions(options, callOptionForms)
      try {
        const result = await throughAll(method, params ?? {}, options, async (given, passed) => {
          const { around, ...others } = passed
          const request = { method, params: given }
          // If the transport makes no attempts, the whole call is one.
          const found = transport.attempts
            ? await transport.call(request, passed)
            : firstResult(
                await sendAttempt(
                  { around, address: transport.address },
                  [request],
                  async ([one]) => [{ result: await transport.call(one, others) }],
                ),
              )
          check?.(method, found, redact, undefined, options.validate)
          return found
        })
        // The type comes from the document alone; `check` can verify the result.
        return result as Result
      } catch (error) {
        throw explain(error)
      }
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

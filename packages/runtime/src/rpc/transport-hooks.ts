import {
  type AttemptHooks,
  callHook,
  checkOptions,
  type MessageEvent,
  messageHooksOf,
  type OutcomeOf,
  ownSignal,
  type Redact,
  sendThrough,
} from '../core/index.js'
import { callAndCallAll } from './calls/call-and-call-all.js'
import { messageAnswer } from './calls/call-middleware.js'
import { type Caller, callTogether } from './calls/call-together.js'
import {
  type Around,
  type CallOutcome,
  isStreaming,
  type LiveSubscription,
  type PassedOptions,
  type Requests,
  redacted,
  type StreamingTransport,
  type SubscribeRequest,
  type Transport,
} from './transport.js'

/** One attempt of a call that is about to be sent. */
export interface RequestEvent extends MessageEvent {}

/** The outcome of an attempt. */
export interface ResponseEvent extends OutcomeOf<RequestEvent> {}

/** Hooks for logs, metrics and traces. Errors thrown by a hook do not affect the call. */
export interface TransportHooks extends AttemptHooks<RequestEvent> {}

/** Makes calls with the options for the inner transport. */
type Send = (options: PassedOptions) => Promise<readonly CallOutcome[]>

/**
 * The transport with hooks for every attempt of every call, including those of waiters, iterators and
 * backfilling. A separate function, so that programs without hooks do not bundle it.
 */
export function withHooks<T extends Transport>(transport: T, hooks: TransportHooks): T {
  checkOptions(hooks, { function: 'onRequest onResponse onRetry' })
  const callsOver = (node: Caller): ReturnType<typeof callAndCallAll> =>
    callAndCallAll(async (requests, options, read) =>
      read(
        await observe(hooks, transport, requests, options, (passed) =>
          callTogether(node, requests, { ...options, ...passed }),
        ),
      ),
    )
  const { call, callAll } = callsOver(transport)
  const members = new Map<PropertyKey, unknown>([['call', call]])
  if (transport.callAll) members.set('callAll', callAll)
  if (isStreaming(transport)) {
    const subscribe: StreamingTransport['subscribe'] = async (request, observer, options) => {
      const live = await subscribeAttempt(
        (requests, send) => observe(hooks, transport, requests, options, send),
        request,
        (passed: PassedOptions) => transport.subscribe(request, observer, passed),
      )
      const own = callsOver(live)
      return {
        call: own.call,
        callAll: live.callAll && own.callAll,
        close: () => live.close(),
        abandon: (error) => live.abandon(error),
      }
    }
    members.set('subscribe', subscribe)
  }
  // Inherits the other members: `closed` changes, and a mock has members of its own.
  return new Proxy(transport, {
    get: (target, name): unknown => members.get(name) ?? Reflect.get(target, name),
  })
}

/** Makes calls with the hooks as middleware, in addition to what is around them already. */
async function observe(
  hooks: TransportHooks,
  transport: Transport,
  requests: Requests,
  options: PassedOptions = {},
  send: Send,
): Promise<readonly CallOutcome[]> {
  const { around: outer, signal: caller } = options
  const middleware = [messageHooksOf(hooks)]
  const redact: Redact = (shown) => redacted(transport, shown)
  // Aborts when the calls end, so that an attempt that is still pending is reported.
  const { signal, cancel, end } = ownSignal(caller)
  let attempt = 0
  /** A failed attempt that no pause follows: if there is another one, it is made at once, or elsewhere. */
  let failure: { readonly error: unknown } | undefined

  function retry(error: unknown, waitMs: number): void {
    failure = undefined
    for (const { method } of requests)
      callHook(hooks.onRetry, { operation: method.name, attempt, error: redact(error), waitMs })
  }

  /** The hooks are called for all before anything is sent. */
  const observed: Around['messages'] = async (sent, address, deliver) => {
    if (failure) retry(failure.error, 0)
    attempt++
    let begin = (_: Promise<readonly CallOutcome[]>): void => {}
    const outcomes = new Promise<readonly CallOutcome[]>((resolve) => {
      begin = resolve
    })
    const reports = sent.map(({ method: { name, tags = [] }, params }, index) => {
      const operation = { id: name, name, method: name, path: '', tags }
      return sendThrough(
        middleware,
        'message',
        { address, params },
        async () => messageAnswer((await outcomes).slice(index, index + 1)),
        { operation, input: params, signal, redact, attempt },
      )
    })
    begin(deliver(sent))
    const [first] = await Promise.allSettled(reports)
    failure = first?.status === 'rejected' ? { error: first.reason } : undefined
    return outcomes
  }

  const around: Around = {
    ...outer,
    messages: outer
      ? (all, address, deliver) =>
          outer.messages(all, address, (changed) => observed(changed, address, deliver))
      : observed,
    subscribe: (request, address, join) =>
      subscribeAttempt((all, deliver) => around.messages(all, address, deliver), request, join),
    retry(error, waitMs) {
      outer?.retry?.(error, waitMs)
      retry(error, waitMs)
    },
  }
  try {
    if (transport.attempts) return await send({ ...options, around })
    return await around.messages(requests, transport.address, () =>
      send({ ...options, around: undefined }),
    )
  } catch (error) {
    cancel(error)
    // Nothing was sent, because the transport is closed, for instance.
    if (attempt === 0)
      await observed(requests, undefined, () => Promise.reject(error)).catch(() => {})
    throw error
  } finally {
    end()
  }
}

/** Subscribes as one attempt, in what is around it. */
async function subscribeAttempt<Passed extends unknown[]>(
  around: (
    requests: Requests,
    send: (...passed: Passed) => Promise<readonly CallOutcome[]>,
  ) => Promise<unknown>,
  request: SubscribeRequest,
  subscribe: (...passed: Passed) => Promise<LiveSubscription>,
): Promise<LiveSubscription> {
  const found: LiveSubscription[] = []
  await around([request], async (...passed) => {
    found.push(await subscribe(...passed))
    return []
  })
  const [live] = found
  if (live) return live
  throw new TypeError(`${request.method.name}: middleware did not subscribe`)
}

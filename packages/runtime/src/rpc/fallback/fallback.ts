import {
  callerKey,
  checkOptions,
  idleTimer,
  isTimeoutError,
  isTransportError,
  type Redact,
  serverUrl,
  TransportError,
} from '../../core/index.js'
import { createCallScope } from '../calls.js'
import type { AskState } from '../dialect.js'
import { isRpcError, type RpcError } from '../errors.js'
import { carries, type RpcMethod } from '../method.js'
import { callsBy, callTogether } from '../together.js'
import {
  isStreaming,
  type LiveSubscription,
  type Outcome,
  type Requests,
  redacted,
  type StreamingTransport,
  type TogetherOptions,
  type Transport,
} from '../transport.js'
import { createHealth, type Endpoint } from './health.js'

export interface FallbackOptions {
  /** The maximum age of the last check of the endpoints. @default 15000 */
  readonly checkMs?: number | undefined
  /** An endpoint more heights behind the best than this is skipped. @default 5 */
  readonly maxLag?: number | undefined
  /** An endpoint that responds slower than this is skipped. @default 3000 */
  readonly maxLatencyMs?: number | undefined
  /** The chain of all endpoints; by default, that of the first that reports one. */
  readonly chainId?: string | undefined
  /** For one call over all endpoints; each also has its own timeout. @default Infinity */
  readonly timeoutMs?: number | undefined
}

/** A streaming transport if one of the endpoints is. */
export type Fallback<Endpoints extends readonly Transport[]> =
  Extract<Endpoints[number], StreamingTransport> extends never ? Transport : StreamingTransport

/** The longest wait for the first check of the endpoints. */
const firstCheckMs = 500

/**
 * Several endpoints as one, in order of preference. It stays with an endpoint while calls to it succeed. After a
 * failure, a safe call goes to the next endpoint; any other call is sent to one only. `askState` is how an endpoint
 * of this dialect reports its state, and `lacks` whether an error says that another endpoint may have the answer.
 */
export function createFallback<const Endpoints extends readonly Transport[]>(
  transports: Endpoints,
  options: FallbackOptions,
  askState?: AskState,
  lacks?: (error: RpcError) => boolean,
): Fallback<Endpoints>
export function createFallback(
  transports: readonly Transport[],
  options: FallbackOptions,
  askState?: AskState,
  lacks?: (error: RpcError) => boolean,
): Transport {
  if (!Array.isArray(transports) || transports.some((each) => !Object(each).call))
    throw new TypeError('fallback takes transports in an array')
  checkOptions(options, {
    'number > 0': 'timeoutMs',
    'number >= 0': 'maxLag maxLatencyMs',
    'number >= 1': 'checkMs',
    string: 'chainId',
  })
  const { timeoutMs = Number.POSITIVE_INFINITY, checkMs = 15_000 } = options
  const calls = createCallScope('fallback', timeoutMs)
  const health = createHealth(transports, { ...options, checkMs, askState })
  const elsewhere = transports.length > 1
  const attempts = transports.every((each) => each.attempts)
  const ownMessages = transports.every((each) => each.kind === 'websocket' || each.ownMessages)
  const allUrls = (): string => transports.map((each) => each[serverUrl]?.() ?? each.kind).join(' ')
  const callers = (): unknown => transports.map((each) => each[callerKey]?.())
  const redact: Redact = (shown) => transports.reduce((clean, each) => redacted(each, clean), shown)

  /**
   * Tries the endpoints in order until one responds, with a result or an error. If all of them respond and none with
   * all of it, the first response counts; `lackIn` returns why one is not all.
   */
  async function through<T>(
    method: RpcMethod,
    usable: (transport: Transport) => boolean,
    signal: AbortSignal,
    send: (endpoint: Endpoint) => Promise<T>,
    lackIn: (result: T) => unknown = () => undefined,
  ): Promise<T> {
    const fresh = health.fresh()
    if (fresh) await health.known(fresh, firstCheckMs, signal)
    const failures: unknown[] = []
    let partial: { readonly result: T; readonly lack: unknown } | undefined
    for (const endpoint of health.inOrder()) {
      const { transport } = endpoint
      if (transport.closed || !carries(transport.kind, method) || !usable(transport)) continue
      try {
        const result = await send(endpoint)
        const lack = lackIn(result)
        health.worked(endpoint)
        if (lack === undefined) return result
        partial ??= { result, lack }
      } catch (error) {
        if (signal.aborted || !(isTransportError(error) || isTimeoutError(error))) throw error
        health.failed(endpoint)
        failures.push(error)
        const neverLeft = isTransportError(error) && error.sent === false
        if (!method.safe && !neverLeft) break
      }
    }
    if (partial && failures.length === 0) return partial.result
    if (partial) failures.unshift(partial.lack)
    throw together([...failures, ...health.refusals()], method)
  }

  /** Why another endpoint may have more; `undefined` if these are all of the outcomes. */
  function lackOf(
    outcomes: readonly Outcome[],
    { safe, name }: RpcMethod,
    hasAll: TogetherOptions['hasAll'],
  ): unknown {
    const lacking = outcomes.find(({ error }) => safe && isRpcError(error) && lacks?.(error))
    if (lacking || hasAll?.(outcomes) !== false) return lacking?.error
    return new TransportError('The endpoint does not have all of it', { operation: name })
  }

  /** Passes the options of the caller on to each endpoint that is tried. */
  const { call, callAll } = callsBy((requests, options = {}, read) => {
    const [{ method }] = requests
    return calls.run(method, options, async (signal) =>
      read(
        await through(
          method,
          () => true,
          signal,
          ({ transport }) => callTogether(transport, requests, { ...options, signal, elsewhere }),
          (outcomes) => lackOf(outcomes, method, options.hasAll),
        ),
      ),
    )
  })

  async function close(): Promise<void> {
    calls.close()
    await Promise.all(transports.map((transport) => transport.close()))
  }

  const streaming = transports.find(isStreaming)
  if (!streaming) {
    return {
      kind: 'fallback',
      timeoutMs,
      attempts,
      ownMessages,
      redact,
      [serverUrl]: allUrls,
      [callerKey]: callers,
      get closed() {
        return calls.closed
      },
      call,
      callAll,
      pinChain: health.pin,
      checkNodes: health.watch,
      close,
    }
  }

  const subscribe: StreamingTransport['subscribe'] = (request, observer, options) =>
    calls.run(request.method, options, (signal) =>
      through({ ...request.method, safe: true }, isStreaming, signal, async (endpoint) => {
        if (!isStreaming(endpoint.transport)) throw new TransportError('Not streaming')
        const live = await endpoint.transport.subscribe(request, observer, {
          signal,
          elsewhere,
          around: options?.around,
        })
        const watch = watchEndpoint(endpoint, () => {
          live.close()
          observer.end(new TransportError('The endpoint fell behind; another one takes over'))
        })
        return {
          ...callsBy(async (requests, given = {}, read) => {
            const own = await ownAnswers(endpoint, live, requests, given)
            return own ? read(own) : read(await callAll(requests, given))
          }),
          close() {
            watch.end()
            live.close()
          },
          abandon(error) {
            watch.end()
            live.abandon(error)
          },
        }
      }),
    )

  /** What the endpoint of a subscription answers itself; `undefined` if others have to be asked. */
  async function ownAnswers(
    endpoint: Endpoint,
    live: LiveSubscription,
    requests: Requests,
    options: TogetherOptions,
  ): Promise<readonly Outcome[] | undefined> {
    try {
      const outcomes = await callTogether(live, requests, options)
      return lackOf(outcomes, requests[0].method, options.hasAll) ? undefined : outcomes
    } catch (error) {
      // After a lost connection, the next subscription may be at another endpoint.
      if (!isTransportError(error) || error.fault === 'network') throw error
      health.failed(endpoint)
      return undefined
    }
  }

  /** A stalled node delivers nothing without failing, so it is compared with the others. */
  function watchEndpoint(endpoint: Endpoint, leave: () => void): { end(): void } {
    let timer = idleTimer(check, checkMs)
    let over = false
    async function check(): Promise<void> {
      await health.fresh()
      if (over || calls.closed) return
      if (health.isBehind(endpoint, isStreaming)) return leave()
      timer = idleTimer(check, checkMs)
    }
    return {
      end() {
        over = true
        clearTimeout(timer)
      },
    }
  }

  const whole: StreamingTransport = {
    kind: 'fallback',
    timeoutMs,
    attempts,
    ownMessages,
    redact,
    [serverUrl]: allUrls,
    [callerKey]: callers,
    follow: streaming.follow,
    get closed() {
      return calls.closed
    },
    call,
    callAll,
    subscribe,
    pinChain: health.pin,
    checkNodes: health.watch,
    close,
  }
  return whole
}

/** One error for the failures of all endpoints. */
function together(failures: readonly unknown[], { name }: RpcMethod): unknown {
  const [first] = failures
  if (failures.length === 1) return first
  if (failures.length === 0) return new TransportError(`No endpoint takes ${name}`, { sent: false })
  const message = `${name}: none of ${failures.length} endpoints answered`
  const sent = failures.every((each) => isTransportError(each) && each.sent === false)
    ? false
    : undefined
  const cause = new AggregateError(failures, message)
  return new TransportError(message, { operation: name, cause, ...(sent === false && { sent }) })
}

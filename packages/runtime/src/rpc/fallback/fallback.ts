import {
  checkOptions,
  idleTimer,
  isTimeoutError,
  isTransportError,
  type Redact,
  TransportError,
} from '../../core/index.js'
import { createCallScope } from '../calls.js'
import type { AskState } from '../dialect.js'
import { carries, type RpcMethod } from '../method.js'
import { callTogether } from '../together.js'
import {
  isStreaming,
  type PassedOptions,
  redacted,
  type StreamingTransport,
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
 * of this dialect reports its state.
 */
export function createFallback<const Endpoints extends readonly Transport[]>(
  transports: Endpoints,
  options: FallbackOptions,
  askState?: AskState,
): Fallback<Endpoints>
export function createFallback(
  transports: readonly Transport[],
  options: FallbackOptions,
  askState?: AskState,
): Transport {
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
  const ownMessages = transports.every((each) => each.kind === 'websocket' || each.ownMessages)
  const redact: Redact = (shown) => transports.reduce((clean, each) => redacted(each, clean), shown)

  /** Tries the endpoints in order until one responds, with a result or an error. */
  async function through<T>(
    method: RpcMethod,
    usable: (transport: Transport) => boolean,
    signal: AbortSignal,
    send: (endpoint: Endpoint) => Promise<T>,
  ): Promise<T> {
    const fresh = health.fresh()
    if (fresh) await health.known(fresh, firstCheckMs, signal)
    const failures: unknown[] = []
    for (const endpoint of health.inOrder()) {
      const { transport } = endpoint
      if (transport.closed || !carries(transport.kind, method) || !usable(transport)) continue
      try {
        const result = await send(endpoint)
        health.worked(endpoint)
        return result
      } catch (error) {
        if (signal.aborted || !(isTransportError(error) || isTimeoutError(error))) throw error
        health.failed(endpoint)
        failures.push(error)
        const neverLeft = isTransportError(error) && error.sent === false
        if (!method.safe && !neverLeft) break
      }
    }
    throw together([...failures, ...health.refusals()], method)
  }

  /** Passes the options of the caller on to each endpoint that is tried. */
  function anywhere<T>(
    method: RpcMethod,
    options: PassedOptions = {},
    send: (transport: Transport, passed: PassedOptions) => Promise<T>,
  ): Promise<T> {
    const { timeoutMs, tap } = options
    return calls.run(method, options, (signal) =>
      through(
        method,
        () => true,
        signal,
        ({ transport }) => send(transport, { signal, timeoutMs, elsewhere, tap }),
      ),
    )
  }

  const call: Transport['call'] = (request, options) =>
    anywhere(request.method, options, (transport, passed) => transport.call(request, passed))

  const callAll: Transport['callAll'] = (requests, options) =>
    anywhere(requests[0].method, options, (transport, passed) =>
      callTogether(transport, requests, passed),
    )

  async function close(): Promise<void> {
    calls.close()
    await Promise.all(transports.map((transport) => transport.close()))
  }

  const streaming = transports.find(isStreaming)
  if (!streaming) {
    return {
      kind: 'fallback',
      timeoutMs,
      ownMessages,
      redact,
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
          tap: options?.tap,
        })
        const watch = watchEndpoint(endpoint, () => {
          live.close()
          observer.end(new TransportError('The endpoint fell behind; another one takes over'))
        })
        return {
          call: live.call,
          callAll: live.callAll,
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
    ownMessages,
    redact,
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

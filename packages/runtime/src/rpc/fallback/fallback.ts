import { callerKey, checkOptions, serverUrl } from '../../core/index.js'
import { callAndCallAll } from '../calls/call-and-call-all.js'
import { callTogether } from '../calls/call-together.js'
import { createTransportCalls } from '../calls/transport-calls.js'
import type { AskState } from '../dialect.js'
import type { RpcError } from '../errors.js'
import { isStreaming, redacted, type StreamingTransport, type Transport } from '../transport.js'
import { createHealth } from './health.js'
import { createEndpointSubscribe } from './subscribe-at-endpoint.js'
import { lackOf, tryEndpoints } from './try-endpoints.js'

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
  const calls = createTransportCalls('fallback', timeoutMs)
  const health = createHealth(transports, { ...options, checkMs, askState })
  const elsewhere = transports.length > 1

  /** Passes the options of the caller on to each endpoint that is tried. */
  const { call, callAll } = callAndCallAll((requests, options = {}, read) => {
    const [{ method }] = requests
    return calls.run(method, options, async (signal) =>
      read(
        await tryEndpoints(
          health,
          method,
          () => true,
          signal,
          ({ transport }) => callTogether(transport, requests, { ...options, signal, elsewhere }),
          (outcomes) => lackOf(outcomes, method, options.hasAll, lacks),
        ),
      ),
    )
  })

  async function close(): Promise<void> {
    calls.close()
    await Promise.all(transports.map((transport) => transport.close()))
  }

  const several: Transport = {
    kind: 'fallback',
    timeoutMs,
    attempts: transports.every((each) => each.attempts),
    ownMessages: transports.every((each) => each.kind === 'websocket' || each.ownMessages),
    redact: (shown) => transports.reduce((clean, each) => redacted(each, clean), shown),
    [serverUrl]: () => transports.map((each) => each[serverUrl]?.() ?? each.kind).join(' '),
    [callerKey]: () => transports.map((each) => each[callerKey]?.()),
    get closed() {
      return calls.closed
    },
    call,
    callAll,
    pinChain: health.pin,
    checkNodes: health.watch,
    close,
  }
  const streaming = transports.find(isStreaming)
  return streaming
    ? Object.assign(several, {
        streamEvents: streaming.streamEvents,
        subscribe: createEndpointSubscribe({ health, calls, checkMs, elsewhere, callAll, lacks }),
      })
    : several
}

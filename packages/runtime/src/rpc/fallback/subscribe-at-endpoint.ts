import { idleTimer, isTransportError, TransportError } from '../../core/index.js'
import { callAndCallAll } from '../calls/call-and-call-all.js'
import { callTogether } from '../calls/call-together.js'
import type { TransportCalls } from '../calls/transport-calls.js'
import {
  type CallOutcome,
  isStreaming,
  type LiveSubscription,
  type Requests,
  type StreamingTransport,
  type TogetherOptions,
  type Transport,
} from '../transport.js'
import type { Endpoint, Health } from './health.js'
import { type Lacks, lackOf, tryEndpoints } from './try-endpoints.js'

/** What subscribing needs of a transport with several endpoints. */
export interface EndpointSubscribeInit {
  readonly health: Health
  readonly calls: TransportCalls
  readonly checkMs: number
  /** Whether there are several endpoints. */
  readonly elsewhere: boolean
  readonly callAll: NonNullable<Transport['callAll']>
  readonly lacks: Lacks | undefined
}

/** Subscribes at the first endpoint that can; its calls go there too, and then to the others. */
export function createEndpointSubscribe(
  subscribing: EndpointSubscribeInit,
): StreamingTransport['subscribe'] {
  const { health, calls, elsewhere, callAll } = subscribing
  return (request, observer, options) =>
    calls.run(request.method, options, (signal) =>
      tryEndpoints(
        health,
        { ...request.method, safe: true },
        isStreaming,
        signal,
        async (endpoint) => {
          if (!isStreaming(endpoint.transport)) throw new TransportError('Not streaming')
          const live = await endpoint.transport.subscribe(request, observer, {
            signal,
            elsewhere,
            around: options?.around,
          })
          const watch = watchEndpoint(subscribing, endpoint, () => {
            live.close()
            observer.end(new TransportError('The endpoint fell behind; another one takes over'))
          })
          return {
            ...callAndCallAll(async (requests, given = {}, read) => {
              const own = await ownAnswers(subscribing, endpoint, live, requests, given)
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
        },
      ),
    )
}

/** What the endpoint of a subscription answers itself; `undefined` if others have to be asked. */
async function ownAnswers(
  { health, lacks }: EndpointSubscribeInit,
  endpoint: Endpoint,
  live: LiveSubscription,
  requests: Requests,
  options: TogetherOptions,
): Promise<readonly CallOutcome[] | undefined> {
  try {
    const outcomes = await callTogether(live, requests, options)
    return lackOf(outcomes, requests[0].method, options.hasAll, lacks) ? undefined : outcomes
  } catch (error) {
    // After a lost connection, the next subscription may be at another endpoint.
    if (!isTransportError(error) || error.fault === 'network') throw error
    health.failed(endpoint)
    return undefined
  }
}

/** A stalled node delivers nothing without failing, so it is compared with the others. */
function watchEndpoint(
  { health, calls, checkMs }: EndpointSubscribeInit,
  endpoint: Endpoint,
  leave: () => void,
): { end(): void } {
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

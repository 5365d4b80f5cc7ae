import { at, count } from './backfill/json.js'
import { isRpcError } from './errors.js'
import type { RpcMethod } from './method.js'
import type { Transport } from './transport.js'

/** What is known about one endpoint. */
export interface Endpoint {
  readonly transport: Transport
  /** What its node says that it is part of, once it was asked. */
  chain?: unknown
  height: number
  latencyMs: number
  catchingUp: boolean
  /** Failures one after another, and until when they count against it. */
  failures: number
  avoidUntil: number
}

export interface HealthOptions {
  readonly checkMs: number
  readonly maxLag?: number | undefined
  readonly maxLatencyMs?: number | undefined
}

export interface Health {
  /** Sees to it that the knowledge is not too old. What it gives is to be awaited, if anything. */
  fresh(): Promise<void> | undefined
  /** The endpoint in use while it is healthy, then the healthy ones, then the rest. */
  inOrder(): Endpoint[]
  worked(endpoint: Endpoint): void
  failed(endpoint: Endpoint): void
  /** Whether another usable endpoint is healthy and this one is not. */
  isBehind(endpoint: Endpoint, usable: (transport: Transport) => boolean): boolean
}

const status: RpcMethod = { name: 'status', safe: true, params: [] }
/** How long an answer about the endpoint itself may take. */
const patienceMs = 5000

export function createHealth(transports: readonly Transport[], options: HealthOptions): Health {
  const { checkMs, maxLag = 5, maxLatencyMs = 3000 } = options
  const endpoints = transports.map(
    (transport): Endpoint => ({
      transport,
      height: 0,
      latencyMs: 0,
      catchingUp: false,
      failures: 0,
      avoidUntil: 0,
    }),
  )
  let inUse = endpoints[0]
  let checkedAt = Number.NEGATIVE_INFINITY
  let checking: Promise<void> | undefined
  let checkedOnce = false

  async function check(endpoint: Endpoint): Promise<void> {
    const begun = performance.now()
    try {
      const request = { method: status, params: {} }
      const answer = await endpoint.transport.call(request, {
        timeoutMs: patienceMs,
        elsewhere: true,
      })
      const info = at(answer, 'sync_info')
      endpoint.chain = at(answer, 'node_info', 'network')
      endpoint.height = count(at(info, 'latest_block_height'))
      endpoint.catchingUp = at(info, 'catching_up') === true
      worked(endpoint)
    } catch (error) {
      // An endpoint that answers is there, even if it does not tell its height.
      if (isRpcError(error)) worked(endpoint)
      else failed(endpoint)
    }
    endpoint.latencyMs = performance.now() - begun
  }

  function worked(endpoint: Endpoint): void {
    endpoint.failures = 0
    endpoint.avoidUntil = 0
  }

  function failed(endpoint: Endpoint): void {
    const pause = Math.min(30_000, 1000 * 2 ** endpoint.failures++)
    endpoint.avoidUntil = performance.now() + pause
  }

  /** All but those of another chain than the first that tells its own: they are never used. */
  function related(): Endpoint[] {
    const chain = endpoints.find((endpoint) => endpoint.chain)?.chain
    return endpoints.filter((endpoint) => (endpoint.chain ?? chain) === chain)
  }

  function isHealthy(endpoint: Endpoint): boolean {
    const { height, latencyMs, catchingUp, avoidUntil } = endpoint
    const others = related()
    const best = Math.max(...others.map((other) => other.height))
    if (!others.includes(endpoint)) return false
    if (catchingUp || avoidUntil > performance.now()) return false
    return height >= best - maxLag && latencyMs <= maxLatencyMs
  }

  return {
    fresh() {
      if (endpoints.length < 2) return undefined
      if (!checking && performance.now() - checkedAt >= checkMs) {
        checking = Promise.all(endpoints.map(check)).then(() => {
          checkedAt = performance.now()
          checking = undefined
          checkedOnce = true
        })
      }
      // Only the first time anybody waits for it; later it is renewed beside the calls.
      return checkedOnce ? undefined : checking
    },
    inOrder() {
      const healthy = endpoints.filter(isHealthy)
      if (!inUse || !healthy.includes(inUse)) inUse = healthy[0] ?? inUse
      const rest = related().filter((endpoint) => !healthy.includes(endpoint))
      rest.sort((a, b) => a.avoidUntil - b.avoidUntil)
      return [
        ...new Set([...healthy.filter((endpoint) => endpoint === inUse), ...healthy, ...rest]),
      ]
    },
    worked,
    failed,
    isBehind: (endpoint, usable) =>
      !isHealthy(endpoint) &&
      endpoints.some((other) => other !== endpoint && usable(other.transport) && isHealthy(other)),
  }
}

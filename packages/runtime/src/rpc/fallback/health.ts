import { sleep, TransportError } from '../../core/index.js'
import type { AskState } from '../dialect.js'
import { isRpcError, otherChain } from '../errors.js'
import type { Transport } from '../transport.js'

/** The state of one endpoint. */
export interface Endpoint {
  readonly transport: Transport
  /** The chain that its node reported, once it was asked. */
  chain?: unknown
  /** Why its node is never used: it is of another release, for instance. */
  refusal?: unknown
  height: number
  latencyMs: number
  catchingUp: boolean
  /** Why its last check failed. */
  failure?: unknown
  /** Consecutive failures, and until when the endpoint is avoided because of them. */
  failures: number
  avoidUntil: number
}

export interface HealthOptions {
  readonly checkMs: number
  readonly maxLag?: number | undefined
  readonly maxLatencyMs?: number | undefined
  /** The chain that endpoints must serve. */
  readonly chainId?: string | undefined
  /** Without it, only failures show that an endpoint is unhealthy. */
  readonly askState?: AskState | undefined
}

export interface Health {
  /** Starts a check if the last one is too old. Returns a promise to await, if there is one. */
  fresh(): Promise<void> | undefined
  /**
   * Waits for the first check, but not for long: the chain of the endpoints has to be known, while their
   * health is only useful.
   */
  known(fresh: Promise<void>, mostMs: number, signal: AbortSignal): Promise<void>
  /** From now on only endpoints of this chain are used. */
  pin(chainId: string): void
  /** Passes each response about an endpoint to `see`; an endpoint for which that throws is not used. */
  watch(key: string, see: (state: unknown) => void): void
  /** The errors of endpoints that are not used. */
  refusals(): unknown[]
  /** The endpoint in use while it is healthy, then the healthy ones, then the rest. */
  inOrder(): Endpoint[]
  worked(endpoint: Endpoint): void
  failed(endpoint: Endpoint): void
  /** Whether another usable endpoint is healthy and this one is not. */
  isBehind(endpoint: Endpoint, usable: (transport: Transport) => boolean): boolean
}

type Watchers = Map<string, (state: unknown) => void>

/** The timeout of a check. */
const patienceMs = 5000

export function createHealth(transports: readonly Transport[], options: HealthOptions): Health {
  let { chainId } = options
  const { checkMs, maxLag = 5, maxLatencyMs = 3000, askState } = options
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
  const watchers: Watchers = new Map()

  /**
   * The endpoints of the requested chain, or of the chain that the first one reported; others are never
   * used. If a chain is requested, endpoints that have not reported theirs are not used either.
   */
  function related(): Endpoint[] {
    const allowed = endpoints.filter(({ refusal }) => refusal === undefined)
    if (askState && chainId !== undefined) return allowed.filter(({ chain }) => chain === chainId)
    const chain = allowed.find((endpoint) => endpoint.chain)?.chain
    return allowed.filter((endpoint) => (endpoint.chain ?? chain) === chain)
  }

  /** Why an endpoint is not used at all. */
  function reasonAgainst(endpoint: Endpoint): unknown {
    const { refusal, chain, failure, transport } = endpoint
    if (refusal || related().includes(endpoint)) return refusal
    if (!chain) return failure
    const { address } = transport
    const wanted = chainId ?? related().find((other) => other.chain)?.chain
    const where = address ? ` (${address})` : ''
    return new TransportError(otherChain(chain, wanted) + where, {
      fault: 'endpoint',
      address,
      sent: false,
    })
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
      if (!askState || (endpoints.length < 2 && chainId === undefined)) return undefined
      if (!checking && performance.now() - checkedAt >= checkMs) {
        checking = Promise.all(endpoints.map((each) => check(each, askState, watchers))).then(
          () => {
            checkedAt = performance.now()
            checking = undefined
            checkedOnce = true
          },
        )
      }
      // Callers only wait for the first check; later ones run in the background.
      return checkedOnce ? undefined : checking
    },
    async known(fresh, mostMs, signal) {
      await Promise.race([fresh, sleep(mostMs, signal)])
      while (checking && related().length === 0) {
        await Promise.race([fresh, sleep(mostMs / 10, signal)])
      }
    },
    watch(key, see) {
      watchers.set(key, see)
      checkedAt = Number.NEGATIVE_INFINITY
    },
    refusals: () => endpoints.flatMap((endpoint) => reasonAgainst(endpoint) ?? []),
    pin(given) {
      chainId = given
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

/** Asks a node for its state; `watchers` may refuse it. */
async function check(endpoint: Endpoint, ask: AskState, watchers: Watchers): Promise<void> {
  const begun = performance.now()
  try {
    const call: Transport['call'] = async (...given) => {
      const answer = await endpoint.transport.call(...given)
      endpoint.refusal = refusalOf(answer, watchers)
      return answer
    }
    Object.assign(endpoint, await ask(call, { timeoutMs: patienceMs, elsewhere: true }))
    endpoint.failure = undefined
    worked(endpoint)
  } catch (error) {
    endpoint.failure = error
    // An endpoint that responds works, even if it does not report its height.
    if (isRpcError(error)) worked(endpoint)
    else failed(endpoint)
  }
  endpoint.latencyMs = performance.now() - begun
}

function refusalOf(answer: unknown, watchers: Watchers): unknown {
  try {
    for (const see of watchers.values()) see(answer)
  } catch (error) {
    return error
  }
  return undefined
}

function worked(endpoint: Endpoint): void {
  endpoint.failures = 0
  endpoint.avoidUntil = 0
}

function failed(endpoint: Endpoint): void {
  const pause = Math.min(30_000, 1000 * 2 ** endpoint.failures++)
  endpoint.avoidUntil = performance.now() + pause
}

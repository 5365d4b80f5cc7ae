import { isTransportError, tell } from '../core/index.js'
import { callTogether } from './together.js'
import {
  type CallTap,
  isStreaming,
  type Outcome,
  type PassedOptions,
  type Requests,
  redacted,
  type StreamingTransport,
  type Transport,
} from './transport.js'

/** One try of a call that is about to leave. */
export interface RequestEvent {
  /** The method, as on the wire. */
  readonly operation: string
  /** The server that is asked, without path and query; `undefined` where the transport does not say. */
  readonly address: string | undefined
  /** 1 for the first try. */
  readonly attempt: number
}

/** What became of a try: `request` is the very object that `onRequest` was given. */
export interface ResponseEvent extends RequestEvent {
  readonly request: RequestEvent
  /** The HTTP status, where an answer came over HTTP. */
  readonly status: number | undefined
  /** Why there is no result. */
  readonly error: unknown
  /** From the call to its result: connecting and waiting for others of a batch included. */
  readonly ms: number
}

/** A try that failed, and is made again. */
export interface RetryEvent {
  readonly operation: string
  /** The try that failed; 1 for the first. */
  readonly attempt: number
  readonly error: unknown
  /** The pause before the next try. */
  readonly waitMs: number
}

/** What is told of each try, for logs, metrics and traces. What a hook throws changes no call. */
export interface TransportHooks {
  readonly onRequest?: ((event: RequestEvent) => void) | undefined
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined
  readonly onRetry?: ((event: RetryEvent) => void) | undefined
}

/** Sends something, and is handed what it says to the transport below. */
type Send<T> = (options: PassedOptions) => Promise<T>

/**
 * The transport, which now tells of every try of every call; those of waiting, of iterators and of
 * catching up are among them. A function of its own, so that programs without hooks do not carry it.
 */
export function withHooks<T extends Transport>(transport: T, hooks: TransportHooks): T {
  const observed = <R>(operation: string, options: PassedOptions | undefined, send: Send<R>) =>
    observe(hooks, transport, operation, options, send)
  const call: Transport['call'] = (request, options) =>
    observed(request.method.name, options, (passed) => transport.call(request, passed))
  const members = new Map<PropertyKey, unknown>([['call', call]])
  const callAll: Transport['callAll'] = (requests, options) =>
    observeAll(hooks, transport, requests, options)
  if (transport.callAll) members.set('callAll', callAll)
  if (isStreaming(transport)) {
    const subscribe: StreamingTransport['subscribe'] = (request, observer, options) =>
      observed(request.method.name, options, async (passed) => {
        const live = await transport.subscribe(request, observer, passed)
        return {
          call: (asked, own) => observed(asked.method.name, own, (more) => live.call(asked, more)),
          close: () => live.close(),
          abandon: (error) => live.abandon(error),
        }
      })
    members.set('subscribe', subscribe)
  }
  // Whatever else the transport has stays as it is: `closed` changes, and a mock has members of its own.
  return new Proxy(transport, {
    get: (target, name): unknown => members.get(name) ?? Reflect.get(target, name),
  })
}

/** Tells of each call of a request as of any other. */
async function observeAll(
  hooks: TransportHooks,
  transport: Transport,
  requests: Requests,
  options: PassedOptions | undefined,
): Promise<readonly Outcome[]> {
  const taps: CallTap[] = options?.tap ? [options.tap] : []
  const tap: CallTap = {
    began(address) {
      for (const each of taps) each.began(address)
    },
    answered(status, characters) {
      for (const each of taps) each.answered(status, characters)
    },
    failed(error, waitMs) {
      for (const each of taps) each.failed(error, waitMs)
    },
  }
  let answer = (_: Promise<readonly Outcome[]>): void => {}
  const answered = new Promise<readonly Outcome[]>((resolve) => {
    answer = resolve
  })
  // Each listens before anything is sent.
  const calls = requests.map(({ method }, index) =>
    observe(hooks, transport, method.name, undefined, async (passed) => {
      if (passed.tap) taps.push(passed.tap)
      const outcome = (await answered)[index]
      if (outcome?.error) throw outcome.error
    }),
  )
  answer(callTogether(transport, requests, { ...options, tap }))
  await Promise.allSettled(calls)
  return answered
}

async function observe<R>(
  { onRequest, onResponse, onRetry }: TransportHooks,
  transport: Transport,
  operation: string,
  options: PassedOptions | undefined,
  send: Send<R>,
): Promise<R> {
  const outer = options?.tap
  let address: string | undefined
  let attempt = 0
  let current: { readonly request: RequestEvent; readonly sentAt: number } | undefined
  let status: number | undefined
  /** Another endpoint may take over; whether it does shows when it begins. */
  let failure: { readonly error: unknown } | undefined

  function began(where = address): void {
    if (failure) tell(onRetry, { operation, attempt, error: failure.error, waitMs: 0 })
    failure = undefined
    address = where
    status = undefined
    attempt++
    const request = { operation, address, attempt }
    current = { request, sentAt: performance.now() }
    tell(onRequest, request)
  }

  function ended(error: unknown): void {
    if (!current) return
    const { request, sentAt } = current
    current = undefined
    const ms = performance.now() - sentAt
    if (isTransportError(error)) status = error.status
    tell(onResponse, { ...request, request, status, error: redacted(transport, error), ms })
  }

  const tap: PassedOptions['tap'] = {
    began(where) {
      outer?.began(where)
      began(where)
    },
    answered(code, characters) {
      outer?.answered(code, characters)
      status = code
    },
    failed(error, waitMs) {
      outer?.failed(error, waitMs)
      // An outer transport tells of what an inner one has told of.
      if (!current) return
      const shown = redacted(transport, error)
      ended(shown)
      if (waitMs === undefined) failure = { error: shown }
      else tell(onRetry, { operation, attempt, error: shown, waitMs })
    },
  }
  try {
    const result = await send({ ...options, tap })
    // A transport of somebody else's may say nothing of its tries.
    if (attempt === 0) began()
    ended(undefined)
    return result
  } catch (error) {
    if (attempt === 0) began()
    ended(error)
    throw error
  }
}

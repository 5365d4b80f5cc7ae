import {
  type AttemptEvent,
  type AttemptHooks,
  callHook,
  checkOptions,
  isTransportError,
  type OutcomeOf,
  reportAttempt,
} from '../core/index.js'
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

/** One attempt of a call that is about to be sent. */
export interface RequestEvent extends AttemptEvent {
  /** The server, without path and query; `undefined` if the transport does not report it. */
  readonly address: string | undefined
}

/** The outcome of an attempt. */
export interface ResponseEvent extends OutcomeOf<RequestEvent> {}

/** Hooks for logs, metrics and traces. Errors thrown by a hook do not affect the call. */
export interface TransportHooks extends AttemptHooks<RequestEvent> {}

/** Sends a request with the options for the inner transport. */
type Send<T> = (options: PassedOptions) => Promise<T>

/**
 * The transport with hooks for every attempt of every call, including those of waiters, iterators and
 * backfilling. A separate function, so that programs without hooks do not bundle it.
 */
export function withHooks<T extends Transport>(transport: T, hooks: TransportHooks): T {
  checkOptions(hooks, { function: 'onRequest onResponse onRetry' })
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
  // Inherits the other members: `closed` changes, and a mock has members of its own.
  return new Proxy(transport, {
    get: (target, name): unknown => members.get(name) ?? Reflect.get(target, name),
  })
}

/** Reports each call of a request like any other. */
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
  // All of them listen before anything is sent.
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
  hooks: TransportHooks,
  transport: Transport,
  operation: string,
  options: PassedOptions | undefined,
  send: Send<R>,
): Promise<R> {
  const outer = options?.tap
  let address: string | undefined
  let attempt = 0
  let report: ReturnType<typeof reportAttempt> | undefined
  let status: number | undefined
  /** A failed attempt, reported once it is known whether another endpoint takes over. */
  let failure: { readonly error: unknown } | undefined

  function began(where = address): void {
    if (failure) callHook(hooks.onRetry, { operation, attempt, error: failure.error, waitMs: 0 })
    failure = undefined
    address = where
    status = undefined
    attempt++
    report = reportAttempt(hooks, { operation, address, attempt })
  }

  function ended(error: unknown): void {
    if (isTransportError(error)) status = error.status
    report?.(status, redacted(transport, error))
    report = undefined
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
      // Passes the attempt on to the hooks of an outer transport.
      if (!report) return
      const shown = redacted(transport, error)
      ended(shown)
      if (waitMs === undefined) failure = { error: shown }
      else callHook(hooks.onRetry, { operation, attempt, error: shown, waitMs })
    },
  }
  try {
    const result = await send({ ...options, tap })
    // A custom transport may not report its attempts.
    if (attempt === 0) began()
    ended(undefined)
    return result
  } catch (error) {
    if (attempt === 0) began()
    ended(error)
    throw error
  }
}

import {
  backoffMs,
  isTimeoutError,
  isTransient,
  isTransportError,
  sleep,
} from '../../../core/index.js'
import { type Caller, callTogether } from '../../calls/call-together.js'
import type { Around, CallOutcome } from '../../transport.js'
import { type AskNode, patience } from './read-heights.js'

/**
 * Limits how many heights may be in flight or wait to be consumed, depending on the length of responses.
 */
export interface Window {
  /** Notes the length of a response; of several, on average. */
  note(length: number): void
  most(): number
}

/**
 * `characters` limits the total length of the responses to one call of each height, `limit` the number of
 * heights. `first` is the number of heights before anything was received, and `perRequest` how many of them
 * are read in one request.
 */
export function createWindow(
  characters: number,
  limit: number,
  first: number,
  perRequest = 1,
): Window {
  // Each height counts as much as the longest recent response.
  let longest = 0
  return {
    note(length) {
      longest = Math.max(length, 0.95 * longest)
    },
    most() {
      if (longest === 0) return first
      const fits = Math.floor(characters / longest) - perRequest
      return Math.max(perRequest, Math.min(limit, fits))
    },
  }
}

/** Makes calls to a node. */
export function createAskNode(node: Caller, window: Window, signal: AbortSignal): AskNode {
  return async (requests, hasAll, size) => {
    let length = 0
    const around: Around = {
      async messages(sent, _, send) {
        const answers = await send(sent)
        for (const { size: more = 0 } of answers) length += more
        return answers
      },
    }
    const outcomes = await callTogether(node, requests, { signal, around, size, hasAll })
    // Heights without transactions need no request, and tell nothing about the length of others.
    if (requests.length > 0) window.note(length / requests.length)
    return outcomes
  }
}

/** Repeats calls after transient failures; `batch` calls are sent in one request. */
export function askPersistently(ask: AskNode, batch: number, signal: AbortSignal): AskNode {
  return (requests, hasAll) => {
    let apart = false
    const attempt = async (): Promise<readonly CallOutcome[]> => {
      const outcomes = await ask(requests, hasAll, apart ? 1 : batch)
      // Throws for what cannot be the answer to these calls.
      hasAll?.(outcomes)
      return outcomes
    }
    return repeatPersistently(attempt, signal, (error, attempts) => {
      const { status = 0, fault } = isTransportError(error) ? error : {}
      // What is too large for one response may fit into several; an overloaded node gets no more requests.
      apart = fault === 'size' || (attempts > 0 && !overloaded.includes(status))
      return isPassing(error)
    })
  }
}

/** Repeats work after failures that may pass, with growing pauses. */
export async function repeatPersistently<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
  passes: (error: unknown, attempts: number) => boolean,
): Promise<T> {
  for (let attempts = 0; ; attempts++) {
    try {
      return await work()
    } catch (error) {
      if (attempts === patience.attempts || !passes(error, attempts)) throw error
      const { retryAfterMs = 0 } = isTransportError(error) ? error : {}
      const pauseMs = Math.max(retryAfterMs, backoffMs(attempts, patience))
      await sleep(Math.min(pauseMs, longestPauseMs), signal)
    }
  }
}

/** Whether something else may answer next time: servers restart, and proxies put their own pages in between. */
export function isPassing(error: unknown): boolean {
  if (!isTransportError(error)) return isTimeoutError(error)
  const { fault, status = 0 } = error
  return (
    isTransient(error) ||
    status === 425 ||
    status >= 500 ||
    (fault !== 'redirect' && fault !== 'endpoint' && status < 300)
  )
}

const overloaded = [429, 503]

/** No pause is longer, whatever the server asks for. */
const longestPauseMs = 60_000

import { backoffMs, isTimeoutError, isTransportError, sleep } from '../../../core/index.js'
import { isTransient } from '../../statuses.js'
import { type Caller, callTogether } from '../../together.js'
import type { CallTap } from '../../transport.js'
import { type Ask, patience } from './heights.js'

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
export function createAsk(node: Caller, window: Window, signal: AbortSignal): Ask {
  return async (requests, size) => {
    let length = 0
    const tap: CallTap = {
      began() {},
      answered(_, more) {
        length += more
      },
      failed() {},
    }
    const outcomes = await callTogether(node, requests, { signal, tap, size })
    // Heights without transactions need no request, and tell nothing about the length of others.
    if (requests.length > 0) window.note(length / requests.length)
    return outcomes
  }
}

/** Repeats calls after transient failures; `batch` calls are sent in one request. */
export function persistent(ask: Ask, batch: number, signal: AbortSignal): Ask {
  return async (requests) => {
    let apart = false
    for (let attempt = 0; ; attempt++) {
      try {
        return await ask(requests, apart ? 1 : batch)
      } catch (error) {
        const { status = 0, retryAfterMs = 0 } = isTransportError(error) ? error : {}
        const goesOn = isTimeoutError(error) || (isTransportError(error) && isTransient(error))
        if (attempt === patience.attempts || !goesOn) throw error
        // What is too large for one response may fit into several; an overloaded node gets no more requests.
        apart = attempt > 0 && !overloaded.includes(status)
        await sleep(Math.max(retryAfterMs, backoffMs(attempt, patience)), signal)
      }
    }
  }
}

const overloaded = [429, 503]

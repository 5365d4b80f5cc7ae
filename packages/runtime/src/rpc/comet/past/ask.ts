import { backoffMs, isTimeoutError, isTransportError, sleep } from '../../../core/index.js'
import { isTransient } from '../../statuses.js'
import { type Caller, callTogether } from '../../together.js'
import type { CallTap } from '../../transport.js'
import { type Ask, patience } from './heights.js'

/** How many heights may be in flight or wait to be consumed, by how long responses are. */
export interface Window {
  /** Notes the length of a response; of several, on average. */
  note(length: number): void
  most(): number
}

/**
 * `characters` is how long the responses to one call of each height may be, `limit` the most heights, and `first`
 * the number of heights before anything was received. Of them, so many are read in one request.
 */
export function createWindow(
  characters: number,
  limit: number,
  first: number,
  perRequest = 1,
): Window {
  // Each height counts as long as the longest response of late.
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
    // Heights without transactions need no request, and say nothing about the others.
    if (requests.length > 0) window.note(length / requests.length)
    return outcomes
  }
}

/** Repeats calls after failures that pass; `batch` of them are in one request. */
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

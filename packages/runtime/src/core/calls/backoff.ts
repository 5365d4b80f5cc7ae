import { merged } from '../check-options.js'

/** How a failed call is retried. */
export interface RetryOptions {
  /** The number of retries after the first failure. @default 2 */
  readonly attempts?: number | undefined
  /** The first pause is at most this long. @default 500 */
  readonly baseMs?: number | undefined
  /** No pause is longer, unless the server asks for it. @default 8000 */
  readonly maxMs?: number | undefined
}

export type Retry = Required<{ [Key in keyof RetryOptions]: number }>

/** Fills in the defaults; `false` means no retries. */
export function resolveRetry(option: false | RetryOptions = {}): Retry {
  return merged({ attempts: 2, baseMs: 500, maxMs: 8000 }, option || { attempts: 0 })
}

/**
 * The pause before retry number `attempt` (0 is the first): exponential with full jitter, that is,
 * anything up to the exponential length, so that callers that failed together do not retry together.
 */
export function backoffMs(
  attempt: number,
  { baseMs, maxMs }: Pick<Retry, 'baseMs' | 'maxMs'>,
): number {
  return Math.random() * Math.min(maxMs, baseMs * 2 ** attempt)
}

/** The pause that a `Retry-After` header asks for, in either form; `undefined` if it cannot be read. */
export function retryAfterMs(header: string | null | undefined): number | undefined {
  const text = `${header}`.trim()
  // A date begins with its weekday; Date.parse alone would also take `-1`.
  const ms = /^\d+$/.test(text)
    ? Number(text) * 1000
    : Date.parse(/^[a-z]{3}/i.test(text) ? text : '') - Date.now()
  return ms > 0 ? ms : ms <= 0 ? 0 : undefined
}

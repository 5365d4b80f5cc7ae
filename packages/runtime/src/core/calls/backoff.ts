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
  const { attempts = 2, baseMs = 500, maxMs = 8000 } = option || { attempts: 0 }
  return { attempts, baseMs, maxMs }
}

/**
 * The pause before retry number `attempt` (0 is the first): exponential with full jitter, that is,
 * anything up to the exponential length, so that callers that failed together do not retry together.
 */
export function backoffMs(
  attempt: number,
  { baseMs, maxMs }: Pick<Retry, 'baseMs' | 'maxMs'>,
  random: () => number = Math.random,
): number {
  return random() * Math.min(maxMs, baseMs * 2 ** attempt)
}

/** The pause that a `Retry-After` header asks for, in either form; `undefined` if it cannot be read. */
export function retryAfterMs(
  header: string | null | undefined,
  now: number = Date.now(),
): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  // A date begins with its weekday; Date.parse alone would also take `-1`.
  const date = /^[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

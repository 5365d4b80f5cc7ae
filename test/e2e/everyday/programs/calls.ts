// What a call takes.
import { createLibraryClient, isTimeoutError, type LibraryClientOptions } from './library/index.js'

export async function pay(baseUrl: string): Promise<string> {
  const options: LibraryClientOptions = {
    baseUrl,
    apiKey: 'desk',
    idempotencyKey: true,
    retry: { baseMs: 1 },
  }
  const library = createLibraryClient(options)
  const loan = await library.createLoan(
    { tool: 't1' },
    { init: { cache: 'no-store', keepalive: true } },
  )
  return 'id' in loan ? loan.id : 'queued'
}

/** Another server gets no credentials, unless the call has some. */
export async function mirror(
  baseUrl: string,
  other: string,
  headers: Record<string, string>,
): Promise<string> {
  const library = createLibraryClient({ baseUrl, credentials: { desk: 'desk', login: 'token-1' } })
  const { error, data } = await library.attempt.getLoan(
    { 'loan-id': 'l1' },
    { baseUrl: other, headers },
  )
  return error ? error.message : data.id
}

export async function impatient(baseUrl: string): Promise<boolean> {
  const library = createLibraryClient({ baseUrl, fetch: () => new Promise(() => {}) })
  const stop = new AbortController()
  const { error } = await library.attempt.getLoan(
    { 'loan-id': 'l1' },
    { signal: stop.signal, timeoutMs: 5 },
  )
  return isTimeoutError(error)
}

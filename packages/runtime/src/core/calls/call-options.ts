import { checkOptions, type OptionForms } from '../check-options.js'

/** What the `RequestInit` of the platform has beyond the options of a call. */
export type FetchInit = Omit<
  RequestInit,
  'method' | 'headers' | 'body' | 'signal' | 'redirect' | 'window'
>

/** The options of calls over HTTP and JSON-RPC. */
export const callOptionForms: OptionForms = {
  'number > 0': 'timeoutMs',
  'number >= 0': 'retry.attempts retry.baseMs retry.maxMs',
  object: 'headers init validate.validators validate.requests',
  AbortSignal: 'signal',
  'object | false': 'retry validate',
  "'throw' | 'warn' | function": 'validate.onMismatch',
  nothing: 'init.method init.headers init.body init.signal init.redirect',
}

/** Checks each of the option `middleware`: without a function it would never run. */
export function checkMiddleware(all: readonly unknown[]): void {
  for (const each of all) {
    const { attempt, message, call = attempt ?? message ?? null } = Object(each)
    checkOptions(
      { middleware: { call, attempt, message } },
      { function: 'middleware.attempt middleware.message middleware.call' },
    )
  }
}

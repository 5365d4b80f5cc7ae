import type { OptionForms } from '../check-options.js'

/** What the `RequestInit` of the platform has beyond the options of a call. */
export type FetchInit = Omit<
  RequestInit,
  'method' | 'headers' | 'body' | 'signal' | 'redirect' | 'window'
>

/** The options of calls over HTTP and JSON-RPC. */
export const callForms: OptionForms = {
  'number > 0': 'timeoutMs',
  'number >= 0': 'retry.attempts retry.baseMs retry.maxMs',
  object: 'headers init validate.validators validate.requests',
  AbortSignal: 'signal',
  'object | false': 'retry validate',
  "'throw' | 'warn' | function": 'validate.onMismatch',
  nothing: 'init.method init.headers init.body init.signal init.redirect',
}

/** Each of the option `middleware`. */
export const middlewareForms: OptionForms = {
  object: 'middleware',
  function: 'middleware.call middleware.attempt',
}

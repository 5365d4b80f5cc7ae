import { checkOptions } from '../../core/check-options.js'
import { type Fetch, type HttpClientOptions, httpOptionForms } from '../options.js'

/** Options whose `fetch` can send a stream, for which the standard requires `duplex`. */
export function withStreams(options: HttpClientOptions): HttpClientOptions {
  checkOptions(options, httpOptionForms)
  const fetch: Fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  return {
    ...options,
    fetch: (input, init) =>
      init?.body instanceof ReadableStream
        ? fetch(input, Object.assign({}, init, { duplex: 'half' }))
        : fetch(input, init),
  }
}

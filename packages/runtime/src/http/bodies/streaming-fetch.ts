import type { Fetch, HttpClientOptions } from '../options.js'

/** Options whose `fetch` can send a stream: the standard asks for `duplex` beside one. */
export function withStreams(options: HttpClientOptions): HttpClientOptions {
  const fetch: Fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  return {
    ...options,
    fetch: (input, init) =>
      init?.body instanceof ReadableStream
        ? fetch(input, Object.assign({}, init, { duplex: 'half' }))
        : fetch(input, init),
  }
}

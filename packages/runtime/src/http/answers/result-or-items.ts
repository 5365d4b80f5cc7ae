import type { HttpStream, StreamOptions, streamOf } from '../bodies/stream.js'
import type { HttpApi } from '../client.js'
import type { HttpOperation } from '../operation.js'

type AnyOperation = HttpOperation<unknown, unknown>

/** Whether the response is a stream of items. */
export function isStream(
  operation: AnyOperation,
): operation is HttpStream<unknown, unknown> & { readonly stream: typeof streamOf } {
  return 'stream' in operation
}

/** What a call resolves to: its result, or the items of a stream as soon as its response begins. */
export async function resultOrItems(
  api: HttpApi,
  operation: AnyOperation,
  input: unknown,
  options: StreamOptions | undefined,
): Promise<unknown> {
  if (!isStream(operation)) return api.call(operation, input, options)
  const items = operation.stream(api, operation, input, options)
  await items.begin()
  return items
}

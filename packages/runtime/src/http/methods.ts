import { serverUrl } from '../core/addresses.js'
import type { HttpApi } from './client.js'
import type { HttpOperation } from './operation.js'
import type { CallOptions } from './options.js'

type AnyOperation = HttpOperation<unknown, unknown>

/**
 * The methods of a client, created from its operations. The generator guarantees that the two types
 * match, and its tests verify it: deriving one from the other here would take the compiler longer than
 * all the rest of a large client.
 */
export function methodsOf<Methods extends object>(
  api: HttpApi,
  operations: Readonly<Record<string, AnyOperation>>,
): Methods
export function methodsOf(
  { call, settings }: HttpApi,
  operations: Readonly<Record<string, AnyOperation>>,
): object {
  const methods = Object.entries(operations).map(([name, operation]) => [
    name,
    operation.bare
      ? (options: CallOptions) => call(operation, undefined, options)
      : (input: unknown, options: CallOptions) => call(operation, input, options),
  ])
  return Object.fromEntries([...methods, [serverUrl, () => settings.baseUrl]])
}

import type { HttpApi } from './client.js'
import type { HttpOperation } from './operation.js'
import type { CallOptions } from './options.js'

type AnyOperation = HttpOperation<unknown, unknown>

/**
 * The methods of a client, made from what it knows about its operations. That the types of the two go
 * together is the generator's promise, which its tests keep: working it out here would take a compiler
 * longer than all the rest of a large client.
 */
export function methodsOf<Methods extends object>(
  api: HttpApi,
  operations: Readonly<Record<string, AnyOperation>>,
): Methods
export function methodsOf(
  { call }: HttpApi,
  operations: Readonly<Record<string, AnyOperation>>,
): object {
  const methods = Object.entries(operations).map(([name, operation]) => [
    name,
    operation.bare
      ? (options: CallOptions) => call(operation, undefined, options)
      : (input: unknown, options: CallOptions) => call(operation, input, options),
  ])
  return Object.fromEntries(methods)
}

import { callerKey, serverUrl } from '../core/addresses.js'
import { answer } from './answers/answer.js'
import { attempt } from './answers/data-or-error.js'
import { isStream } from './answers/result-or-items.js'
import type { HttpApi } from './client.js'
import type { HttpOperation } from './operation.js'
import type { CallOptions } from './options.js'

type AnyOperation = HttpOperation<unknown, unknown>

/**
 * The methods of a client, created from its operations, and their other forms. The generator guarantees that the
 * types match, and its tests verify it: deriving one from the other here would take the compiler longer than
 * all the rest of a large client.
 */
export function methodsOf<Methods extends object>(
  api: HttpApi,
  operations: Readonly<Record<string, AnyOperation>>,
): Methods
export function methodsOf(
  api: HttpApi,
  operations: Readonly<Record<string, AnyOperation>>,
): object {
  type Form = (
    api: HttpApi,
    operation: AnyOperation,
    input: unknown,
    options: CallOptions,
  ) => unknown
  const inForm = (form: Form): object =>
    Object.fromEntries(
      Object.entries(operations).map(([name, operation]) => [
        name,
        operation.bare
          ? (options: CallOptions) => form(api, operation, undefined, options)
          : (input: unknown, options: CallOptions) => form(api, operation, input, options),
      ]),
    )
  return {
    ...inForm((api, operation, ...values) =>
      isStream(operation)
        ? operation.stream(api, operation, ...values)
        : api.call(operation, ...values),
    ),
    answer: inForm(answer),
    attempt: inForm(attempt),
    [serverUrl]: () => api.settings.baseUrl,
    [callerKey]: () => [api.settings.headers, api.fetchFor],
  }
}

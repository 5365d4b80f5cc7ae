import type { HttpApi } from './client.js'
import type { HttpOperation } from './operation.js'
import type { CallOptions } from './options.js'

/** A method for each operation, under its name. */
export type MethodsOf<Operations> = {
  readonly [Name in keyof Operations]: Operations[Name] extends HttpOperation<
    infer Input,
    infer Output,
    infer _Failures
  >
    ? Method<Input, Output>
    : never
}

type Method<Input, Output> = [Input] extends [undefined]
  ? (options?: CallOptions) => Promise<Output>
  : (input?: Input, options?: CallOptions) => Promise<Output>

type AnyOperation = HttpOperation<unknown, unknown>

/** The methods of a client, made from what it knows about its operations. */
export function methodsOf<Operations extends Readonly<Record<string, AnyOperation>>>(
  api: HttpApi,
  operations: Operations,
): MethodsOf<Operations>
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

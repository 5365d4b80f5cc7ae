import type { operations, RoutingClient } from '@tagwire/routing'
import type { CallOptions, HttpOperation } from '@tagwire/runtime/http'
import type { AnswersClient } from '../../../golden/answers/expected/src/client.js'
import type { operations as answers } from '../../../golden/answers/expected/src/operations.js'

// A client says its methods twice: to people as an interface, to the runtime as a table. Both say the
// same, although `methodsOf` takes the generator's word for it.

type MethodsOf<Operations> = {
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

declare const routing: MethodsOf<typeof operations>
export const asRouting: Pick<RoutingClient, keyof typeof operations> = routing
declare const answering: MethodsOf<typeof answers>
export const asAnswering: Pick<AnswersClient, keyof typeof answers> = answering

import { checkOptions, serverUrl, type Validate, validatorIn } from '../core/index.js'
import type { RpcClient, RpcClientOptions, Subscribe } from './client.js'
import type { RpcMethod } from './method.js'
import type {
  EventSource,
  QueryInput,
  SubscribeOptions,
  Subscription,
} from './subscribe/subscription-types.js'
import type { CallOptions } from './transport.js'

type Methods = Readonly<Record<string, RpcMethod>>

/** A table of methods as functions; those without parameters only take options. */
export type CallsOf<Table extends Methods> = {
  readonly [Name in keyof Table]: Table[Name] extends RpcMethod<infer Params, infer Result>
    ? keyof Params extends never
      ? (options?: CallOptions) => Promise<Result>
      : (params?: Params, options?: CallOptions) => Promise<Result>
    : never
}

/** The methods of a generated client. */
export function callsOf<Table extends Methods>(client: RpcClient, table: Table): CallsOf<Table> {
  const calls: Record<string, Call> = {}
  for (const [name, method] of Object.entries(table)) {
    calls[name] =
      method.params.length > 0
        ? (params, options) => client.call(method, params, options)
        : (options) => client.call(method, {}, options)
  }
  const url = client.transport[serverUrl]
  // The compiler cannot see that the loop creates one member for each of the table.
  return (url ? { ...calls, [serverUrl]: url } : calls) as CallsOf<Table>
}

type Call = (first?: object, options?: CallOptions) => Promise<unknown>

/** The `subscribe` of a generated client: `Events` has the payload of each kind of event. */
export function eventStream<Events extends object>(
  client: RpcClient,
  source: EventSource,
): Subscribe<Events> {
  const subscribe = (query: QueryInput, options?: SubscribeOptions): Subscription<unknown> =>
    client.subscribe(source, query, options)
  // As with results, the types come from the document alone.
  return subscribe as Subscribe<Events>
}

/** Validates results with validators that are named like the client's methods. */
export function responseCheck(
  table: Methods,
  validate: Validate | undefined,
): RpcClientOptions['check'] {
  checkOptions(
    { validate },
    {
      'object | false': 'validate',
      object: 'validate.validators',
      "'throw' | 'warn' | function": 'validate.onMismatch',
    },
  )
  if (!validate) return undefined
  return (method, result, redact, key) => {
    const name = Object.keys(table).find((name) => table[name] === method) ?? method.name
    validatorIn(validate, key ?? name)?.['~asValidator'](result, name, validate, redact)
  }
}

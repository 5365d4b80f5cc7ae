import type { Operation, Statement } from 'tagwire/emitter'
import { aboutText } from './keys.js'
import { failureOf, type QueryModule } from './module.js'
import { call, methodType, optionsFunction } from './options-function.js'
import { hasMutation, hasStream } from './types.js'

/** `statusQuery(client, query)` */
export function query(at: QueryModule, operation: Operation): Statement[] {
  const { method } = at.names.operation(operation)
  if (method === undefined || !operation.safe) return []
  return [
    optionsFunction(at, operation, {
      name: `${method}Query`,
      doc: `The query for {@link ${at.names.client.client}.${method}}.`,
      types: ['Data'],
      client: methodType(at, operation, method, 'Promise<Data>'),
      form: 'query',
      data: 'Data',
      type: (failure) => `${at.own.query}<Data, ${failure}>`,
      members: [`queryFn: ({ signal }) => ${call(at, operation, method)}`],
    }),
  ]
}

/** `waitForStatusQuery(client, query)`: its data is the latest state, until there is a final one. */
export function waitingQuery(at: QueryModule, operation: Operation): Statement[] {
  const { module, names } = at
  const { waiter } = names.operation(operation)
  if (!waiter || !operation.safe) return []
  const { name, watch } = waiter
  const [method, result, queryFn] =
    watch === undefined
      ? [name, 'Promise<Data>', `({ signal }) => ${call(at, operation, name)}`]
      : [watch, 'AsyncIterable<Data>', watching(at, operation, watch)]
  const unfinished = module.imports.type('WaitFailedError', '@tagwire/runtime/core')
  return [
    optionsFunction(at, operation, {
      name: `${name}Query`,
      doc:
        watch === undefined
          ? `Pending until {@link ${names.client.client}.${name}} resolves.`
          : 'Polls until there is a final state. Meanwhile, the data is the latest state.',
      types: ['Data'],
      client: methodType(at, operation, method, result),
      form: 'wait',
      data: 'Data',
      failure: `${failureOf(at, operation)} | ${unfinished}<Data>`,
      type: (failure) => `${at.own.query}<Data, ${failure}>`,
      members: [`queryFn: ${queryFn}`, 'retry: false', 'staleTime: Infinity'],
    }),
  ]
}

function watching(at: QueryModule, operation: Operation, watch: string): string {
  return `async ({ signal, client: cache }) => {
    let last
    for await (const state of ${call(at, operation, watch)}) {
      last = state
      cache.setQueryData(queryKey, state)
    }
    if (last === undefined) throw signal.reason
    return last
  }`
}

/** `chatStreamQuery(client, body)`: its data is a list that grows. */
export function streamQuery(at: QueryModule, operation: Operation): Statement[] {
  const { stream } = at.names.operation(operation)
  if (stream === undefined || !hasStream(at, operation)) return []
  return [
    optionsFunction(at, operation, {
      name: `${stream}Query`,
      doc: [
        `The items of {@link ${at.names.client.client}.${stream}} that have arrived: a list that grows until the stream ends.`,
        ...(operation.safe
          ? []
          : ['Never fetched again by itself, because the operation changes something.']),
      ].join(' '),
      types: ['Item'],
      client: methodType(at, operation, stream, 'AsyncIterable<Item>'),
      form: 'stream',
      data: 'Item[]',
      type: (failure) => `${at.own.stream}<Item, ${failure}>`,
      members: [
        `queryFn: ${at.own.streamed}((signal) => ${call(at, operation, stream)})`,
        ...(operation.safe ? [] : ["staleTime: 'static'", 'retry: false']),
      ],
    }),
  ]
}

/** `submitMutation(client)` */
export function mutation(at: QueryModule, operation: Operation): Statement[] {
  const { module, names, own, structures } = at
  const { method, required } = names.operation(operation)
  if (method === undefined || !hasMutation(at, operation)) return []
  const input = module.inputOf(operation)
  const variables = input === undefined ? 'void' : required ? input : `${input} | void`
  const given = input === undefined ? '()' : '(input)'
  const passed = input === undefined ? '' : required ? 'input' : 'input ?? undefined'
  return [
    structures.exportedFunction({
      name: `${method}Mutation`,
      typeParameters: ['Data'],
      docs: structures.docs(
        `Calls {@link ${names.client.client}.${method}}.`,
        structures.seeTag(operation),
      ),
      parameters: [{ name: 'client', type: methodType(at, operation, method, 'Promise<Data>') }],
      returnType: `${own.mutation}<${variables}, Data, ${failureOf(at, operation)}>`,
      statements: [
        `return ${structures.objectText([
          `mutationKey: ${own.keyOf}(client, ${aboutText(at, operation, 'query')})`,
          `mutationFn: ${given} => client${structures.propertyAccess(method)}(${passed})`,
        ])}`,
      ],
    }),
  ]
}

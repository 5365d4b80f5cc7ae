import type { EmitterContext, ModuleBuilder, Operation } from 'tagwire/emitter'

/** The names that the module declares besides its functions, with the same prefix as the client of the package. */
export interface QueryNames {
  readonly query: string
  readonly pages: string
  readonly stream: string
  readonly mutation: string
  readonly failure: string
  readonly operation: string
  readonly tag: string
  readonly keyOf: string
  readonly plain: string
  readonly streamed: string
  readonly inScope: string
  readonly clientKey: string
  readonly operationKey: string
  readonly tagKey: string
}

export interface QueryModule extends EmitterContext {
  readonly module: ModuleBuilder
  readonly own: QueryNames
}

export function queryNames({ names }: EmitterContext): QueryNames {
  const prefix = names.client.client.replace(/Client$/, '')
  return {
    query: `${prefix}Query`,
    pages: `${prefix}Pages`,
    stream: `${prefix}Stream`,
    mutation: `${prefix}Mutation`,
    failure: `${prefix}QueryError`,
    operation: `${prefix}QueryOperation`,
    tag: `${prefix}QueryTag`,
    keyOf: 'keyOf',
    plain: 'plain',
    streamed: 'streamed',
    inScope: 'inScope',
    clientKey: 'clientKey',
    operationKey: 'operationKey',
    tagKey: 'tagKey',
  }
}

export const QUERY_CORE = '@tanstack/query-core'

/** The type of a key that knows the types of its data and of errors. */
export const DATA_TAG = 'DataTag'

/** The type of the errors of an operation. */
export function failureOf(
  { model, module, names, own }: QueryModule,
  operation: Operation,
): string {
  if (model.document.language === 'openrpc') return own.failure
  const table = module.imports.type(names.table)
  const key = names.operation(operation).stream ?? operation.name
  return `${own.failure}<typeof ${table}[${JSON.stringify(key).replaceAll('"', "'")}]>`
}

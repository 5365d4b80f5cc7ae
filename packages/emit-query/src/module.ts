import type { EmitterContext, ModuleBuilder, Statement } from 'tagwire/emitter'

/** The names of the helper types, with the same prefix as the client of the package. */
export interface QueryNames {
  readonly query: string
  readonly pages: string
  readonly mutation: string
  readonly keyOf: string
  readonly plain: string
  readonly inScope: string
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
    mutation: `${prefix}Mutation`,
    keyOf: 'keyOf',
    plain: 'plain',
    inScope: 'inScope',
  }
}

const CORE = '@tanstack/query-core'

/** The type of a key that knows the type of its data. */
export const DATA_TAG = 'DataTag'

/**
 * The types that the functions return. Only types are imported from the library, so none of it is bundled
 * twice.
 */
export function helperTypes({ module, structures, own, names, model }: QueryModule): Statement[] {
  const { exportedInterface, docs, property } = structures
  const tag = (data: string): string =>
    `${module.imports.type(DATA_TAG, CORE)}<readonly unknown[], ${data}>`
  // Only the method that is called: the classes of two versions of the library are not assignable to each
  // other.
  const client = '{ setQueryData(queryKey: readonly unknown[], data: unknown): unknown }'
  const context = `{ readonly signal: AbortSignal; readonly client: ${client} }`
  const hasPages = model.operations.some((each) => {
    const { paginator } = names.operation(each)
    return each.safe && paginator !== undefined && 'page' in paginator
  })
  const hasMutations = model.operations.some((each) => !each.safe && names.operation(each).method)
  return [
    exportedInterface({
      name: own.query,
      docs: docs('A query, as `useQuery`, `createQuery` and `fetchQuery` take it.'),
      typeParameters: ['Data'],
      properties: [
        property({ name: 'queryKey', type: tag('Data') }),
        property({ name: 'queryFn', type: `(context: ${context}) => Promise<Data>` }),
        property({ name: 'retry', type: 'false', hasQuestionToken: true }),
        property({ name: 'staleTime', type: 'number', hasQuestionToken: true }),
      ],
    }),
    ...(hasPages
      ? [
          exportedInterface({
            name: own.pages,
            docs: docs('A query of pages, as `useInfiniteQuery` and `fetchInfiniteQuery` take it.'),
            typeParameters: ['Page'],
            properties: [
              property({
                name: 'queryKey',
                type: tag(`${module.imports.type('InfiniteData', CORE)}<Page, number>`),
              }),
              property({
                name: 'queryFn',
                type: '(context: { readonly signal: AbortSignal; readonly pageParam: number }) => Promise<Page>',
              }),
              property({ name: 'initialPageParam', type: 'number' }),
              property({
                name: 'getNextPageParam',
                type: '(last: Page, pages: readonly Page[]) => number | undefined',
              }),
            ],
          }),
        ]
      : []),
    ...(hasMutations
      ? [
          exportedInterface({
            name: own.mutation,
            docs: docs('A mutation, as `useMutation` and `createMutation` take it.'),
            typeParameters: ['Input', 'Data'],
            properties: [
              property({ name: 'mutationKey', type: 'readonly unknown[]' }),
              property({ name: 'mutationFn', type: '(input: Input) => Promise<Data>' }),
            ],
          }),
        ]
      : []),
  ]
}

/** The part of the client that a function uses, so that a test can pass only that part. */
export function clientWith({ module, names, structures }: QueryModule, methods: string[]): string {
  const client = module.imports.type(names.createdClient, names.client.module)
  return `Pick<${client}, ${structures.unionOf(methods.map(structures.stringLiteral))}>`
}

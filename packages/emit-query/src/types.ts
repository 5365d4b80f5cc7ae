import type { Operation, Statement } from 'tagwire/emitter'
import { DATA_TAG, QUERY_CORE, type QueryModule } from './module.js'

/** The names of type parameters, and the members of one of the types that the functions return. */
interface OptionsType {
  readonly name: string
  readonly doc: string
  readonly parameters: readonly string[]
  /** The name and the type of each member; those with a `?` may be absent. */
  readonly members: readonly (readonly [name: string, type: string])[]
}

/**
 * The types that the functions return. They are written out, because those of the library have classes, and the classes
 * of two versions of it are not assignable to each other.
 */
export function helperTypes(at: QueryModule): Statement[] {
  const { module, own } = at
  const core = (name: string): string => module.imports.type(name, QUERY_CORE)
  const tag = (data: string): string => `${core(DATA_TAG)}<readonly unknown[], ${data}, Failure>`
  const signal = 'readonly signal: AbortSignal'
  const context = queryContext()
  const types: OptionsType[] = [
    {
      name: own.query,
      doc: 'A query, as `useQuery`, `createQuery` and `fetchQuery` take it.',
      parameters: ['Data', 'Failure'],
      members: [
        ['queryKey', tag('Data')],
        ['queryFn', `(context: ${context}) => Promise<Data>`],
        ['staleTime?', 'number'],
        ...RETRY,
      ],
    },
  ]
  if (some(at, hasPages)) {
    types.push({
      name: own.pages,
      doc: 'A query of pages, as `useInfiniteQuery` and `fetchInfiniteQuery` take it.',
      parameters: ['Page', 'Position', 'Failure'],
      members: [
        ['queryKey', tag(`${core('InfiniteData')}<Page, Position>`)],
        ['queryFn', `(context: { ${signal}; readonly pageParam: Position }) => Promise<Page>`],
        ['initialPageParam', 'Position'],
        [
          'getNextPageParam',
          '(last: Page, pages: readonly Page[], position: Position, positions: readonly Position[]) => Position | undefined',
        ],
        ...RETRY,
      ],
    })
  }
  if (some(at, hasStream)) {
    types.push({
      name: own.stream,
      doc: 'A query whose data is all items of a stream until now, as `useQuery` and `createQuery` take it.',
      parameters: ['Item', 'Failure'],
      members: [
        ['queryKey', tag('Item[]')],
        ['queryFn', `(context: ${context}) => Promise<Item[]>`],
        ['staleTime?', "'static'"],
        ...RETRY,
      ],
    })
  }
  if (some(at, hasMutation)) {
    types.push({
      name: own.mutation,
      doc: 'A mutation, as `useMutation` and `createMutation` take it.',
      parameters: ['Input', 'Data', 'Failure'],
      members: [
        ['mutationKey', 'readonly unknown[]'],
        ['mutationFn', '(input: Input) => Promise<Data>'],
        ...RETRY,
      ],
    })
  }
  return [
    failureType(at),
    ...types.map((each) => optionsType(at, each)),
    ...(some(at, hasStream) ? [streamedFunction(at)] : []),
  ]
}

/** What functions get, as far as they use it. */
function queryContext(): string {
  const cache = '{ setQueryData(queryKey: readonly unknown[], data: unknown): unknown }'
  return `{ readonly signal: AbortSignal; readonly client: ${cache} }`
}

/** `streamed((signal) => client.watch({ signal }))` */
function streamedFunction({ module, own, structures }: QueryModule): Statement {
  const streamed = module.imports.value('experimental_streamedQuery', QUERY_CORE)
  const context = module.imports.type('QueryFunctionContext', QUERY_CORE)
  return structures.exportedFunction({
    name: own.streamed,
    isExported: false,
    typeParameters: ['Item'],
    docs: structures.docs(
      'The function of a query that reads a stream. The adapter may have another version of the library, whose classes only differ in private members.',
    ),
    parameters: [{ name: 'read', type: '(signal: AbortSignal) => AsyncIterable<Item>' }],
    returnType: `${own.stream}<Item, unknown>['queryFn']`,
    statements: [
      `const queryFn = ${streamed}<Item>({ streamFn: ({ signal }) => read(signal) })`,
      `return async (context) => queryFn(context as ${context})`,
    ],
  })
}

/** Options that users may add. The types of the library take the type of errors from them. */
const RETRY = [
  ['retry?', 'boolean | number | ((failures: number, error: Failure) => boolean)'],
  ['retryDelay?', 'number | ((failures: number, error: Failure) => number)'],
] as const

function optionsType(
  { structures }: QueryModule,
  { name, doc, parameters, members }: OptionsType,
): Statement {
  return structures.exportedInterface({
    name,
    docs: structures.docs(doc),
    typeParameters: [...parameters],
    properties: members.map(([key, type]) =>
      structures.property({
        name: key.replace('?', ''),
        type,
        ...(key.endsWith('?') ? { hasQuestionToken: true } : {}),
      }),
    ),
  })
}

/** The errors of an operation: those that its document describes, and those of any call. */
function failureType({ model, module, names, own, structures }: QueryModule): Statement {
  const ofRuntime = (name: string): string => module.imports.type(name, names.runtime)
  const ofAny = ['TransportError', 'TimeoutError', 'ValidationError'].map((name) =>
    module.imports.type(name, '@tagwire/runtime/core'),
  )
  if (model.document.language === 'openrpc') {
    return structures.exportedType({
      name: own.failure,
      docs: structures.docs('What a call can fail with.'),
      type: [ofRuntime('RpcError'), ...ofAny].join(' | '),
    })
  }
  const described = `${ofRuntime('ErrorOf')}<Operation>`
  return structures.exportedType({
    name: own.failure,
    typeParameters: ['Operation'],
    docs: structures.docs(
      'What a call of an operation can fail with. After `error.name` and `error.status`, the body has the type that the document gives it. A response that the document does not describe, such as the page of a proxy, is an `ApiError` too: `isErrorOf` tells.',
    ),
    type: [
      `([${described}] extends [never] ? ${ofRuntime('ApiError')} : ${described})`,
      ...ofAny,
    ].join(' | '),
  })
}

function some(at: QueryModule, has: (at: QueryModule, operation: Operation) => boolean): boolean {
  return at.model.operations.some((each) => has(at, each))
}

export function hasPages({ names }: QueryModule, operation: Operation): boolean {
  const { method, paginator } = names.operation(operation)
  return paginator !== undefined && method !== undefined
}

export function hasStream({ names }: QueryModule, operation: Operation): boolean {
  return names.operation(operation).stream !== undefined
}

export function hasMutation({ names }: QueryModule, operation: Operation): boolean {
  return !operation.safe && names.operation(operation).method !== undefined
}

import type { Operation, Statement } from 'tagwire/emitter'
import { keyText } from './keys.js'
import { clientWith, type QueryModule } from './module.js'

/** `statusQuery(client, query)` */
export function query(at: QueryModule, operation: Operation): Statement[] {
  const { method } = at.names.operation(operation)
  if (method === undefined) return []
  return [
    optionsFunction(at, operation, {
      name: `${method}Query`,
      doc: `The query for {@link ${at.names.client.client}.${method}}.`,
      calls: [method],
      type: `${at.own.query}<${at.module.createdOutputOf(operation)}>`,
      key: keyText(at, operation, at.module.createdOutputOf(operation)),
      members: [`queryFn: ({ signal }) => ${call(at, operation, method)}`],
    }),
  ]
}

/** `waitForStatusQuery(client, query)`: its data is the latest state, until there is a final one. */
export function waitingQuery(at: QueryModule, operation: Operation): Statement[] {
  const { waiter } = at.names.operation(operation)
  if (!waiter) return []
  const { name, watch } = waiter
  const queryFn =
    watch === undefined ? waiting(at, operation, name) : watching(at, operation, watch)
  return [
    optionsFunction(at, operation, {
      name: `${name}Query`,
      doc:
        watch === undefined
          ? `Pending until {@link ${at.names.client.client}.${name}} resolves.`
          : 'Polls until there is a final state. Meanwhile, the data is the latest state.',
      calls: [watch ?? name],
      type: `${at.own.query}<${at.module.createdOutputOf(operation)}>`,
      key: keyText(at, operation, at.module.createdOutputOf(operation), [name]),
      members: [`queryFn: ${queryFn}`, 'retry: false', 'staleTime: Infinity'],
    }),
  ]
}

function waiting(at: QueryModule, operation: Operation, name: string): string {
  return `({ signal }) => ${call(at, operation, name)}`
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

/** `txSearchPages(client, params)` */
export function infiniteQuery(at: QueryModule, operation: Operation): Statement[] {
  const { structures } = at
  const { method, paginator } = at.names.operation(operation)
  if (method === undefined || !paginator || !('page' in paginator)) return []
  const page = structures.objectKey(paginator.page)
  const items = reach(at, 'page', paginator.items)
  const total = reach(at, 'last', paginator.total)
  return [
    optionsFunction(at, operation, {
      name: `${method}Pages`,
      doc: `The pages of {@link ${at.names.client.client}.${method}}, one after the other.`,
      calls: [method],
      type: `${at.own.pages}<${at.module.createdOutputOf(operation)}>`,
      key: keyText(at, operation, `InfiniteData<${at.module.createdOutputOf(operation)}, number>`, [
        'pages',
      ]),
      members: [
        `queryFn: ({ signal, pageParam }) => client${structures.propertyAccess(method)}({ ...input, ${page}: pageParam }, { signal })`,
        'initialPageParam: 1',
        `getNextPageParam: (last, pages) => {
          const count = (page: typeof last): number => ${items}?.length ?? 0
          const seen = pages.reduce((sum, page) => sum + count(page), 0)
          return count(last) > 0 && seen < Number(${total}) ? pages.length + 1 : undefined
        }`,
      ],
    }),
  ]
}

/** `submitMutation(client)` */
export function mutation(at: QueryModule, operation: Operation): Statement[] {
  const { module, names, own, structures } = at
  const { method, required } = names.operation(operation)
  if (method === undefined) return []
  const input = module.inputOf(operation)
  const variables = input === undefined ? 'void' : required ? input : `${input} | void`
  const given = input === undefined ? '()' : '(input)'
  const passed = input === undefined ? '' : required ? 'input' : 'input ?? undefined'
  return [
    structures.exportedFunction({
      name: `${method}Mutation`,
      docs: structures.docs(
        `Calls {@link ${names.client.client}.${method}}.`,
        structures.seeTag(operation),
      ),
      parameters: [{ name: 'client', type: clientWith(at, [method]) }],
      returnType: `${own.mutation}<${variables}, ${module.createdOutputOf(operation)}>`,
      statements: [
        `return ${structures.objectText([
          `mutationKey: ${structures.listText([names.package, operation.id].map(structures.stringLiteral))}`,
          `mutationFn: ${given} => client${structures.propertyAccess(method)}(${passed})`,
        ])}`,
      ],
    }),
  ]
}

interface OptionsParts {
  readonly name: string
  readonly doc: string
  readonly calls: string[]
  readonly type: string
  readonly key: string
  readonly members: readonly string[]
}

function optionsFunction(at: QueryModule, operation: Operation, parts: OptionsParts): Statement {
  const { module, names, structures } = at
  const { required } = names.operation(operation)
  const input = module.inputOf(operation)
  return structures.exportedFunction({
    name: parts.name,
    docs: structures.docs(parts.doc, structures.seeTag(operation)),
    parameters: [
      { name: 'client', type: clientWith(at, parts.calls) },
      ...(input === undefined ? [] : [{ name: 'input', type: input, hasQuestionToken: !required }]),
    ],
    returnType: parts.type,
    statements: [
      `const queryKey = ${parts.key}`,
      `return ${structures.objectText(['queryKey', ...parts.members])}`,
    ],
  })
}

/** `client.status(input, { signal })` */
function call({ names, structures }: QueryModule, operation: Operation, method: string): string {
  const input = names.operation(operation).input === 'none' ? '' : 'input, '
  return `client${structures.propertyAccess(method)}(${input}{ signal })`
}

/** `page?.txs`: a member by its pointer. */
function reach({ structures }: QueryModule, start: string, pointer: string): string {
  const names = pointer.split('/').slice(1)
  return names.reduce((text, name) => {
    const access = structures.propertyAccess(name)
    return `${text}?.${access.startsWith('.') ? access.slice(1) : access}`
  }, start)
}

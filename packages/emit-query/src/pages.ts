import type { Operation, Statement } from 'tagwire/emitter'
import { failureOf, QUERY_CORE, type QueryModule } from './module.js'
import { call, methodType, optionsFunction } from './options-function.js'
import { hasPages } from './types.js'

/** `txSearchPages(client, params)`, by the rule of the client's own method for all pages. */
export function infiniteQuery(at: QueryModule, operation: Operation): Statement[] {
  const { paginator } = at.names.operation(operation)
  if (!paginator || !hasPages(at, operation)) return []
  return 'next' in paginator
    ? linkedPages(at, operation, paginator)
    : countedPages(at, operation, paginator)
}

type Paginator = NonNullable<Operation['extensions']['paginator']>

function linkedPages(
  at: QueryModule,
  operation: Operation,
  { name, next }: Extract<Paginator, { readonly next: unknown }>,
): Statement[] {
  const { module, names, own, structures } = at
  const value = (name: string): string => module.imports.value(name, names.runtime)
  const position = module.imports.type('PagePosition', names.runtime)
  const state = module.imports.type('PageState', names.runtime)
  const wrong = module.imports.type('PaginationError', names.runtime)
  const page = `{ readonly items: readonly unknown[]; readonly state: ${state} }`
  const listing = '{ pages(): AsyncIterable<Page> }'
  const counts = ['page', 'offset'].includes(next.by) ? ', true' : ''
  const listed = call(at, operation, name, 'signal, from: pageParam')
  return [
    optionsFunction(at, operation, {
      name: `${operation.name}Pages`,
      doc: `The pages of {@link ${names.client.client}.${name}}, one after the other.`,
      types: [`Page extends ${page}`],
      client: methodType(at, operation, name, listing, `; readonly from?: ${state} | undefined`),
      form: 'pages',
      data: `${module.imports.type('InfiniteData', QUERY_CORE)}<Page, ${position}>`,
      failure: `${failureOf(at, operation)} | ${wrong}`,
      type: (failure) => `${own.pages}<Page, ${position}, ${failure}>`,
      members: [
        `queryFn: ({ signal, pageParam }) => ${value('onePage')}(${structures.stringLiteral(operation.name)}, pageParam, ${listed})`,
        'initialPageParam: {}',
        `getNextPageParam: (_last, pages, _position, positions) => ${value('positionAfter')}(pages, positions${counts})`,
      ],
    }),
  ]
}

function countedPages(
  at: QueryModule,
  operation: Operation,
  { name: _, ...rule }: Exclude<Paginator, { readonly next: unknown }>,
): Statement[] {
  const { module, names, own, structures } = at
  const value = (name: string): string => module.imports.value(name, names.runtime)
  const method = structures.propertyAccess(operation.name)
  return [
    optionsFunction(at, operation, {
      name: `${operation.name}Pages`,
      doc: `The pages of {@link ${names.client.client}.${operation.name}}, one after the other.`,
      types: ['Page'],
      client: methodType(at, operation, operation.name, 'Promise<Page>'),
      form: 'pages',
      data: `${module.imports.type('InfiniteData', QUERY_CORE)}<Page, number>`,
      type: (failure) => `${own.pages}<Page, number, ${failure}>`,
      before: [`const rule = ${structures.valueText({ ...rule })}`],
      members: [
        `queryFn: ({ signal, pageParam }) => client${method}(${value('pageParams')}(rule, input, pageParam), { signal })`,
        `initialPageParam: ${value('firstPage')}(rule, input)`,
        `getNextPageParam: (last, pages, number) => ${value('pageAfter')}(rule, input, number, last, pages[0])`,
      ],
    }),
  ]
}

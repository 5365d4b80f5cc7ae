import { describe, expect, test } from 'vitest'
import type { Diagnostic } from '../../../generator/src/diagnostics/diagnostic.js'
import { lintPages } from '../../../generator/src/lint/pages.js'
import { paginateByRules } from '../../../generator/src/lower/paginate-by-rules.js'
import type { Model } from '../../../generator/src/model/model.js'
import type { PaginatorRule } from '../../../generator/src/model/pages/paginator-rule.js'
import { lowered, openapi } from '../schema-model.fixture.js'

const TEXT = { type: 'string' }
const items = { type: 'array', items: { type: 'object', properties: { id: TEXT } } }
const page = { type: 'object', properties: { data: items, next: TEXT, more: { type: 'boolean' } } }

function operation(operationId: string, more: object = {}, schema: object = page): object {
  const content = { 'application/json': { schema } }
  const parameters = ['cursor', 'page'].map((name) => ({ name, in: 'query', schema: TEXT }))
  return { operationId, parameters, responses: { 200: { description: 'Fine.', content } }, ...more }
}

async function modelOf(paths: object): Promise<Model> {
  return (await lowered(openapi({}, { paths }))).model
}

const cursor = { cursor: '/next', into: 'cursor' }

describe('a paginator is refused', () => {
  const body = { content: { 'application/json': { schema: page } } }

  test.each<[string, object, string, string?]>([
    ['without a next page', { items: '/data' }, 'it does not say how one page leads to the next'],
    [
      'whose items are no array',
      { items: '/next', next: cursor },
      'the response has no array at "/next"',
    ],
    [
      'whose items are not described',
      { items: '/dat', next: cursor },
      'the response has no array at "/dat"',
    ],
    [
      'whose flag is not described',
      { items: '/data', more: '/mor', next: cursor },
      'the response has no "/mor"',
    ],
    [
      'whose cursor is not described',
      { items: '/data', next: { ...cursor, cursor: '/nex' } },
      'the response has no "/nex"',
    ],
    [
      'whose address is not described',
      { items: '/data', next: { url: '/links/next' } },
      'the response has no "/links/next"',
    ],
    [
      'whose item has no such member',
      { items: '/data', next: { last: '/name', into: 'cursor' } },
      'an item has no "/name"',
    ],
    [
      'without its parameter',
      { items: '/data', next: { page: 'pge' } },
      'the operation has no parameter "pge"',
      'Did you mean page?',
    ],
    [
      'without its body',
      { items: '/data', next: { page: 'body:/page' } },
      'the operation has no body',
    ],
    [
      'with the name of a method',
      { name: 'list', items: '/data', next: cursor },
      'there is another method list',
      'Give the paginator another name.',
    ],
  ])('%s', async (_, paginator, message, help) => {
    const more = { 'x-tagwire-paginator': { name: 'all', ...paginator } }
    const found: Diagnostic[] = []
    lintPages(await modelOf({ '/list': { get: operation('list', more) } }), (each) =>
      found.push(each),
    )
    expect(found[0]).toMatchObject({
      code: 'TW6002',
      severity: 'error',
      message: `x-tagwire-paginator of list: ${message}`,
      at: { pointer: '/paths/~1list/get/x-tagwire-paginator' },
      ...(help === undefined ? {} : { help }),
    })
  })

  test.each([
    ['whose body has no such member', { page: 'body:/after' }, 'the body has no "/after"'],
    [
      'that would send a body to an address',
      { link: 'next' },
      'only GET operations are called at an address',
    ],
  ])('%s', async (_, next, message) => {
    const more = { requestBody: body, 'x-tagwire-paginator': { name: 'all', items: '/data', next } }
    const found: Diagnostic[] = []
    lintPages(await modelOf({ '/list': { post: operation('list', more) } }), (each) =>
      found.push(each),
    )
    expect(found.map((each) => each.message)).toEqual([`x-tagwire-paginator of list: ${message}`])
  })
})

test.each([
  ['headers', { cursor: 'header:X-Next', into: 'header:X-After' }],
  ['a Link header', { link: 'next' }],
  ['the last item', { last: '/id', into: 'cursor' }],
])('a paginator by %s is fine', async (_, next) => {
  const more = { 'x-tagwire-paginator': { name: 'all', items: '/data', more: '/more', next } }
  const found: Diagnostic[] = []
  lintPages(await modelOf({ '/list': { get: operation('list', more) } }), (each) =>
    found.push(each),
  )
  expect(found).toEqual([])
})

describe('rules of a configuration', () => {
  const paths = {
    '/users': { get: operation('listUsers') },
    '/orders': { get: operation('listOrders') },
    '/things': {
      get: operation('listThings', {}, { type: 'object', properties: { things: items } }),
    },
    '/own': {
      get: operation('listOwn', {
        'x-tagwire-paginator': { name: 'own', items: '/data', next: cursor },
      }),
    },
    '/one': { get: operation('getOne') },
  }

  async function paginated(...rules: PaginatorRule[]) {
    const reported: Diagnostic[] = []
    const model = paginateByRules(await modelOf(paths), rules, (each) => reported.push(each))
    const names = model.operations.map(({ extensions }) => extensions.paginator?.name)
    return { names, reported }
  }

  test('apply where they fit; the document comes first', async () => {
    const rule = { operations: 'list*', items: '/data', next: cursor }
    const { names, reported } = await paginated(rule)
    expect(names).toEqual(['listUsersAll', 'listOrdersAll', undefined, 'own', undefined])
    expect(reported).toEqual([])
  })

  test('the first that fits counts', async () => {
    const base = { items: '/data', next: cursor }
    const { names } = await paginated(
      { ...base, operations: ['listUsers'], name: 'everyUser' },
      { ...base, operations: '*', name: '{operation}Pages' },
    )
    expect(names).toEqual(['everyUser', 'listOrdersPages', undefined, 'own', 'getOnePages'])
  })

  test.each([
    [
      'no operation matches "lst*"',
      'Name operations by their operationId; `*` matches any characters.',
      'lst*',
      '/data',
    ],
    [
      'the rule for "list*" fits none of 3 operations',
      'listUsers: the response has no array at "/nothing".',
      'list*',
      '/nothing',
    ],
  ])('one that applies nowhere is an error: %s', async (message, help, operations, pointer) => {
    const { reported } = await paginated({ operations, items: pointer, next: cursor })
    expect(reported).toMatchObject([
      { code: 'TW7001', severity: 'error', message: `paginators: ${message}`, help },
    ])
  })

  test('one for a named operation is checked like an extension', async () => {
    const found: Diagnostic[] = []
    const rule = { operations: 'listThings', items: '/data', next: cursor }
    lintPages(
      paginateByRules(await modelOf(paths), [rule], () => {}),
      (each) => found.push(each),
    )
    expect(found.map(({ message }) => message)).toEqual([
      'x-tagwire-paginator of listThings: the response has no array at "/data"',
    ])
  })
})

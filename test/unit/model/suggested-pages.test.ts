import { expect, test } from 'vitest'
import { suggestedPages } from '../../../generator/src/model/pages/suggested-pages.js'
import { lowered, openapi } from '../schema-model.fixture.js'

const TEXT = { type: 'string' }
const FLAG = { type: 'boolean' }
const items = { type: 'array', items: { type: 'object', properties: { id: TEXT } } }
const record = (properties: object): object => ({ type: 'object', properties })
const link = { headers: { Link: { schema: TEXT } } }

async function suggested(schema: object, parameters: readonly string[], more: object = {}) {
  const operation = {
    operationId: 'list',
    parameters: parameters.map((name) => ({ name, in: 'query', schema: TEXT })),
    responses: {
      200: { description: 'A page.', content: { 'application/json': { schema } }, ...more },
    },
  }
  const { model } = await lowered(openapi({}, { paths: { '/list': { get: operation } } }))
  const [only] = model.operations
  return only && suggestedPages(model, only)
}

test.each<[string, object, readonly string[], object]>([
  [
    'the Link header of GitHub',
    items,
    ['page'],
    { items: '', next: { by: 'link', relation: 'next' } },
  ],
  [
    'the last item of Stripe',
    record({ data: items, has_more: FLAG, url: TEXT }),
    ['starting_after', 'ending_before'],
    { items: '/data', more: '/has_more', next: { by: 'last', at: '/id', into: 'starting_after' } },
  ],
  [
    'the token of Google',
    record({ files: items, nextPageToken: TEXT }),
    ['pageToken'],
    { items: '/files', next: { by: 'cursor', at: '/nextPageToken', into: 'pageToken' } },
  ],
  [
    'a cursor beside the items',
    record({ data: items, meta: record({ next_cursor: TEXT, has_more: FLAG }) }),
    ['cursor'],
    {
      items: '/data',
      more: '/meta/has_more',
      next: { by: 'cursor', at: '/meta/next_cursor', into: 'cursor' },
    },
  ],
  [
    'the address of Django',
    record({ count: { type: 'integer' }, next: TEXT, previous: TEXT, results: items }),
    ['page'],
    { items: '/results', next: { by: 'url', at: '/next' } },
  ],
  [
    'numbers',
    record({ orders: items }),
    ['page', 'per_page'],
    { items: '/orders', next: { by: 'page', into: 'page' } },
  ],
  [
    'offsets',
    record({ orders: items }),
    ['limit', 'offset'],
    { items: '/orders', next: { by: 'offset', into: 'offset' } },
  ],
])('%s', async (name, schema, parameters, pages) => {
  const more = name.includes('Link') ? link : {}
  expect(await suggested(schema, parameters, more)).toEqual({ name: 'listAll', ...pages })
})

test.each<[string, object, readonly string[]]>([
  ['no list', record({ id: TEXT }), ['page']],
  ['two lists', record({ a: items, b: items, next_cursor: TEXT }), ['cursor']],
  ['a list without pages', record({ data: items }), ['sort']],
  ['a cursor that nothing takes', record({ data: items, next_cursor: TEXT }), ['q']],
])('nothing is suggested for %s', async (_, schema, parameters) => {
  expect(await suggested(schema, parameters)).toBeUndefined()
})

import { describe, expect, test } from 'vitest'
import type { Model } from '../../../generator/src/model/model.js'
import type { Operation } from '../../../generator/src/model/operations/operation.js'
import type { Field, Shape } from '../../../generator/src/model/shapes/shape.js'
import { packageView } from '../../../generator/src/view/package-view.js'
import { exampleUnion } from '../../../generator/src/view/readme/example-union.js'
import {
  anotherHost,
  pagedOperation,
  showcaseMethod,
  startOf,
} from '../../../generator/src/view/readme/methods.js'
import { operationGroups } from '../../../generator/src/view/readme/operation-groups.js'
import {
  failingOperation,
  firstReason,
  showcase,
} from '../../../generator/src/view/readme/showcase.js'
import { lowered, openapi, ref } from '../schema-model.fixture.js'
import { answering, failing, operation, parameter } from './operations.fixture.js'

// What READMEs and guides show of a service.

const source = { file: 'a.yaml', pointer: '' }
const needy = { input: { parameters: [parameter('a')] } }
const to = (name: string): Shape => ({ kind: 'reference', name })
const field = (name: string, shape: Shape): Field => ({ name, shape, required: true, source })
const record = (...fields: readonly Field[]): Shape => ({ kind: 'record', fields })

const oneKey = (...keys: readonly string[]): object => ({
  oneOf: keys.map((key) => ({
    type: 'object',
    required: [key],
    properties: { [key]: { type: 'string' } },
  })),
})
const SCHEMAS = {
  Small: oneKey('a', 'b'),
  Large: oneKey('c', 'd', 'e'),
  Odd: oneKey('f-1', 'g', 'h', 'i'),
  Null: { oneOf: [...Object(oneKey('j', 'k', 'l', 'm', 'n')).oneOf, { type: 'null' }] },
  Answer: {
    type: 'object',
    properties: { n: { type: 'integer' }, all: { type: 'array', items: ref('Large') } },
  },
}

async function viewOf(operations: readonly Operation[], schemas: object = SCHEMAS) {
  const { model } = await lowered(openapi(schemas))
  return packageView(
    { ...model, operations },
    { name: 'x', version: '1', runtime: '1', document: 'x' },
  )
}

describe('the union that is shown', () => {
  test('has the most variants of those whose tags are identifiers', async () => {
    expect(exampleUnion(await viewOf([]))?.name).toBe('Large')
  })

  test('has tags that are identifiers, even if only one union has them', async () => {
    const { Odd, Small } = SCHEMAS
    expect(exampleUnion(await viewOf([], { Odd, Small }))?.name).toBe('Small')
  })

  test('has other tags where no union has better ones', async () => {
    expect(exampleUnion(await viewOf([], { Odd: SCHEMAS.Odd }))?.name).toBe('Odd')
    expect(exampleUnion(await viewOf([], { Null: SCHEMAS.Null }))).toBeUndefined()
  })
})

describe('the operation that is shown', () => {
  const every = (): boolean => true
  test('returns a list of that union', async () => {
    const list = operation('list', answering(to('Answer')))
    const unsafe = operation('change', { ...answering(to('Answer')), safe: false })
    const view = await viewOf([operation('first', answering(to('Small'))), unsafe, list])
    expect(showcase(view, every)).toEqual({ operation: list, result: '{ all }', list: 'all' })
  })

  test.each<[string, Operation[], string]>([
    ['the first that can be called', [operation('a', { safe: false }), operation('b')], 'b'],
    ['any, if none can', [operation('a', { safe: false })], 'a'],
  ])('or is %s', async (_, operations, name) => {
    const shown = showcase(await viewOf(operations), every)
    expect([shown.operation.name, shown.result, shown.list]).toEqual([name, 'answer', undefined])
  })

  test('with a body has an example of it', async () => {
    const content = { mediaType: 'application/json', shape: record(), rule: {} }
    const input = { parameters: [], body: { required: true, contents: [content], source } }
    const sending = operation('send', { input })
    const shown = operation('shown', { input, example: { request: {} } })
    expect(showcase(await viewOf([sending, shown]), every).operation.name).toBe('shown')
  })

  test('is one whose call can be written, also if it changes something', async () => {
    const view = await viewOf([operation('a'), operation('b', { safe: false })])
    expect(showcase(view, ({ name }) => name === 'b').operation.name).toBe('b')
    expect(showcase(view, () => false).operation.name).toBe('a')
  })

  test('there has to be one', async () => {
    const view = await viewOf([])
    expect(() => showcase(view, every)).toThrow('a guide needs an operation')
  })
})

describe('the method that is shown', () => {
  const events = {
    extensions: {
      events: { query: '', key: '', unsubscribe: '', notification: '', data: '', kinds: [] },
    },
  }
  test.each<[string, Operation[], string]>([
    ['needs nothing', [operation('a', needy), operation('b')], 'b'],
    ['only reads', [operation('a', { safe: false }), operation('b')], 'b'],
    ['does not subscribe', [operation('a', events), operation('b')], 'b'],
    [
      'has an answer with several members',
      [
        operation('a', { example: { response: { x: 1 } } }),
        operation('b', { example: { response: { x: 1, y: 2 } } }),
      ],
      'b',
    ],
    ['is any of them, if none is like that', [operation('a', needy), operation('b', needy)], 'a'],
  ])('%s', (_, operations, name) => {
    expect(showcaseMethod(operations).name).toBe(name)
  })

  test('there has to be one', () => {
    expect(() => showcaseMethod([])).toThrow('a guide needs a method')
  })
})

test('what starts a wait is the method of that wire name', () => {
  const start = { ...operation('start'), id: 'wire_start' }
  const waiting = operation('wait', { extensions: { waiter: { name: 'w', after: 'wire_start' } } })
  expect(startOf([operation('other'), start], waiting)).toBe(start)
  expect(startOf([operation('other')], operation('wait'))).toBeUndefined()
  expect(startOf([operation('other')], undefined)).toBeUndefined()
})

test('the paginated method that is shown has input, if one has', () => {
  const paginator = { name: 'p', page: 'page', items: 'items', total: 'total' }
  const pages = (name: string, more: Partial<Operation> = {}): Operation =>
    operation(name, { extensions: { paginator }, ...more })
  const named = (operations: readonly Operation[]): string | undefined =>
    pagedOperation(operations)?.name
  expect(named([pages('a'), pages('b', needy), operation('c', needy)])).toBe('b')
  expect(named([pages('a'), pages('b')])).toBe('a')
  expect(named([operation('c', needy)])).toBeUndefined()
})

test.each([
  ['http://localhost:26657/x', 'http://127.0.0.2:26657/x'],
  ['http://127.0.0.1', 'http://127.0.0.2'],
  ['https://localhost.example', 'https://backup.example.com'],
  ['https://a.example', 'https://backup.example.com'],
])('beside %s there is %s', (url, other) => {
  expect(anotherHost(url)).toBe(other)
})

describe('groups of operations', () => {
  const http = (path: string, ...tags: readonly string[]): Operation =>
    operation(path, { tags, binding: { kind: 'http', method: 'GET', path } })
  const call = (method: string): Operation =>
    operation(method, { binding: { kind: 'call', method, byPosition: true } })

  test.each<[string, Operation[], [string, number][]]>([
    [
      'by their first tag',
      [http('/a', 'T', 'U'), http('/b', 'U'), http('/c', 'T')],
      [
        ['T', 2],
        ['U', 1],
      ],
    ],
    [
      'by path',
      [http('/api/v1/{id}/pets'), http('/pets/{id}'), http('/v2/{x}'), http('/shop', '')],
      [
        ['pets', 2],
        ['others', 1],
        ['shop', 1],
      ],
    ],
    [
      'by what methods begin with',
      [call('eth_call'), call('eth.block'), call('net/version'), call('status')],
      [
        ['eth', 2],
        ['net', 1],
        ['others', 1],
      ],
    ],
  ])('%s', (_, operations, groups) => {
    expect(operationGroups(operations).map((each) => [each.name, each.members.length])).toEqual(
      groups,
    )
  })

  test('are called after the tags around them, and not after marks', () => {
    const tags = [
      { name: 'orders', summary: 'Orders' },
      { name: 'refunds', parent: 'orders' },
      { name: 'beta', kind: 'badge' },
      { name: 'round', parent: 'circle' },
      { name: 'circle', parent: 'round' },
      { name: 'lost', parent: 'nowhere' },
    ]
    const operations = ['refunds', 'orders', 'round', 'lost', 'plain'].map((tag) => http('/x', tag))
    const marked = { ...http('/y', 'beta'), tags: ['beta', 'refunds'] }
    const only = { ...http('/z', 'beta'), tags: ['beta'] }
    const groups = operationGroups([...operations, marked, only], tags)
    expect(groups.map(({ name, members }) => [name, members.length])).toEqual([
      ['Orders / refunds', 2],
      ['Orders', 1],
      ['round', 1],
      ['lost', 1],
      ['plain', 1],
      ['z', 1],
    ])
  })

  test('are forty at most, the largest in their order, and the rest', () => {
    const single = Array.from({ length: 41 }, (_, index) => http('/x', `t${index}`))
    const groups = operationGroups([...single, http('/x', 't40')])
    expect(groups).toHaveLength(41)
    expect([groups[0]?.name, groups[39]?.name]).toEqual(['t0', 't40'])
    expect([groups[40]?.name, groups[40]?.members[0]]).toEqual(['1 more', single[39]])
  })
})

describe('an error that is shown', () => {
  test('has a status of its own and a body', () => {
    const fails = (
      name: string,
      status: string | undefined,
      ...shapes: readonly Shape[]
    ): Operation => operation(name, { failures: failing(status, ...shapes) })
    const body = record()
    expect(
      failingOperation([fails('a', '400'), fails('b', '4XX', body), fails('c', '404', body)]),
    ).toEqual({ name: 'c', status: '404' })
    expect(failingOperation([fails('a', undefined, body)])).toBeUndefined()
  })

  test('gives one of the reasons that the document lists', () => {
    const reasons: Shape = { kind: 'enumeration', values: ['STALE', 'LATE'], open: false }
    const declared = (name: string, shape: Shape) => ({ name, shape, rule: {}, source })
    const model = (reason: Shape, item: Shape): Model => ({
      ...EMPTY,
      operations: [
        operation('a', { failures: failing('400', record(), to('Other'), to('Problem')) }),
      ],
      declarations: [
        declared('Other', record(field('code', reasons))),
        declared('Problem', record(field('details', { kind: 'list', items: item }))),
        declared('Detail', record(field('reason', reason))),
        declared('Reason', reasons),
      ],
    })
    expect(firstReason(model(to('Reason'), to('Detail')))).toBe('STALE')
    expect(
      firstReason(model(reasons, record(field('why', reasons), field('reason', reasons)))),
    ).toBe('STALE')
    expect(firstReason(model({ kind: 'scalar', type: 'string' }, to('Detail')))).toBeUndefined()
  })
})

const EMPTY: Model = {
  title: 'T',
  version: '1',
  document: { file: 'a.yaml', language: 'openapi', version: '3.1.0' },
  servers: [],
  tags: [],
  declarations: [],
  operations: [],
  extensions: {},
}

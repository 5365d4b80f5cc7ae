import { expect, onTestFinished, test } from 'vitest'
import { isDictionary } from '../../../generator/src/model/json.js'
import { parseText } from '../../../generator/src/source/syntax/parse.js'
import { createProject, type Project, run } from '../cli/cli.fixture.js'

/** Operations that a document does not have, described from recorded traffic. */

const SPEC = `# The shop.
openapi: 3.1.0
info: { title: Shop, version: 1.0.0 }
servers: [{ url: 'https://api.mine.com/v1' }]
paths:
  /orders/{order}:
    parameters:
      - { name: order, in: path, required: true, schema: { type: string } }
    get:
      operationId: getOrder
      responses: { '200': { description: An order. } }
`

interface Seen {
  readonly method?: string
  readonly path: string
  readonly sent?: unknown
  readonly status?: number
  readonly body?: unknown
  readonly type?: string
  readonly host?: string
}

function har(seen: readonly Seen[]): string {
  const entries = seen.map(({ method = 'GET', path, sent, status = 200, body, type, host }) => ({
    request: {
      method,
      url: `${host ?? 'https://api.mine.com'}${path}`,
      ...(sent === undefined ? {} : { postData: { text: JSON.stringify(sent) } }),
    },
    response: {
      status,
      headers: [],
      content: {
        mimeType: type ?? (body === undefined ? '' : 'application/json'),
        text: body === undefined ? '' : JSON.stringify(body),
      },
    },
  }))
  return JSON.stringify({ log: { entries } })
}

async function added(seen: readonly Seen[], spec = SPEC): Promise<Project & { stdout: string }> {
  const project = createProject({ 'spec.yaml': spec, 'a.har': har(seen) })
  onTestFinished(() => project.remove())
  const args = ['probe', 'spec.yaml', '--samples', 'a.har', '--add-operations']
  const { stdout } = await run(project.folder, [...args, '--apply'])
  return { ...project, stdout }
}

function pathsOf(project: Project): Record<string, unknown> {
  const { value } = parseText(project.read('spec.yaml'), false)
  return isDictionary(value) && isDictionary(value.paths) ? value.paths : {}
}

const customer = (index: number) => ({
  id: index,
  name: `Person ${index}`,
  state: index % 2 === 0 ? 'active' : 'closed',
  createdAt: '2026-11-02T10:00:00Z',
  ...(index > 2 ? { note: null } : {}),
})

test('paths whose identifiers are parameters, and schemas from several samples', async () => {
  const project = await added([
    ...Array.from({ length: 12 }, (_, index) => ({
      path: `/v1/customers/${index + 1}?expand=true`,
      body: customer(index + 1),
    })),
    { path: '/v1/customers?page=1&tag=a&tag=b', body: [customer(1), customer(2)] },
    { method: 'POST', path: '/v1/customers', sent: { name: 'x' }, status: 201, body: customer(1) },
    { method: 'DELETE', path: '/v1/orders/a1b2c3', status: 204 },
    { path: '/v1/customers/99', status: 404, body: { code: 'x' } },
    { path: '/v1/customers/98', status: 503, body: { code: 'x' } },
    { path: '/v1/logo.png', body: 'x', type: 'image/png' },
    { host: 'https://cdn.other.com', path: '/v1/other', body: {} },
  ])
  expect(project.stdout).toContain('Operations to add (4)')
  expect(project.stdout).toContain('add operation GET /customers/{customerId} (seen 13 times)')
  const paths = pathsOf(project)
  expect(Object.keys(paths)).toEqual(['/orders/{order}', '/customers/{customerId}', '/customers'])
  expect(paths['/customers/{customerId}']).toMatchObject({
    get: {
      operationId: 'getCustomer',
      'x-tagwire-source': 'observed',
      parameters: [
        { name: 'customerId', in: 'path', required: true, schema: { type: 'integer' } },
        { name: 'expand', in: 'query', schema: { type: 'boolean' } },
      ],
      responses: {
        200: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['id', 'name', 'state', 'createdAt'],
                properties: {
                  id: { type: 'integer' },
                  name: { type: 'string' },
                  state: { type: 'string', enum: ['active', 'closed'] },
                  createdAt: { type: 'string', format: 'date-time' },
                  note: {},
                },
              },
            },
          },
        },
        404: {},
      },
    },
  })
  expect(JSON.stringify(paths)).not.toMatch(/503|Person/)
  expect(paths['/customers']).toMatchObject({
    get: {
      operationId: 'listCustomers',
      parameters: [
        { name: 'page', schema: { type: 'integer' } },
        { name: 'tag', schema: { type: 'array', items: { type: 'string' } } },
      ],
    },
    post: { operationId: 'createCustomer', requestBody: {}, responses: { 201: {} } },
  })
  // The parameter keeps the name that the path has already.
  expect(paths['/orders/{order}']).toMatchObject({
    delete: { operationId: 'deleteOrder', responses: { 204: {} } },
  })
  expect(project.read('spec.yaml')).toContain('# The shop.')
  const again = await run(project.folder, ['probe', 'spec.yaml', '--samples', 'a.har'])
  expect(again.stdout).not.toContain('is not an operation\n  a.har [1]')
  expect(again.code).toBe(0)
})

test('a union where samples differ by a tag', async () => {
  const project = await added([
    {
      path: '/v1/events',
      body: [
        { type: 'paid', at: 1, amount: 5 },
        { type: 'paid', at: 2, amount: 6 },
        { type: 'sent', at: 3, carrier: 'x' },
        { type: 'sent', at: 4, carrier: 'y' },
      ],
    },
  ])
  expect(pathsOf(project)['/events']).toMatchObject({
    get: {
      responses: {
        200: {
          content: {
            'application/json': {
              schema: {
                type: 'array',
                items: {
                  oneOf: [
                    {
                      required: ['type'],
                      properties: { type: { const: 'paid' }, amount: { type: 'integer' } },
                    },
                    {
                      required: ['type'],
                      properties: { type: { const: 'sent' }, carrier: { type: 'string' } },
                    },
                  ],
                },
              },
            },
          },
        },
      },
    },
  })
  const { stdout } = await run(project.folder, ['inspect', 'spec.yaml'])
  expect(stdout).toMatch(/ListEventsResponseItem.*\n?.*paid.*\n?.*sent/)
})

test('an enum only if it is stable', async () => {
  const body = (values: readonly string[]) => ({
    path: '/v1/jobs',
    body: values.map((state) => ({ state })),
  })
  const schemaOf = (project: Project) => JSON.stringify(pathsOf(project)['/jobs'])
  const few = await added([body(['done', 'open', 'done', 'open'])])
  expect(schemaOf(few)).not.toContain('enum')
  const late = await added([body([...Array(6).fill('done'), ...Array(6).fill('open')])])
  expect(schemaOf(late)).not.toContain('enum')
  const names = await added([body(Array.from({ length: 12 }, (_, at) => `Mrs. ${at % 3}`))])
  expect(schemaOf(names)).not.toContain('enum')
  const stable = await added([
    body(Array.from({ length: 12 }, (_, at) => (at % 2 ? 'done' : 'open'))),
  ])
  expect(schemaOf(stable)).toContain('"enum":["done","open"]')
})

test('places where the document, or other traffic, has identifiers are parameters', async () => {
  const names = ['alice', 'bob', 'carol', 'dave', 'erin']
  const project = await added([
    { path: '/v1/orders/first/notes', body: [] },
    ...names.map((name) => ({ path: `/v1/teams/${name}/members`, body: [] })),
    { path: '/v1/teams/alice', body: {} },
    { path: '/v1/teams/search', body: {} },
  ])
  expect(Object.keys(pathsOf(project))).toEqual([
    '/orders/{order}',
    '/orders/{order}/notes',
    '/teams/{teamId}/members',
    '/teams/{teamId}',
    '/teams/search',
  ])
})

test('an enum that may be null has null', async () => {
  const state = (at: number) => (at === 5 ? null : at % 2 ? 'done' : 'open')
  const body = Array.from({ length: 12 }, (_, at) => ({ state: state(at) }))
  const project = await added([{ path: '/v1/jobs', body }])
  const text = JSON.stringify(pathsOf(project)['/jobs'])
  expect(text).toContain('{"type":["string","null"],"enum":["done","open",null]}')
})

test.each([
  'bot123456:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw',
  'c2VjcmV0LXRva2VuLTEyMw==',
  'a~b.c.longer-key-of-a-user.9',
  'bot123456%3AAAHdqTcvCH1vGWJxfSeof',
])('what may be a key in a path is neither printed nor written: %s', async (key) => {
  const seen = Array.from({ length: 3 }, () => ({ path: `/v1/${key}/getMe`, body: { ok: true } }))
  const { stdout, ...project } = await added(seen)
  const written = project.read('spec.yaml')
  expect(written).toContain('/getMe')
  for (const text of [stdout, written]) {
    expect(text).not.toContain(key)
    expect(text).not.toContain(decodeURIComponent(key))
  }
})

test('nothing is added without the flag', async () => {
  const project = createProject({ 'spec.yaml': SPEC, 'a.har': har([{ path: '/v1/x', body: {} }]) })
  onTestFinished(() => project.remove())
  const { stdout } = await run(project.folder, [
    'probe',
    'spec.yaml',
    '--samples',
    'a.har',
    '--apply',
  ])
  expect(stdout).toContain('GET /v1/x is not an operation')
  expect(project.read('spec.yaml')).toBe(SPEC)
})

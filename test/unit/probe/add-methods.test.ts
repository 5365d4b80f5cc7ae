import { describe, expect, onTestFinished, test } from 'vitest'
import { isDictionary } from '../../../generator/src/model/json.js'
import { parseText } from '../../../generator/src/source/syntax/parse.js'
import { createProject, type Project, run } from '../cli/cli.fixture.js'

/** JSON-RPC methods that a document does not have, described from recorded traffic. */

const SPEC = `# Numbers.
openrpc: 1.3.2
info: { title: Numbers, version: 1.0.0 }
servers: [{ name: main, url: 'https://rpc.mine.com' }]
methods:
  # The first one.
  - { name: add, params: [], result: { name: sum, schema: { type: integer } } }
`

interface Seen {
  readonly call: unknown
  readonly answer: unknown
  readonly host?: string
}

const called = (method: string, params: unknown, answer: object): Seen => ({
  call: { jsonrpc: '2.0', id: 1, method, params },
  answer: { jsonrpc: '2.0', id: 1, ...answer },
})

async function added(
  seen: readonly Seen[],
  { spec = SPEC, frames = [] }: { spec?: string; frames?: readonly [string, unknown][] } = {},
): Promise<Project & { stdout: string; methods: unknown }> {
  const entries = seen.map(({ call, answer, host = 'rpc.mine.com' }) => ({
    request: { method: 'POST', url: `https://${host}/`, postData: { text: JSON.stringify(call) } },
    response: {
      status: 200,
      headers: [],
      content: { mimeType: 'application/json', text: JSON.stringify(answer) },
    },
  }))
  const socket = {
    request: { method: 'GET', url: 'wss://rpc.mine.com/' },
    response: { status: 101, headers: [], content: {} },
    _webSocketMessages: frames.map(([type, data]) => ({ type, data: JSON.stringify(data) })),
  }
  const har = JSON.stringify({ log: { entries: [...entries, socket] } })
  const project = createProject({ 'spec.yaml': spec, 'a.har': har })
  onTestFinished(() => project.remove())
  const args = ['probe', 'spec.yaml', '--samples', 'a.har', '--add-operations', '--apply']
  const { stdout } = await run(project.folder, args)
  const { value } = parseText(project.read('spec.yaml'), false)
  return { ...project, stdout, methods: isDictionary(value) ? value.methods : undefined }
}

const block = (height: number) => ({
  result: {
    height,
    time: '2026-11-02T10:00:00Z',
    ...(height > 2 ? { memo: 'x' } : {}),
  },
})

test('parameters by name, and results of several samples', async () => {
  const project = await added([
    called('block', { height: 1, full: true }, block(1)),
    called('block', { height: 2 }, block(2)),
    called('block', { height: 3 }, block(3)),
    called('block', { height: 'x' }, { error: { code: 17, message: 'No height.' } }),
    called('block', { other: 1 }, { error: { code: -32602, message: 'Invalid params.' } }),
  ])
  expect(project.stdout).toContain('add method block (seen 5 times)')
  expect(project.methods).toEqual([
    expect.objectContaining({ name: 'add' }),
    {
      name: 'block',
      'x-tagwire-source': 'observed',
      paramStructure: 'by-name',
      params: [
        { name: 'height', required: true, schema: { type: 'integer' } },
        { name: 'full', schema: { type: 'boolean' } },
      ],
      result: {
        name: 'result',
        schema: {
          type: 'object',
          required: ['height', 'time'],
          properties: {
            height: { type: 'integer' },
            time: { type: 'string', format: 'date-time' },
            memo: { type: 'string' },
          },
        },
      },
      errors: [{ code: 17, message: 'Seen, not described yet.' }],
    },
  ])
  expect(project.read('spec.yaml')).toContain('  # The first one.\n')
  const { stdout } = await run(project.folder, ['inspect', 'spec.yaml'])
  expect(stdout).toContain('Operations (2)')
  const args = ['probe', 'spec.yaml', '--samples', 'a.har', '--add-operations']
  const again = await run(project.folder, args)
  expect(again.stdout).not.toContain('add method')
  expect(again.stdout).not.toContain('there is no method')
})

test('parameters by position, of batches and sockets', async () => {
  const [one, two] = [
    { jsonrpc: '2.0', id: 1, method: 'sum', params: [1, 2] },
    { jsonrpc: '2.0', id: 2, method: 'sum', params: [1] },
  ]
  const project = await added(
    [
      {
        call: [one, two],
        answer: [
          { jsonrpc: '2.0', id: 2, result: 1 },
          { jsonrpc: '2.0', id: 1, result: 3.5 },
        ],
      },
    ],
    {
      frames: [
        ['send', { jsonrpc: '2.0', id: 9, method: 'sum', params: [5] }],
        ['receive', { jsonrpc: '2.0', id: 9, result: null }],
      ],
    },
  )
  expect(project.methods).toContainEqual({
    name: 'sum',
    'x-tagwire-source': 'observed',
    paramStructure: 'by-position',
    params: [
      { name: 'argument1', required: true, schema: { type: 'integer' } },
      { name: 'argument2', schema: { type: 'integer' } },
    ],
    result: { name: 'result', schema: { type: ['number', 'null'] } },
  })
})

test('unions where results differ by a tag', async () => {
  const results = ['paid', 'sent', 'paid', 'sent'].map((type) => ({
    result: type === 'paid' ? { type, amount: 1 } : { type, carrier: 'x' },
  }))
  const project = await added(results.map((each) => called('last', undefined, each)))
  const { stdout } = await run(project.folder, ['inspect', 'spec.yaml'])
  expect(stdout).toMatch(/LastResult.*\n?.*paid.*\n?.*sent/)
})

describe('nothing is described', () => {
  test.each<[string, Seen[]]>([
    [
      'of a method that the server does not know',
      [called('nope', {}, { error: { code: -32601, message: 'Method not found' } })],
    ],
    ['of another server', [{ ...called('block', {}, block(1)), host: 'rpc.other.com' }]],
    ['of a method that is described', [called('add', [], { result: 1 })]],
  ])('%s', async (_, seen) => {
    expect((await added(seen)).read('spec.yaml')).toBe(SPEC)
  })
})

test('a document without methods gets its first ones', async () => {
  const spec = SPEC.replace(/methods:[\s\S]*/, 'methods: []\n')
  const seen = [called('one', {}, { result: 1 }), called('two', {}, { result: 'x' })]
  expect((await added(seen, { spec })).methods).toMatchObject([{ name: 'one' }, { name: 'two' }])
})

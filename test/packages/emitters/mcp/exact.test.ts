import { parseExactJson, stringifyExactJson } from '@tagwire/runtime/http'
import { expect, test } from 'vitest'
import type { InputType } from '../../../../packages/emit-mcp/src/arguments/input.js'
import type { McpService } from '../../../../packages/emit-mcp/src/server/service.js'
import { toolbox } from '../../../../packages/emit-mcp/src/server/tools.js'

/** What arrives at the client of a service, and what is returned of its responses. */

const wide: InputType = { kind: 'scalar', type: 'integer', format: 'int64' }
const bytes: InputType = { kind: 'scalar', type: 'bytes' }

function service(input: InputType, body: boolean): McpService {
  const source = { name: 'put', description: 'Puts it.', operation: 'put', input }
  return {
    name: 'test',
    title: 'Test',
    version: '1',
    types: {},
    credentials: [],
    connect: () => ({}),
    json: { parse: parseExactJson, stringify: stringifyExactJson },
    tools: [{ ...source, ...(body ? { body: true } : {}) }],
  }
}

async function call(made: McpService, given: object, answer?: unknown) {
  const received: unknown[] = []
  const put = async (input: never) => {
    received.push(input)
    return answer
  }
  const result = await toolbox(made, { put }).call('put', given, new AbortController().signal)
  return { result, input: received[0] }
}

const record = (name: string, type: InputType): InputType => ({
  kind: 'record',
  members: [{ name, type }],
})

test('integers in a body are sent as exact numbers', async () => {
  const { input } = await call(service(record('id', wide), true), { id: '9007199254740993' })
  expect(stringifyExactJson(input)).toBe('{"id":9007199254740993}')
})

test('integers in a query are sent as exact text', async () => {
  const { input } = await call(service(record('id', wide), false), { id: '9007199254740993' })
  expect(input).toEqual({ id: '9007199254740993' })
})

test('base64 becomes bytes, and invalid base64 is reported', async () => {
  const made = service(record('file', bytes), true)
  const { input } = await call(made, { file: 'aGVsbG8=' })
  const file = (input as { file: Blob }).file
  expect(await file.text()).toBe('hello')
  const { result } = await call(made, { file: 'h ello' })
  expect(result).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('member /file: bytes as base64 text') }],
  })
})

test('an answer that JavaScript would round is text alone', async () => {
  const made = service(record('id', wide), true)
  const exact = '{"id":9007199254740993}'
  const { result } = await call(made, {}, parseExactJson(exact))
  expect(result).toEqual({ content: [{ type: 'text', text: exact }] })
  const { result: plain } = await call(made, {}, { id: 5 })
  expect(plain).toEqual({
    content: [{ type: 'text', text: '{"id":5}' }],
    structuredContent: { id: 5 },
  })
})

test.each([
  ['nothing', undefined, 'Done; the answer is empty.'],
  ['a list', [1, 2], '[1,2]'],
  ['a text file', new Blob(['hi'], { type: 'text/plain' }), 'hi'],
  ['bytes', new Blob(['hi'], { type: 'image/png' }), 'image/png, base64: aGk='],
])('%s is described as text', async (_, answer, text) => {
  const { result } = await call(service(record('id', wide), true), {}, answer)
  expect(result).toEqual({ content: [{ type: 'text', text }] })
})

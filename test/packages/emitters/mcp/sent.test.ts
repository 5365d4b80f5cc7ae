import { ValidationError } from '@tagwire/runtime/core'
import { requestValidator } from '@tagwire/runtime/http'
import { RpcError } from '@tagwire/runtime/rpc'
import { bytes, record, validator } from '@tagwire/runtime/validate'
import { expect, test } from 'vitest'
import type { McpService } from '../../../../packages/emit-mcp/src/server/service.js'
import { toolbox } from '../../../../packages/emit-mcp/src/server/tools.js'

/** Whether an agent is told that nothing was sent, by where an error happens and not by what it is. */

function nested(depth: number): object {
  let value = {}
  for (let level = 0; level < depth; level++) value = { a: value }
  return value
}

const problem = { path: 'id', message: 'wrong', expected: 'x', received: 'y' }
const errors = [
  new RangeError('Maximum call stack size exceeded'),
  new TypeError('no'),
  new ValidationError('put: unexpected response', { problems: [problem], value: {} }),
  new RpcError({ code: 1, message: 'no' }, 'put'),
]

async function call(
  made: Partial<McpService>,
  put: (input: never) => Promise<unknown>,
  given: unknown = { id: '1' },
): Promise<{ readonly isError?: boolean; readonly text: string }> {
  const service: McpService = {
    name: 'test',
    title: 'Test',
    version: '1',
    types: {},
    credentials: [],
    connect: () => ({}),
    tools: [
      {
        name: 'put',
        description: 'Puts it.',
        operation: 'put',
        body: true,
        input: {
          kind: 'record',
          members: [{ name: 'id', type: { kind: 'scalar', type: 'string' } }],
          rest: { kind: 'json' },
        },
      },
    ],
    ...made,
  }
  const { content, isError } = await toolbox(service, { put }).call(
    'put',
    given,
    new AbortController().signal,
  )
  const [first] = content
  return { text: first?.type === 'text' ? first.text : '', ...(isError ? { isError } : {}) }
}

test.each(errors)('what fails at the client may have been sent: %s', async (error) => {
  const { text, isError } = await call({}, async () => {
    throw error
  })
  expect(isError).toBe(true)
  expect(text).toContain(error.message)
  expect(text).not.toMatch(/nothing was sent|again/i)
})

test('an answer that nests too deeply was given', async () => {
  const { text, isError } = await call({}, async () => nested(50_000))
  expect(isError).toBe(true)
  expect(text).toBe(
    'The service has done this. Its answer cannot be shown: it is nested too deeply.',
  )
})

test('an error whose body nests too deeply is told by its status', async () => {
  const body = { code: 3, message: 'no', more: nested(50_000) }
  const { text, isError } = await call({}, async () => {
    throw Object.assign(new Error('put: POST /put: 400, no'), { name: 'ApiError', body })
  })
  expect(isError).toBe(true)
  expect(text).toMatch(/^ApiError: put: POST \/put: 400, no\n.*nested too deeply/)
})

test('arguments that nest too deeply are not sent', async () => {
  let isSent = false
  const put = async (): Promise<void> => {
    isSent = true
  }
  const { text, isError } = await call({}, put, { id: '1', more: nested(50_000) })
  expect(isError).toBe(true)
  expect(text).toMatch(/^Nothing was sent.*nested too deeply.*again/s)
  expect(isSent).toBe(false)
})

test('a request that its validator refuses is not sent', async () => {
  let isSent = false
  const requests = { put: { check: () => [problem] } }
  const put = async (): Promise<void> => {
    isSent = true
  }
  const { text } = await call({ requests }, put)
  expect(text).toMatch(/^Nothing was sent.*member \/id: wrong.*Call put again/s)
  expect(isSent).toBe(false)
})

test('a validator that overflows sends nothing', async () => {
  const check = (): never => {
    throw new RangeError('Maximum call stack size exceeded')
  }
  const { text } = await call({ requests: { put: { check } } }, async () => ({}))
  expect(text).toMatch(/^Nothing was sent.*nested too deeply/s)
})

test('an upload passes the check of requests', async () => {
  const upload = record(['file'], (value, at) => bytes(value.file, at, 'file'))
  let file: unknown
  const put = async (input: { readonly file: unknown }): Promise<void> => {
    file = input.file
  }
  const type = { kind: 'scalar', type: 'bytes' } as const
  const input = { kind: 'record', members: [{ name: 'file', type, required: true }] } as const
  const tools = [{ name: 'put', description: '', operation: 'put', body: true, input } as const]
  const requests = { put: requestValidator(() => [], validator('Upload', upload)) }
  const { isError } = await call({ tools, requests }, put, { file: 'aGVsbG8=' })
  expect(isError).toBeUndefined()
  expect(file).toBeInstanceOf(Blob)
})

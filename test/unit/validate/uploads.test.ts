import { describe, expect, test } from 'vitest'
import {
  binaryBody,
  connectHttp,
  type HttpOperation,
  multipartBody,
  requestValidator,
} from '../../../packages/runtime/src/http/index.js'
import { judgeIn } from '../probe/probe.fixture.js'
import { compile } from './compile.fixture.js'

const reference = (name: string) => ({ schema: { $ref: `#/components/schemas/${name}` } })

/** Uploads in forms, as a whole body, and the same in JSON, which has no bytes. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Uploads', version: '1' },
  paths: Object.fromEntries(
    [
      ['/form', 'multipart/form-data', 'Form'],
      ['/whole', 'application/octet-stream', 'Whole'],
      ['/encoded', 'image/png', 'Encoded'],
      ['/json', 'application/json', 'Json'],
    ].map(([path = '', type = '', name = '']) => [
      path,
      {
        post: {
          operationId: name.toLowerCase(),
          requestBody: { required: true, content: { [type]: reference(name) } },
          responses: { 204: { description: 'Done.' } },
        },
      },
    ]),
  ),
  components: {
    schemas: {
      Form: {
        type: 'object',
        required: ['file'],
        properties: {
          file: { type: 'string', format: 'binary', maxLength: 3 },
          more: { type: 'array', items: { type: 'string', format: 'binary' } },
          none: { type: ['string', 'null'], format: 'binary' },
          image: { type: 'string', contentMediaType: 'image/png' },
          encoded: { type: 'string', contentEncoding: 'binary', maxLength: 3 },
          several: { type: ['string', 'integer'], format: 'binary' },
          either: { oneOf: [{ type: 'string', format: 'binary' }, { type: 'integer' }] },
        },
      },
      Whole: { type: 'string', format: 'binary' },
      Encoded: { type: 'string', contentEncoding: 'binary' },
      Json: {
        type: 'object',
        properties: {
          file: { type: 'string', format: 'binary' },
          image: { type: 'string', contentMediaType: 'image/png' },
          encoded: { type: 'string', contentEncoding: 'binary' },
        },
      },
    },
  },
}

const bytes = new Uint8Array([104, 101, 108, 108, 111])
const sendable = {
  Blob: new Blob([bytes]),
  File: new File([bytes], 'a.png'),
  Uint8Array: bytes,
  DataView: new DataView(bytes.buffer),
  ArrayBuffer: bytes.buffer,
  text: 'abc',
}
const others = [5, true, {}, [], { size: 1 }]

describe.each(['tolerant', 'strict'] as const)('a %s validator', (mode) => {
  test.each(Object.entries(sendable))('takes what the client sends: %s', async (_, file) => {
    const { validators } = await compile(document)
    const checkOf = (name: string, value: unknown) => {
      const validator = validators[name]
      return mode === 'strict' ? validator?.strict.check(value) : validator?.check(value)
    }
    expect(checkOf('Whole', file)).toEqual([])
    expect(checkOf('Encoded', file)).toEqual([])
    for (const form of [
      { file },
      { file, more: [file], none: file, image: file },
      { file, encoded: file },
      { file, none: null, either: file },
      { file, either: 1 },
      { file, several: file },
      { file, several: 1 },
    ]) {
      expect(checkOf('Form', form)).toEqual([])
      const { body } = multipartBody(form, { type: '', write: multipartBody })
      expect(body).toBeInstanceOf(Blob)
    }
  })
})

test('a stream is a whole body, and no part of a form', async () => {
  const { validators } = await compile(document)
  const stream = new Blob([bytes]).stream()
  expect(validators.Whole?.check(stream)).toEqual([])
  expect(binaryBody(stream, { type: 'image/png', write: binaryBody }).body).toBe(stream)
  expect(() => multipartBody({ file: stream }, { type: '', write: multipartBody })).toThrow(
    'file cannot be a stream in a form: pass a Blob or bytes',
  )
})

test.each(others)('%j is no upload', async (file) => {
  const { validators } = await compile(document)
  expect(validators.Whole?.check(file)).toMatchObject([{ expected: 'bytes' }])
  expect(validators.Encoded?.check(file)).toMatchObject([{ expected: 'bytes' }])
  expect(validators.Form?.check({ file })).toMatchObject([{ path: 'file', expected: 'bytes' }])
  const form = { file: bytes, encoded: file }
  expect(validators.Form?.check(form)).toMatchObject([{ path: 'encoded', expected: 'bytes' }])
})

test('JSON has texts in place of bytes', async () => {
  const { validators } = await compile(document)
  expect(validators.Json?.check({ file: 'abc', image: 'abc', encoded: 'abc' })).toEqual([])
  for (const path of ['file', 'encoded']) {
    expect(validators.Json?.check({ [path]: sendable.Blob })).toMatchObject([
      { path, expected: 'string' },
    ])
  }
})

test('the interpreter and the printed check agree on JSON, whichever keyword says that it is bytes', async () => {
  const { model, read, validators } = await compile(document)
  if (!model || !read) throw new Error('the document has errors')
  for (const name of ['Whole', 'Encoded', 'Json', 'Form']) {
    const judge = judgeIn(read, model, name)
    const parts = ['abc', 'longer', null, ...others]
    const forms = parts.map((encoded) => ({ file: 'abc', encoded }))
    for (const value of [...parts, ...forms]) {
      expect(judge(value).tolerant).toBe(validators[name]?.is(value))
      expect(judge(value).strict).toBe(validators[name]?.strict.is(value))
    }
  }
})

test('a request with an upload passes its check', async () => {
  const { validators } = await compile(document)
  const { check } = requestValidator(() => [], validators.Form)
  expect(check({ file: sendable.File })).toEqual([])
  expect(check({})).toMatchObject([{ path: 'file' }])
})

test('a body of another content type than the default is not checked as the default', async () => {
  const { validators } = await compile(document)
  const requests = { put: requestValidator(() => [], validators.Json) }
  const sent: unknown[] = []
  const api = connectHttp(
    {
      validate: { requests },
      fetch: async (_, init) => {
        sent.push(init?.body)
        return new Response('{}')
      },
    },
    { server: 'https://a.example' },
  )
  const put: HttpOperation<unknown, unknown, never, Record<string, unknown>> = {
    name: 'put',
    method: 'POST',
    path: '/put',
    place: eitherBody,
  }
  const blob = new Blob([bytes])
  await api.call(put, blob, { contentType: 'application/octet-stream' })
  expect(sent).toEqual([blob])
  await expect(api.call(put, { file: 5 })).rejects.toMatchObject({ name: 'ValidationError' })
  const options = { contentType: 'application/json' } as const
  await expect(api.call(put, { file: 5 }, options)).rejects.toThrow('put: not sent')
  expect(sent).toHaveLength(1)
})

const eitherBody = ({ path }: { readonly path: string }, input: unknown) => ({
  target: path,
  body: input instanceof Blob ? input : JSON.stringify(input),
})

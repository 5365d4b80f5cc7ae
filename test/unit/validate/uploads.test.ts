import { describe, expect, test } from 'vitest'
import {
  binaryBody,
  multipartBody,
  requestValidator,
} from '../../../packages/runtime/src/http/index.js'
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
          either: { oneOf: [{ type: 'string', format: 'binary' }, { type: 'integer' }] },
        },
      },
      Whole: { type: 'string', format: 'binary' },
      Json: {
        type: 'object',
        properties: {
          file: { type: 'string', format: 'binary' },
          image: { type: 'string', contentMediaType: 'image/png' },
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
    for (const form of [
      { file },
      { file, more: [file], none: file, image: file },
      { file, none: null, either: file },
      { file, either: 1 },
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
  expect(validators.Form?.check({ file })).toMatchObject([{ path: 'file', expected: 'bytes' }])
})

test('JSON has texts in place of bytes', async () => {
  const { validators } = await compile(document)
  expect(validators.Json?.check({ file: 'abc', image: 'abc' })).toEqual([])
  expect(validators.Json?.check({ file: sendable.Blob })).toMatchObject([
    { path: 'file', expected: 'string' },
  ])
})

test('a request with an upload passes its check', async () => {
  const { validators } = await compile(document)
  const { check } = requestValidator(() => [], validators.Form)
  expect(check({ file: sendable.File })).toEqual([])
  expect(check({})).toMatchObject([{ path: 'file' }])
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toolbox } from '../../../../packages/emit-mcp/src/server/tools.js'
import { type Generated, generateServers } from './generated.js'

/** What a document says of values beyond their type reaches agents. */

const document = `
openapi: 3.1.0
info: { title: Files, version: '1' }
servers: [{ url: 'https://a.example' }]
paths:
  /files/{folder}:
    post:
      operationId: upload
      parameters:
        - { name: folder, in: path, required: true, example: inbox, schema: { type: string, minLength: 2, maxLength: 9, pattern: '^[a-z]+$' } }
        - { name: copies, in: query, schema: { type: integer, minimum: 1, maximum: 5, examples: [2, 3] } }
        - { name: at, in: query, examples: { first: { value: '2026-01-31T12:00:00Z' } }, schema: { type: string, format: date-time } }
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema:
              type: object
              required: [file]
              properties:
                file: { type: string, format: binary }
                labels: { type: array, minItems: 1, maxItems: 3, uniqueItems: true, items: { type: string, maxLength: 4 } }
                ratio: { type: number, exclusiveMinimum: 0, exclusiveMaximum: 1, multipleOf: 0.25 }
                owner: { $ref: '#/components/schemas/Owner' }
      responses: { '204': { description: Kept. } }
components:
  schemas:
    Owner:
      type: object
      properties:
        mail: { type: string, format: email, examples: [a@b.example] }
        link: { type: string, format: uri, maxLength: 80 }
`

let folder: string
let made: Generated

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tagwire-mcp-words-'))
  writeFileSync(path.join(folder, 'openapi.yaml'), document)
  made = await generateServers({ files: path.join(folder, 'openapi.yaml') })
}, 120_000)
afterAll(() => {
  made?.remove()
  rmSync(folder, { recursive: true, force: true })
})

test('bounds, formats and examples are in the schema of a tool', async () => {
  const { list } = toolbox(await made.service('files'), {})
  const { body, ...parameters } = Object(list[0]?.inputSchema.properties)
  expect(parameters).toEqual({
    folder: {
      type: 'string',
      minLength: 2,
      maxLength: 9,
      pattern: '^[a-z]+$',
      examples: ['inbox'],
    },
    copies: { type: 'integer', minimum: 1, maximum: 5, examples: [2, 3] },
    at: {
      type: 'string',
      format: 'date-time',
      description: 'a date and time like 2026-01-31T12:00:00Z',
      examples: ['2026-01-31T12:00:00Z'],
    },
  })
  expect(body.properties).toMatchObject({
    file: { type: 'string', contentEncoding: 'base64' },
    labels: { type: 'array', minItems: 1, maxItems: 3, uniqueItems: true, items: { maxLength: 4 } },
    ratio: { exclusiveMinimum: 0, exclusiveMaximum: 1, multipleOf: 0.25 },
    owner: {
      properties: {
        mail: { format: 'email', examples: ['a@b.example'] },
        link: { format: 'uri', maxLength: 80 },
      },
    },
  })
})

test('a file is uploaded from base64, with its name and type if they are given', async () => {
  const service = await made.service('files')
  const sent: { name: string; type: string; text: string }[] = []
  // The generated client sends it; only the network is replaced.
  const before = globalThis.fetch
  globalThis.fetch = async (url, init) => {
    const form = await new Request(url, init).formData()
    const file = form.get('file')
    if (!(file instanceof File)) throw new TypeError('no file')
    sent.push({ name: file.name, type: file.type, text: await file.text() })
    return new Response(null, { status: 204 })
  }
  try {
    const calls = service.connect({ url: 'https://a.example', headers: {}, credentials: {} })
    const { call } = toolbox(service, calls)
    const upload = (file: string) =>
      call('upload', { folder: 'inbox', body: { file } }, new AbortController().signal)
    expect(await upload('aGVsbG8=')).not.toHaveProperty('isError')
    expect(await upload('data:text/csv;name=a%20b.csv;base64,MSwy')).not.toHaveProperty('isError')
    expect(sent).toEqual([
      { name: expect.any(String), type: expect.any(String), text: 'hello' },
      { name: 'a b.csv', type: 'text/csv', text: '1,2' },
    ])
    for (const wrong of ['hällo', 'a', 'aGVsbG8=x', 'data:text/csv,1']) {
      const { content, isError } = await upload(wrong)
      expect(isError, wrong).toBe(true)
      expect(JSON.stringify(content)).toMatch(/Nothing was sent.*\/body\/file: bytes as base64/s)
    }
    expect(sent).toHaveLength(2)
  } finally {
    globalThis.fetch = before
  }
})

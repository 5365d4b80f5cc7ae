import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

function body(schema: unknown, more: object = {}): unknown {
  return { 'application/json': { schema, ...more } }
}

const answer = {
  200: { description: 'Good.', content: body({ $ref: '#/components/schemas/Pet' }) },
}

/** One operation of every kind that matters for being called. */
export const OPENAPI = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets/{name}': {
      get: {
        operationId: 'pet',
        parameters: [
          {
            name: 'name',
            in: 'path',
            required: true,
            schema: { type: 'string' },
            example: 'a b/c',
          },
          {
            name: 'tags',
            in: 'query',
            schema: { type: 'array' },
            examples: { two: { value: ['x', 'y&z'] } },
          },
          { name: 'limit', in: 'query', schema: { type: 'integer', default: 5 } },
          { name: 'X-Trace', in: 'header', schema: { type: 'string', example: 'on' } },
        ],
        responses: {
          ...answer,
          404: { description: 'None.', content: body({ required: ['code'] }) },
        },
      },
      delete: { operationId: 'remove', responses: answer },
    },
    '/search': {
      post: {
        operationId: 'search',
        'x-tagwire-safe': true,
        requestBody: {
          required: true,
          content: body({}, { examples: { one: { value: { a: 1 } }, two: { value: { a: 2 } } } }),
        },
        responses: answer,
      },
      put: { operationId: 'index', 'x-tagwire-idempotent': true, responses: answer },
    },
    '/unknown/{id}': {
      get: {
        operationId: 'unknown',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: answer,
      },
    },
    '/refresh': { get: { operationId: 'refresh', 'x-tagwire-safe': false, responses: answer } },
  },
  components: {
    schemas: {
      Pet: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
    },
  },
}

/** The same with one operation alone. */
export function only(path: keyof typeof OPENAPI.paths): unknown {
  return { ...OPENAPI, paths: { [path]: OPENAPI.paths[path] } }
}

export const OPENRPC = {
  openrpc: '1.3.2',
  info: { title: 'Node', version: '1' },
  methods: [
    {
      name: 'block',
      paramStructure: 'by-name',
      'x-tagwire-safe': true,
      params: [{ name: 'height', schema: { type: 'string' } }],
      result: { name: 'block', schema: { $ref: '#/components/schemas/Block' } },
      examples: [
        {
          name: 'ten',
          params: [{ name: 'height', value: '10' }],
          result: { name: 'b', value: {} },
        },
      ],
    },
    {
      name: 'sum',
      'x-tagwire-safe': true,
      paramStructure: 'by-position',
      params: [
        { name: 'left', required: true, schema: { type: 'integer' } },
        { name: 'right', schema: { type: 'integer' } },
      ],
      result: { name: 'sum', schema: { type: 'integer' } },
      examples: [
        {
          name: 'one',
          params: [
            { name: 'right', value: 2 },
            { name: 'left', value: 1 },
          ],
          result: { name: 'sum', value: 3 },
        },
      ],
    },
    {
      name: 'listen',
      'x-tagwire-safe': true,
      'x-tagwire-transports': ['webSocket'],
      params: [],
      result: { name: 'r', schema: {} },
    },
    { name: 'send', 'x-tagwire-idempotent': true, params: [], result: { name: 'r', schema: {} } },
  ],
  components: { schemas: { Block: { type: 'object', required: ['height'] } } },
}

/** A document in a separate folder, which is removed after the test. */
export function saved(document: unknown): { readonly cwd: string; readonly spec: string } {
  const cwd = mkdtempSync(path.join(tmpdir(), 'tagwire-probe-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  writeFileSync(path.join(cwd, 'spec.json'), JSON.stringify(document))
  return { cwd, spec: 'spec.json' }
}

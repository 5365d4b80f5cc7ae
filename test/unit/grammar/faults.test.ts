import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Diagnostic } from '../../../generator/src/diagnostics/diagnostic.js'
import { checkGrammar } from '../../../generator/src/grammar/check-grammar.js'
import { loadDocument } from '../../../generator/src/source/document.js'

// Problems of a document, each with its code and place.

const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-faults-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function faultsOf(members: object): Promise<string[]> {
  const head = { openapi: '3.1.0', info: { title: 'A', version: '1' } }
  writeFileSync(path.join(folder, 'spec.json'), JSON.stringify({ ...head, ...members }))
  const found: Diagnostic[] = []
  checkGrammar(await loadDocument('spec.json', folder), (each) => found.push(each))
  return found.map(({ severity, code, at }) => `${severity} ${code} ${at?.pointer}`)
}

const S = { type: 'string' }
const responses = { '200': { description: '' } }
const schemas = (A: unknown, more: object = {}): object => ({
  components: { schemas: { A, ...more } },
})
const operation = (members: object, path = '/a'): object => ({
  paths: { [path]: { get: { responses, ...members } } },
})
const bodies = (required: number, silent: number): object => {
  const all = Array.from({ length: required + silent }, (_, at) => at < required)
  const post = (isRequired: boolean): object => ({
    responses,
    requestBody: { content: {}, ...(isRequired ? { required: true } : {}) },
  })
  return { paths: Object.fromEntries(all.map((each, at) => [`/${at}`, { post: post(each) }])) }
}
const method = (members: object): object => ({
  openapi: undefined,
  openrpc: '1.3.2',
  methods: [{ name: 'a', params: [], result: { name: 'r', schema: S }, ...members }],
})
/** Items with these properties, each an object of its own. */
const listOf = (names: string, more: object = {}): object => {
  const targets = [...names].map((name): [string, object] => [name, { type: 'object' }])
  const properties = Object.fromEntries(
    [...names].map((name) => [name, { $ref: `#/components/schemas/${name}` }]),
  )
  return schemas(
    { items: { $ref: '#/components/schemas/B' } },
    { ...Object.fromEntries(targets), B: { properties, ...more } },
  )
}

describe('a schema', () => {
  test.each<[string, object, ...string[]]>([
    ['that is a list', schemas([]), 'error TW2005 /components/schemas/A'],
    ['that is null', schemas(null), 'warning TW1007 /components/schemas/A'],
    ['that is true', schemas(true)],
    [
      'with null among its properties',
      schemas({ properties: { a: null } }),
      'warning TW1007 /components/schemas/A/properties/a',
    ],
    [
      'with a list for a text',
      schemas({ description: [] }),
      'warning TW2005 /components/schemas/A/description',
    ],
    ['with nothing for a text', schemas({ description: null, deprecated: null })],
    [
      'with a text for a flag',
      schemas({ readOnly: 'yes' }),
      'warning TW2005 /components/schemas/A/readOnly',
    ],
    [
      'with an object for a list',
      schemas({ allOf: {} }),
      'error TW2005 /components/schemas/A/allOf',
    ],
    [
      'with an object for a list of anything',
      schemas({ enum: {} }),
      'error TW2005 /components/schemas/A/enum',
    ],
    ['with an empty choice', schemas({ oneOf: [] }), 'warning TW2005 /components/schemas/A/oneOf'],
    [
      'with a word that is misspelt',
      schemas({ propertis: {} }),
      'warning TW1008 /components/schemas/A/propertis',
    ],
    ['with a word of another tool', schemas({ javaType: 'x' })],
    [
      'with a reference that is no text',
      schemas({ $ref: 1 }),
      'error TW2005 /components/schemas/A/$ref',
    ],
    [
      'with a reference among its properties',
      schemas({ properties: { $ref: '#/components/schemas/B' } }),
      'warning TW2005 /components/schemas/A/properties/$ref',
    ],
    ['with a property that is called so', schemas({ properties: { $ref: S } })],
    [
      'beside a reference with a fault of its own',
      schemas({ $ref: '#/components/schemas/B', description: [] }, { B: S }),
      'warning TW2005 /components/schemas/A/description',
    ],
    [
      'whose bounds exclude each other',
      schemas({
        minimum: 2,
        maximum: 1,
        minLength: 1,
        maxLength: 1,
        minItems: 3,
        maxItems: 2,
        minProperties: 1,
        maxProperties: 0,
      }),
      'warning TW2012 /components/schemas/A/minimum',
      'warning TW2012 /components/schemas/A/minItems',
      'warning TW2012 /components/schemas/A/minProperties',
    ],
    [
      'with names of values that are too few, or the same',
      schemas(
        { enum: [1, 2], 'x-enum-varnames': ['Low'] },
        {
          B: { enum: [1, 2], 'x-enumNames': ['Low', 'Low'] },
          C: { enum: [1], 'x-enumNames': ['Low'] },
        },
      ),
      'warning TW2012 /components/schemas/B/x-enumNames/1',
      'warning TW2012 /components/schemas/A/x-enum-varnames',
    ],
    [
      'with values of another type',
      schemas({ type: 'integer', enum: [null, 1, 'a'] }),
      'warning TW2012 /components/schemas/A/enum/2',
    ],
    [
      'with `required` as a flag',
      schemas({ properties: { a: { ...S, required: true } } }),
      'warning TW2002 /components/schemas/A/properties/a/required',
    ],
    [
      'with `required` as a flag of the whole',
      schemas({ ...S, required: false }),
      'warning TW2002 /components/schemas/A/required',
    ],
    [
      'with `required` of numbers',
      schemas({ required: ['a', 1] }),
      'error TW2005 /components/schemas/A/required/1',
    ],
    [
      'with `required` as a text',
      schemas({ required: 'a' }),
      'error TW2005 /components/schemas/A/required',
    ],
    [
      'in a list of draft 7',
      schemas({ items: [{ description: [] }] }),
      'warning TW2005 /components/schemas/A/items/0/description',
    ],
    [
      'in dependencies of draft 7',
      schemas({ dependencies: { a: ['b'], c: { description: [] } } }),
      'warning TW2005 /components/schemas/A/dependencies/c/description',
    ],
    [
      'whose mapping leads nowhere',
      schemas(
        {
          oneOf: [],
          discriminator: {
            propertyName: 'k',
            mapping: { a: 'B', b: 'C', c: '#/components/schemas/C', d: 1 },
          },
        },
        { B: S },
      ),
      'warning TW3005 /components/schemas/A/discriminator/mapping/b',
      'warning TW3005 /components/schemas/A/discriminator/mapping/c',
      'warning TW1007 /components/schemas/A/discriminator/mapping/d',
      'warning TW2005 /components/schemas/A/oneOf',
    ],
    [
      'whose mapping leads to a name with a dot',
      schemas({ discriminator: { propertyName: 'k', mapping: { a: 'b.c' } } }, { 'b.c': S }),
    ],
    [
      'without the name of its discriminator',
      schemas({ discriminator: {} }),
      'warning TW1009 /components/schemas/A/discriminator',
    ],
    [
      'of items that are a union in all but name',
      listOf('pqrs'),
      'warning TW3006 /components/schemas/B',
    ],
    ['of items with few properties', listOf('pqr')],
    ['of items of which something is required', listOf('pqrs', { required: ['p'] })],
    ['of items that say how they are told apart', listOf('pqrs', { 'x-tagwire-tag': 'key' })],
    ['of items of which two are the same', listOf('pqrp')],
    [
      'with a flag in place of a bound',
      schemas({ exclusiveMinimum: true }),
      'warning TW2005 /components/schemas/A/exclusiveMinimum',
      'warning TW2013 /components/schemas/A/exclusiveMinimum',
    ],
  ])('%s', async (_, members, ...faults) => {
    expect(await faultsOf(members)).toEqual(faults)
  })
})

describe('an operation', () => {
  test.each<[string, object, ...string[]]>([
    ['without answers', operation({ responses: undefined }), 'warning TW1009 /paths/~1a/get'],
    ['with empty answers', operation({ responses: {} }), 'warning TW1009 /paths/~1a/get/responses'],
    [
      'with a status that is none',
      operation({
        responses: {
          fine: { description: '' },
          '4xx': { description: '' },
          '2XX': { description: '' },
          'x-y': 1,
        },
      }),
      'warning TW5009 /paths/~1a/get/responses/fine',
      'warning TW5009 /paths/~1a/get/responses/4xx',
    ],
    ['whose path does not begin with a slash', operation({}, 'a'), 'error TW5008 /paths/a'],
    [
      'with a parameter that is there twice',
      operation({
        parameters: [
          { name: 'A', in: 'header', schema: S },
          { name: 'a', in: 'header', schema: S },
          { name: 'a', in: 'query', schema: S },
        ],
      }),
      'warning TW5006 /paths/~1a/get/parameters/1',
    ],
    [
      'with a parameter that is there twice in its path',
      {
        paths: {
          '/a': {
            parameters: [
              { name: 'a', in: 'query', schema: S },
              { name: 'a', in: 'query', schema: S },
            ],
          },
        },
      },
      'warning TW5006 /paths/~1a/parameters/1',
    ],
    [
      'with a parameter without a schema',
      operation({ parameters: [{ name: 'a', in: 'query' }] }),
      'warning TW1009 /paths/~1a/get/parameters/0',
    ],
    [
      'with an object for its parameters',
      operation({ parameters: {} }),
      'error TW1007 /paths/~1a/get/parameters',
    ],
    [
      'with a scheme that there is not',
      {
        ...operation({ security: [{ key: [], kee: [], 'x-y': [], '#/a': [] }] }),
        components: { securitySchemes: { key: { type: 'apiKey', name: 'k', in: 'header' } } },
      },
      'warning TW5007 /paths/~1a/get/security/0/kee',
    ],
    [
      'with a scheme where there is none',
      operation({ security: [{ key: [] }] }),
      'warning TW5007 /paths/~1a/get/security/0/key',
    ],
    [
      'of OpenAPI 3.0 in a callback',
      { openapi: '3.0.3', ...operation({ callbacks: { c: { u: { post: {} } } } }) },
      'warning TW1009 /paths/~1a/get/callbacks/c/u/post',
    ],
    ['of OpenAPI 3.1 in a callback', operation({ callbacks: { c: { u: { post: {} } } } })],
  ])('%s', async (_, members, ...faults) => {
    expect(await faultsOf(members)).toEqual(faults)
  })
})

describe('a document', () => {
  test.each<[string, object, ...string[]]>([
    ['of types alone', schemas(S)],
    ['of types alone in OpenAPI 3.0', { openapi: '3.0.3', ...schemas(S) }, 'warning TW1009 '],
    ['of nothing in OpenAPI 3.0', { openapi: '3.0.3' }, 'error TW1009 '],
    ['of nothing', {}, 'error TW1009 '],
    ['without a title', { paths: {}, info: {} }, 'warning TW1009 /info', 'warning TW1009 /info'],
    ['whose paths are misspelt', { path: {} }, 'error TW1008 /path'],
    ['with a word that nobody knows', { paths: {}, colour: 1 }, 'warning TW1008 /colour'],
    [
      'with a word for operations',
      { paths: {}, 'x-tagwire-safe': true },
      'warning TW6003 /x-tagwire-safe',
    ],
    [
      'with a word for pieces of methods',
      operation({ 'x-tagwire-sequence': {} }),
      'warning TW6003 /paths/~1a/get/x-tagwire-sequence',
    ],
    ['with where it comes from', operation({ 'x-tagwire-source': 'stated' })],
    [
      'whose bodies are nearly all required',
      bodies(4, 1),
      'warning TW5010 /paths/~14/post/requestBody',
    ],
    ['whose bodies are mostly required', bodies(3, 1)],
  ])('%s', async (_, members, ...faults) => {
    expect(await faultsOf(members)).toEqual(faults)
  })
})

describe('a method of OpenRPC', () => {
  test.each<[string, object, ...string[]]>([
    ['as it should be', method({})],
    ['without a name', method({ name: undefined })],
    ['without parameters', method({ params: undefined })],
    ['with an object for its parameters', method({ params: {} }), 'error TW1007 /methods/0/params'],
    [
      'with an example that does not fit',
      method({
        params: [{ name: 'p', schema: S }],
        examples: [
          { name: 'e', params: [{ name: 'p', value: 1 }], result: { name: 'r', value: 2 } },
        ],
      }),
      'warning TW2014 /methods/0/examples/0/params/0/value',
      'warning TW2014 /methods/0/examples/0/result/value',
    ],
    [
      'with an example of another parameter',
      method({
        params: [
          { name: 'p', schema: S },
          { name: 'q', schema: { type: 'integer' } },
        ],
        examples: [
          {
            name: 'e',
            params: [
              { name: 'q', value: 1 },
              { name: 'other', value: 'x' },
            ],
          },
        ],
      }),
      'warning TW2014 /methods/0/examples/0/params/1/value',
    ],
  ])('%s', async (_, members, ...faults) => {
    expect(await faultsOf(members)).toEqual(faults)
  })
})

describe('an example', () => {
  test.each<[string, object, ...string[]]>([
    [
      'of a parameter',
      operation({
        parameters: [
          {
            name: 'a',
            in: 'query',
            schema: S,
            example: 1,
            examples: { b: { value: 2 }, c: { dataValue: 3 }, d: { externalValue: 'x' } },
          },
        ],
      }),
      'warning TW2014 /paths/~1a/get/parameters/0/example',
      'warning TW2014 /paths/~1a/get/parameters/0/examples/b/value',
      'warning TW2014 /paths/~1a/get/parameters/0/examples/c/dataValue',
    ],
    [
      'of a body in JSON',
      operation({
        responses: {
          '200': {
            description: '',
            content: {
              'application/problem+json': { schema: S, example: 1 },
              'application/json; charset=utf-8': { schema: S, example: 2 },
              'text/plain': { schema: S, example: 3 },
            },
          },
        },
      }),
      'warning TW2014 /paths/~1a/get/responses/200/content/application~1json; charset=utf-8/example',
      'warning TW2014 /paths/~1a/get/responses/200/content/application~1problem+json/example',
    ],
    [
      'that is elsewhere',
      {
        ...operation({
          parameters: [
            {
              name: 'a',
              in: 'query',
              schema: S,
              examples: { b: { $ref: '#/components/examples/e' } },
            },
          ],
        }),
        components: { examples: { e: { value: 1 } } },
      },
      'warning TW2014 /components/examples/e/value',
    ],
  ])('%s', async (_, members, ...faults) => {
    expect(await faultsOf(members)).toEqual(faults)
  })
})

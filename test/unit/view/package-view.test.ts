import { describe, expect, test } from 'vitest'
import {
  earlierOperations,
  hasRequestRules,
  ruledOperations,
} from '../../../generator/src/view/http/request-rules.js'
import { packageView } from '../../../generator/src/view/package-view.js'
import {
  validatedRequests,
  validatedResponses,
  validatedTypes,
  validatorName,
  validatorNames,
} from '../../../generator/src/view/validate/validators.js'
import { lowered, openapi, ref } from '../schema-model.fixture.js'

// What emitters know of a package, and what it validates.

const S = { type: 'string' }
const identity = { name: 'x', version: '1', runtime: '1', document: 'x.yaml' }
const AS_JSON = (schema: object): object => ({ 'application/json': { schema } })
const answers = (content: object): object => ({
  responses: { '200': { description: '', content } },
})
const SCHEMAS = {
  Pet: {
    type: 'object',
    required: ['id', 'n'],
    properties: { id: { ...S, readOnly: true }, n: { ...S, format: 'integer' }, a: S, b: S },
    anyOf: [{ required: ['a'] }, { required: ['b'] }],
  },
  PetInput: S,
  Kind: { enum: ['a', 'b'] },
  Union: {
    oneOf: [
      { type: 'object', required: ['k'], properties: { k: S } },
      { type: 'object', required: ['l'], properties: { l: S } },
    ],
  },
  Loop: { type: 'array', items: ref('Loop') },
  Old: { ...S, deprecated: true },
}

async function viewOf(paths: object = {}, more: Partial<Parameters<typeof packageView>[1]> = {}) {
  const { model } = await lowered(openapi(SCHEMAS, { openapi: '3.2.0', paths }))
  return packageView(model, { ...identity, ...more })
}

describe('a package', () => {
  test('declares each name in a file of its kind', async () => {
    const { homeOf, recursive, inputTypeNames, names } = await viewOf()
    expect(['Pet', 'Kind', 'Union', 'Nobody'].map(homeOf)).toEqual([
      'types',
      'enums',
      'unions',
      undefined,
    ])
    expect([...recursive]).toEqual(['Loop'])
    expect([...inputTypeNames]).toEqual([['Pet', 'PetInput_']])
    expect(['Pet', 'PetInput_', 'isUnion', 'Nobody'].map((name) => names.has(name))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  test('has the parts that fit the document and were asked for', async () => {
    const paths = { '/a': { get: { operationId: 'a', ...answers({}) } } }
    expect([...(await viewOf(paths)).parts]).toEqual([
      'client',
      'schema',
      'validate',
      'decode',
      'mock',
    ])
    expect([...(await viewOf()).parts]).toEqual(['schema', 'validate', 'decode'])
    expect([...(await viewOf(paths, { parts: ['mock', 'client'] })).parts]).toEqual([
      'mock',
      'client',
    ])
    const { model } = await lowered({
      openrpc: '1.3.2',
      info: { title: 'T', version: '1' },
      methods: [{ name: 'a', params: [] }],
    })
    expect(packageView(model, identity).parts.has('schema')).toBe(false)
  })

  test('has times as strings and mutable properties by default', async () => {
    expect(await viewOf()).toMatchObject({ dates: 'text', isReadonly: false })
    expect(await viewOf({}, { dates: 'date', isReadonly: true })).toMatchObject({
      dates: 'date',
      isReadonly: true,
    })
  })
})

describe('validators', () => {
  test('are there for every type, and for what is sent where that differs', async () => {
    const types = validatedTypes(await viewOf())
    expect(types.map(({ name, side, deprecated }) => [name, side, deprecated]).slice(0, 3)).toEqual(
      [
        ['Pet', 'received', undefined],
        ['PetInput_', 'sent', undefined],
        ['PetInput', 'received', undefined],
      ],
    )
    expect(types.find(({ name }) => name === 'Old')?.deprecated).toBe(true)
    const required = (name: string) =>
      types
        .find((each) => each.name === name)
        ?.rule.record?.fields.filter((field) => field.required)
        .map((field) => field.name)
    expect([required('Pet'), required('PetInput_')]).toEqual([['id', 'n'], ['n']])
  })

  test('have names, of which those of the document come first', () => {
    const of = (name: string, side: 'received' | 'sent') => ({
      name,
      side,
      rule: {},
      declaration: name,
    })
    const names = validatorNames([of('PetInput_', 'sent'), of('PetInput', 'received')])
    expect([...names]).toEqual([
      ['PetInput', 'petInputValidator'],
      ['PetInput_', 'petInputValidator_'],
    ])
    expect(['Pet', 'class'].map(validatorName)).toEqual(['petValidator', 'classValidator'])
  })

  test('are there for responses with JSON, by method and by id', async () => {
    const lines = { 'application/jsonl': { itemSchema: ref('Pet') } }
    const view = await viewOf({
      '/a': { get: { operationId: 'get_pet', ...answers(AS_JSON(ref('Pet'))) } },
      '/b': { get: { operationId: 'text', ...answers({ 'text/plain': { schema: S } }) } },
      '/c': { get: { operationId: 'both', ...answers({ ...AS_JSON(ref('Pet')), ...lines }) } },
    })
    const gives = validatedResponses(view).map(({ keys, gives }) => [
      keys,
      typeof gives === 'string' ? gives : 'items',
    ])
    expect(gives).toEqual([
      [['getPet', 'get_pet'], 'answer'],
      [['both'], 'answer'],
      [['bothStream'], 'items'],
    ])
  })

  test('are there for events of JSON-RPC', async () => {
    const events = {
      query: 'q',
      key: 'k',
      unsubscribe: 'u',
      notification: ref('Message'),
      data: '/d',
      kinds: [],
    }
    const methods = [
      { name: 'listen', params: [], result: { name: 'r', schema: S }, 'x-tagwire-events': events },
      { name: 'listen_event', params: [] },
    ]
    const { model } = await lowered({
      openrpc: '1.3.2',
      info: { title: 'T', version: '1' },
      methods,
      components: { schemas: { Message: { properties: { d: S } } } },
    })
    const all = validatedResponses(packageView(model, identity))
    expect(all.map(({ keys, gives, rule }) => [keys, gives, rule.reference])).toEqual([
      [['listen'], 'answer', undefined],
      [['listenEvent_'], 'event', 'Message'],
    ])
  })
})

describe('requests', () => {
  const post = (more: object): object => ({
    operationId: 'make',
    requestBody: { content: AS_JSON(ref('Pet')) },
    ...answers({}),
    ...more,
  })
  const plain = { '/a': { get: { operationId: 'list', ...answers({}) } } }

  test('are validated where their input is described, or the document has rules', async () => {
    const rules = [{ at: '/x', sameSum: '/y' }]
    const view = await viewOf({
      ...plain,
      '/b': { post: post({}) },
      '/c': { get: { operationId: 'ruled', 'x-tagwire-rules': rules, ...answers({}) } },
    })
    expect(
      validatedRequests(view).map(({ method, rule, hasRules }) => [
        method,
        rule?.reference,
        hasRules,
      ]),
    ).toEqual([
      ['make', 'PetInput_', true],
      ['ruled', undefined, true],
    ])
    expect(
      validatedRequests(await viewOf({ '/b': { post: post({}) } })).map(({ hasRules }) => hasRules),
    ).toEqual([false])
    expect(validatedRequests(await viewOf({ '/b': { post: post({}) } }, { parts: [] }))).toEqual([])
  })

  test('have the rules of their schema where the document has any', async () => {
    const query = {
      operationId: 'find',
      parameters: [{ name: 'q', in: 'query', required: true, schema: { ...S, format: 'integer' } }],
      ...answers({}),
    }
    expect(ruledOperations(await viewOf({ '/b': { post: post({}) } }))).toEqual([])
    const rules = [{ oneOf: ['x', 'y'] }]
    const view = await viewOf({
      ...plain,
      '/b': { post: post({ 'x-tagwire-rules': rules }) },
      '/c': { get: query },
    })
    expect(hasRequestRules(view.model)).toBe(true)
    expect(ruledOperations(view).map(({ operation, rules: all }) => [operation.name, all])).toEqual(
      [
        [
          'make',
          [
            { at: '', needs: ['id', 'n'] },
            { someOf: ['a', 'b'] },
            { integers: ['n'] },
            { oneOf: ['x', 'y'] },
          ],
        ],
        ['find', [{ at: '', needs: ['q'] }, { integers: ['q'] }]],
      ],
    )
    const told = await viewOf({
      '/b': { post: post({ 'x-tagwire-rules': [{ oneOf: ['a', 'b'] }] }) },
    })
    expect(ruledOperations(told)[0]?.rules.some((rule) => 'someOf' in rule)).toBe(false)
  })

  test('depend on earlier ones', async () => {
    const chains = { operation: 'chains', at: '/c', id: 'i', family: 'f', prefix: 'p' }
    const rules = [
      { at: '/x', sameLength: { operation: 'length', at: '/z' } },
      { at: '/x', sum: '/s', asSent: { operation: 'sent', at: '/z' } },
      { at: '/x', addressOf: { chains, ids: { operation: 'ids', at: '/i' } } },
      { at: '/x', addressOf: { chains } },
    ]
    const view = await viewOf({
      '/c': { get: { operationId: 'ruled', 'x-tagwire-rules': rules, ...answers({}) } },
    })
    const { answers: received, requests } = earlierOperations(ruledOperations(view))
    expect([[...received], [...requests]]).toEqual([['length', 'chains', 'ids'], ['sent']])
  })
})

import { describe, expect, test } from 'vitest'
import type { Model } from '../../../generator/src/model/model.js'
import { acceptedSchemes } from '../../../generator/src/model/operations/accepted-schemes.js'
import { argumentNames } from '../../../generator/src/model/operations/arguments.js'
import {
  containerKinds,
  isCertainRecord,
} from '../../../generator/src/model/operations/container-kinds.js'
import {
  answerOf,
  contentKind,
  isReadAsSent,
  isSentAsGiven,
  isUndescribed,
  sendableContents,
  sentContent,
  streamKind,
  streamsOnly,
} from '../../../generator/src/model/operations/contents.js'
import { bodyName, inputForm } from '../../../generator/src/model/operations/inputs.js'
import type { Body, Content, Output } from '../../../generator/src/model/operations/operation.js'
import { itemRule, responseRule } from '../../../generator/src/model/operations/response-rules.js'
import { type TextType, textType } from '../../../generator/src/model/operations/text-types.js'
import type { Rule } from '../../../generator/src/model/rules/rule.js'
import { otherOrigins, ownServer } from '../../../generator/src/model/servers/own-server.js'
import type { Declaration, Field, Shape } from '../../../generator/src/model/shapes/shape.js'
import type { Tagging } from '../../../generator/src/model/shapes/tagging.js'
import type { Case } from '../../../generator/src/model/shapes/union.js'
import { operation, parameter } from '../view/operations.fixture.js'

// What travels with an operation, from plain data: no document is needed to ask it.

const source = { file: 'a.yaml', pointer: '' }
const EMPTY: Model = {
  title: 'T',
  version: '1',
  document: { file: 'a.yaml', language: 'openapi', version: '3.1.0' },
  servers: [],
  tags: [],
  declarations: [],
  operations: [],
  extensions: {},
}
const text: Shape = { kind: 'scalar', type: 'string' }
const bytes: Shape = { kind: 'scalar', type: 'binary' }
const any: Shape = { kind: 'json' }
const SHORT: Rule = { text: { most: 9 } }
const to = (name: string): Shape => ({ kind: 'reference', name })
const field = (name: string, shape: Shape = text): Field => ({
  name,
  shape,
  required: true,
  source,
})
const record = (...fields: readonly Field[]): Shape => ({ kind: 'record', fields })
const kind = (tag: string, payload?: Shape): Case => ({
  tag,
  name: tag,
  source,
  ...(payload ? { payload } : {}),
})
const union = (tagging: Tagging, cases: readonly Case[]): Shape => ({
  kind: 'union',
  tagging,
  cases,
  common: [],
})
const declared = (name: string, shape: Shape): Declaration => ({ name, shape, rule: {}, source })
const known = (...all: readonly Declaration[]) => new Map(all.map((each) => [each.name, each]))
const content = (
  mediaType: string,
  shape: Shape = record(),
  more: Partial<Content> = {},
): Content => ({ mediaType, shape, rule: { types: ['object'] }, ...more })
const json = content('application/json')
const lines = content('application/jsonl', any, { stream: { form: 'lines', item: text, rule: {} } })
const output = (...contents: readonly Content[]): Output => ({ contents, source })
const call = { binding: { kind: 'call', method: 'x', byPosition: false } } as const
const bodyOf = (contents: readonly Content[], required = true): Body => ({
  contents,
  required,
  source,
})

test.each<[string, Shape, string]>([
  ['application/json', record(), 'json'],
  ['application/problem+json; charset=utf-8', record(), 'json'],
  ['*/*', record(), 'json'],
  ['application/*', record(), 'json'],
  ['application/json', bytes, 'binary'],
  ['multipart/form-data; boundary=x', record(), 'multipart'],
  ['application/x-www-form-urlencoded', record(), 'form'],
  ['text/csv', text, 'text'],
  ['application/xml', text, 'text'],
  ['application/atom+xml', text, 'text'],
  ['multipart/mixed', record(), 'binary'],
  ['image/png', text, 'binary'],
])('%s of %j travels as %s', (mediaType, shape, kind) => {
  expect(contentKind(content(mediaType, shape))).toBe(kind)
})

test.each([
  ['text/event-stream; charset=utf-8', 'events'],
  ['application/json-seq', 'sequence'],
  ['application/geo+json-seq', 'sequence'],
  ['application/x-ndjson', 'lines'],
  ['application/jsonl', 'lines'],
  ['application/json', undefined],
])('%s is a stream of %s', (mediaType, kind) => {
  expect(streamKind(mediaType)).toBe(kind)
})

describe('bodies', () => {
  const plain = content('text/plain', text)

  test('are JSON where there is a choice', () => {
    expect(sentContent({ contents: [plain, json] })).toBe(json)
    expect(sentContent({ contents: [lines, plain] })).toBe(plain)
    expect(sentContent({ contents: [lines] })).toBe(lines)
  })

  test('list each media type once, and no stream next to others', () => {
    expect(sendableContents({ contents: [plain, lines, json, json] })).toEqual([json, plain])
    expect(sendableContents({ contents: [lines] })).toEqual([lines])
    expect(sendableContents({ contents: [] })).toEqual([])
  })

  test('of any type are sent unchanged, unless they have properties', () => {
    const sent = [
      content('*/*', any),
      content('*/*', text),
      content('*/*'),
      content('text/plain', text),
    ]
    expect(sent.map(isSentAsGiven)).toEqual([true, true, false, false])
  })
})

describe('answers', () => {
  const http = operation('x')

  test('are the best content of each status', () => {
    const { contents, kinds, mayBeEmpty } = answerOf({
      ...http,
      outputs: [output(content('text/plain', text), json), output()],
    })
    expect([contents, [...kinds], mayBeEmpty]).toEqual([[json], ['json'], true])
  })

  test('with a minimal description are read by content type', () => {
    const all = [
      json,
      content('application/json', any),
      content('application/json', text),
      content('text/plain', text),
    ]
    expect(all.map((each) => isReadAsSent(http, each))).toEqual([false, true, true, false])
    expect(all.map((each) => isReadAsSent(call, each))).toEqual([false, false, false, false])
  })

  test('are not described where there are none, but for calls that only notify', () => {
    const outputs: Output[] = []
    expect(
      [http, { ...http, outputs: [output()] }, { ...call, outputs }].map(isUndescribed),
    ).toEqual([true, false, false])
  })

  test('are nothing but a stream, or a stream as well', () => {
    expect(streamsOnly({ ...http, outputs: [output(lines)] })).toBe(true)
    expect(streamsOnly({ ...http, outputs: [output(lines, json)] })).toBe(false)
    expect(streamsOnly({ ...http, outputs: [output(json)] })).toBe(false)
  })

  test.each<[string, readonly Output[], unknown]>([
    ['one content', [output(json)], json.rule],
    ['no JSON', [output(content('text/plain', text))], undefined],
    [
      'JSON or nothing',
      [output(json), output()],
      { choices: [{ holds: 'any', members: [json.rule, { never: true }] }] },
    ],
    [
      'JSON or a text',
      [output(json), output(content('text/plain', text))],
      { choices: [{ holds: 'any', members: [json.rule, { types: ['string'] }] }] },
    ],
    [
      'JSON or bytes',
      [output(json), output(content('image/png', bytes))],
      { choices: [{ holds: 'any', members: [json.rule, {}] }] },
    ],
    [
      'a text in JSON',
      [output(content('application/json', text))],
      { choices: [{ holds: 'any', members: [json.rule, { types: ['object'] }] }] },
    ],
  ])('have the rule of %s', (_, outputs, rule) => {
    expect(responseRule({ ...http, outputs })).toEqual(rule)
  })

  test('with the same type for several statuses have the rule of that type', () => {
    const page = (reference: string, more = {}) => output({ ...json, rule: { reference, ...more } })
    const outputs = [page('Page'), page('Page', { source }), page('Other'), page('Page', SHORT)]
    expect(responseRule({ ...http, outputs: outputs.slice(0, 2) })).toEqual({ reference: 'Page' })
    expect(responseRule({ ...http, outputs })?.choices?.[0]?.members).toHaveLength(3)
  })

  test('of HEAD have no rule', () => {
    const binding = { kind: 'http', method: 'HEAD', path: '/' } as const
    expect(responseRule({ ...http, binding, outputs: [output(json)] })).toBeUndefined()
  })

  test('in events are distinguished by their names, if each has one', () => {
    const ofEvents = (...names: readonly (string | undefined)[]) => {
      const events = names.map((event) => ({
        data: text,
        rule: {},
        ...(event === undefined ? {} : { event }),
      }))
      return itemRule({ mediaType: 'text/event-stream', stream: { form: 'json-events', events } })
    }
    const tags = [
      { tag: 'a', member: 0 },
      { tag: 'b', member: 1 },
    ]
    expect(ofEvents('a', 'b')?.choices?.[0]).toMatchObject({
      holds: 'any',
      tagging: { style: 'property', property: 'event', tags },
    })
    expect(ofEvents('a', undefined)?.choices?.[0]).not.toHaveProperty('tagging')
    expect(ofEvents('a', 'a')?.choices?.[0]).toMatchObject({
      tagging: { tags: [{ tag: 'a', member: 0 }] },
    })
    const fields = [
      { name: 'event', rule: { values: ['a'] }, required: true },
      { name: 'data', rule: {}, required: true },
      { name: 'id', rule: {}, required: false },
      { name: 'retry', rule: {}, required: false },
    ]
    const [event] = ofEvents('a')?.choices ?? []
    expect(event?.members).toMatchObject([{ record: { fields } }])
    expect(event?.tagging).toMatchObject({ tags: [{ tag: 'a', member: 0 }] })
    expect(ofEvents(undefined)?.record?.fields[0]).toEqual({
      name: 'event',
      rule: {},
      required: false,
    })
  })
})

describe('arguments', () => {
  test('that share a name put their place in front, but for the first of path, query, header and cookie', () => {
    const places = ['cookie', 'header', 'query', 'path'] as const
    const parameters = places.map((place) => parameter('a', { place }))
    expect([...argumentNames({ parameters }).values()]).toEqual([
      'a',
      'query_a',
      'header_a',
      'cookie_a',
    ])
  })

  test('yield to the body, and to names that are sent', () => {
    const parameters = [parameter('body'), parameter('query_body'), parameter('b')]
    expect([...argumentNames({ parameters, body: bodyOf([json]) }).values()]).toEqual([
      'query_body_',
      'query_body',
      'b',
    ])
    expect([...argumentNames({ parameters }).values()]).toEqual(['body', 'query_body', 'b'])
  })

  test.each<[string, Shape, TextType]>([
    ['a text', text, 'text'],
    ['a whole number', { kind: 'scalar', type: 'integer' }, 'number'],
    ['a number or null', { kind: 'nullable', shape: { kind: 'scalar', type: 'number' } }, 'number'],
    ['a flag', { kind: 'scalar', type: 'boolean' }, 'boolean'],
    ['numbers to choose from', { kind: 'enumeration', values: [1, 2], open: false }, 'number'],
    ['texts to choose from', { kind: 'enumeration', values: ['a'], open: true }, 'text'],
    ['a list', { kind: 'list', items: to('Flag') }, ['boolean']],
    ['a list of lists', { kind: 'list', items: { kind: 'list', items: text } }, [['text']]],
    ['a circle', to('Loop'), 'any'],
    ['a record', record(), { members: {} }],
    [
      'kinds by key',
      union({ style: 'key' }, [kind('a', to('Flag')), kind('b', text)]),
      { members: { a: 'boolean', b: 'text' } },
    ],
    [
      'kinds by a property, which is a text',
      union({ style: 'property', property: 'is' }, [kind('a', record(field('n'))), kind('b')]),
      { members: { is: 'text', n: 'text' } },
    ],
    [
      'a record or a text',
      union({ style: 'none' }, [kind('a', text), kind('b', record(field('n')))]),
      { either: [{ members: { n: 'text' } }, 'text'] },
    ],
  ])('as texts are %s', (_, shape, type) => {
    const declarations = [
      declared('Flag', { kind: 'scalar', type: 'boolean' }),
      declared('Loop', { kind: 'nullable', shape: to('Loop') }),
    ]
    expect(textType(shape, new Map(declarations.map((each) => [each.name, each])))).toEqual(type)
  })
})

describe('the input', () => {
  const body = bodyOf([content('application/json', to('Pet'))])
  test.each([
    ['nothing', operation('x'), { form: 'none' }],
    [
      'a body',
      operation('x', { input: { parameters: [], body } }),
      { form: 'body', shape: to('Pet'), required: true },
    ],
    [
      'a text',
      operation('x', { input: { parameters: [], body: bodyOf([content('text/plain')], false) } }),
      { form: 'body', shape: text, required: false },
    ],
    [
      'bytes',
      operation('x', { input: { parameters: [], body: bodyOf([content('image/png')]) } }),
      { form: 'body', shape: bytes, required: true },
    ],
    [
      'a body of nothing',
      operation('x', { input: { parameters: [], body: bodyOf([]) } }),
      { form: 'body', shape: any, required: true },
    ],
    [
      'a query',
      operation('x', { input: { parameters: [parameter('a')] } }),
      { form: 'query', name: 'XQuery', fields: [field('a')], required: true },
    ],
    [
      'a query of a given name',
      operation('x', {
        input: { name: 'Given', parameters: [parameter('a', { required: false })] },
      }),
      {
        form: 'query',
        name: 'Given',
        fields: [{ ...field('a'), required: false }],
        required: false,
      },
    ],
    [
      'a path',
      operation('x', { input: { parameters: [parameter('a', { place: 'path' })] } }),
      { form: 'parts', name: 'XArguments', fields: [field('a')], required: true },
    ],
    [
      'a query and a body',
      operation('x', { input: { parameters: [parameter('a')], body: { ...body, doc: 'What.' } } }),
      {
        form: 'parts',
        name: 'XArguments',
        fields: [field('a'), { ...field('body', to('Pet')), doc: 'What.' }],
        required: true,
      },
    ],
    [
      'parameters of a call',
      operation('x', {
        ...call,
        input: {
          parameters: [
            parameter('a', {
              place: 'params',
              doc: 'What.',
              deprecated: true,
              replacedBy: 'b',
              provenance: 'stated',
              default: 1,
            }),
          ],
        },
      }),
      {
        form: 'params',
        name: 'XArguments',
        fields: [
          {
            ...field('a'),
            doc: 'What.',
            deprecated: true,
            replacedBy: 'b',
            provenance: 'stated',
            default: 1,
          },
        ],
        required: true,
      },
    ],
  ])('is %s', (_, given, form) => {
    expect(inputForm(given)).toEqual(form)
  })

  test('is a declaration if its body is one', () => {
    expect(bodyName(operation('x', { input: { parameters: [], body } }))).toBe('Pet')
    expect(
      bodyName(operation('x', { input: { parameters: [parameter('a')], body } })),
    ).toBeUndefined()
    expect(
      bodyName(operation('x', { input: { parameters: [], body: bodyOf([json]) } })),
    ).toBeUndefined()
  })
})

describe('what a value may hold', () => {
  const all = known(
    declared('List', { kind: 'list', items: text }),
    declared('Loop', { kind: 'nullable', shape: to('Loop') }),
  )
  const union = (style: 'none' | 'key', ...payloads: readonly Shape[]): Shape => ({
    kind: 'union',
    tagging: { style },
    cases: payloads.map((payload, index) => ({
      tag: `${index}`,
      name: `${index}`,
      payload,
      source,
    })),
    common: [],
  })
  test.each<[string, Shape, string[]]>([
    ['a text', text, []],
    ['a tuple', { kind: 'tuple', items: [], required: 0 }, ['list']],
    ['a map', { kind: 'map', values: text }, ['record']],
    ['a reference to a list, or null', { kind: 'nullable', shape: to('List') }, ['list']],
    ['a circle', to('Loop'), []],
    ['a reference to nothing', to('None'), []],
    ['all of several', { kind: 'intersection', parts: [record(), to('List')] }, ['record', 'list']],
    ['one of several', union('none', text, to('List')), ['list']],
    ['one of several that are told apart', union('key', text), ['record']],
  ])('%s', (_, shape, found) => {
    expect([...containerKinds(shape, all)]).toEqual(found)
  })

  test.each<[string, readonly Content[], boolean]>([
    ['a record', [json], true],
    [
      'a record of any members',
      [content('application/json', { ...record(), kind: 'record', fields: [], rest: text })],
      false,
    ],
    [
      'a record that may be an error',
      [content('application/json', record(field('code'), field('message')))],
      false,
    ],
    ['a record with a code', [content('application/json', record(field('code')))], true],
    ['a reference to a record', [content('application/json', to('Record'))], true],
    ['a list', [content('application/json', { kind: 'list', items: text })], false],
    ['one of two', [json, json], false],
    ['a circle', [content('application/json', to('Loop'))], false],
  ])('is certainly an object: %s', (_, contents, certain) => {
    expect(
      isCertainRecord(contents, known(declared('Record', record()), declared('Loop', to('Loop')))),
    ).toBe(certain)
  })
})

describe('credentials', () => {
  const scheme = (name: string) =>
    ({ name, kind: 'key', in: 'header', wire: name, source }) as const
  const two = { ...EMPTY, schemes: [scheme('a'), scheme('b')] }
  test.each<[string, Model, readonly string[] | undefined, readonly string[] | undefined]>([
    ['as the document has them', two, undefined, undefined],
    ['of which an operation takes one', two, ['b', 'c'], ['b']],
    ['of which an operation takes all', two, ['b', 'a'], undefined],
    ['of which an operation takes none', two, [], []],
    [
      'with one key that an operation takes',
      { ...EMPTY, credential: { header: 'k', name: 'key' } },
      ['a'],
      undefined,
    ],
    [
      'with one key that an operation does not take',
      { ...EMPTY, credential: { header: 'k', name: 'key' } },
      [],
      [],
    ],
    ['of a document without', EMPTY, [], undefined],
  ])('%s', (_, model, security, taken) => {
    expect(acceptedSchemes(model, operation('x', security ? { security } : {}))).toEqual(taken)
  })
})

describe('servers of operations', () => {
  const at = (home: string, own?: string) => {
    const model = { ...EMPTY, servers: [{ url: home, source }] }
    const called = operation('x', own === undefined ? {} : { servers: [{ url: own, source }] })
    return [ownServer(model, called), otherOrigins({ ...model, operations: [called] })]
  }
  test.each<[string, string | undefined, string | undefined, string[]]>([
    ['https://a.example/v1', undefined, undefined, []],
    ['https://a.example/v1', 'https://a.example/v1/', undefined, []],
    ['https://a.example/v1', 'https://b.example', 'https://b.example', ['https://b.example']],
    ['https://a.example/v1', 'https://a.example/v2', 'https://a.example/v2', []],
    ['https://a.example/v1', '/v2', 'https://a.example/v2', []],
    ['/v1', '/v2', '/v2', []],
    ['/v1', '//b.example/v2', '//b.example/v2', ['//b.example']],
    [
      'https://a.example',
      'https://{region}.example',
      'https://{region}.example',
      ['https://{region}.example'],
    ],
  ])('of %s: %s is %s', (home, own, url, origins) => {
    expect(at(home, own)).toEqual([url, origins])
  })
})

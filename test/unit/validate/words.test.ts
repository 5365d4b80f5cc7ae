import { describe, expect, test } from 'vitest'
import { compile } from './compile.fixture.js'

/** What is said about a document whose one schema is this, and what its validator takes. */
async function made(schema: object) {
  const { diagnostics, validators, text } = await compile({ $defs: { It: schema } })
  return { codes: diagnostics.map((each) => each.code), it: validators.It, text }
}

describe('patterns', () => {
  test.each([
    '^[a-z]+$',
    '^(?:[a-z]{2}-)?\\d{1,3}$',
    '^\\p{L}+$',
    '[[:alpha',
    '(',
    '^(ab|cd)$',
    '^(?:ab|cd)+$',
    '^[A-Za-z]+(?:[\\s-][A-Za-z]+)*$',
    '^(/\\w+)*$',
    '^(\\.[a-z0-9]+[a-z0-9\\-]*(?<!-))*$',
  ])('%s is checked, or reported as invalid', async (pattern) => {
    const { codes, text } = await made({ type: 'string', pattern })
    const valid = isExpression(pattern)
    expect(codes).toEqual(valid ? [] : ['TW2007'])
    expect(text?.includes('pattern(')).toBe(valid)
  })

  test('never become code, whatever they contain', async () => {
    const { it, text } = await made({ type: 'string', pattern: "^'/;alert(1)//\\u2028`$" })
    expect(text).toContain("= /*@__PURE__*/ new RegExp(\"^'/;alert(1)//\\\\u2028`$\", 'u')\n")
    expect(it?.is("'/;alert1//\u2028`")).toBe(true)
    expect(it?.is("'/;alert(1)//\u2028`")).toBe(false)
  })
})

function isExpression(pattern: string): boolean {
  try {
    new RegExp(pattern)
    return true
  } catch {
    return false
  }
}

describe('words that are not checked are never passed over in silence', () => {
  test.each([
    [{ minLength: '3' }, 'TW2005'],
    [{ maximum: 'ten' }, 'TW2005'],
    [{ pattern: 5 }, 'TW2005'],
    [{ maxItems: -1 }, 'TW2005'],
    [{ minLength: 1.5 }, 'TW2005'],
    [{ minLength: true }, 'TW2005'],
    [{ multipleOf: 0 }, 'TW2005'],
    [{ multipleOf: -1 }, 'TW2005'],
    [{ dependentRequired: { a: 'b' } }, 'TW2005'],
    [{ dependentRequired: { a: [5] } }, 'TW2005'],
    [{ type: [] }, 'TW2005'],
    [{ $recursiveRef: '#' }, 'TW2006'],
  ])('%o: %s', async (schema, code) => {
    const { codes } = await made(schema)
    expect(codes).toContain(code)
  })

  test('a place that templates leave open for others is not checked', async () => {
    const { it } = await made({
      $defs: { item: { $dynamicAnchor: 'item', not: {} } },
      type: 'object',
      required: ['items'],
      properties: { items: { type: 'array', items: { $dynamicRef: '#item' } } },
    })
    expect(it?.strict.is({ items: [{ name: 'a' }] })).toBe(true)
    expect(it?.is({ items: 5 })).toBe(false)
  })

  test('beside $ref in OpenAPI 3.0 they are read as meant, with a warning', async () => {
    const { diagnostics, validators } = await compile({
      openapi: '3.0.3',
      info: { title: 'a', version: '1' },
      paths: {},
      components: {
        schemas: {
          Base: { type: 'object', properties: { a: { type: 'string' } } },
          More: { $ref: '#/components/schemas/Base', required: ['a'] },
        },
      },
    })
    expect(diagnostics.map((each) => each.code)).toContain('TW2008')
    expect(validators.More?.is({})).toBe(false)
    expect(validators.Base?.is({})).toBe(true)
  })
})

test.each([
  ['maxItems', 2],
  ['format', 'int64'],
  ['multipleOf', 2],
])('beside $ref in OpenRPC `%s` is read as meant, with a warning', async (word, value) => {
  const $ref = '#/components/schemas/Base'
  const { diagnostics } = await compile({
    openrpc: '1.3.2',
    info: { title: 'a', version: '1' },
    methods: [],
    components: { schemas: { Base: {}, More: { $ref, [word]: value } } },
  })
  expect(diagnostics.map((each) => each.code)).toEqual(['TW2008'])
})

test('a constant that is an object is shown where something else came', async () => {
  const { it } = await made({ const: { a: [1] } })
  expect(it?.check({ a: [2] })).toMatchObject([{ message: 'expected {"a":[1]}, received object' }])
})

test('multiples of whole numbers are exact, however large', async () => {
  const { it } = await made({ type: 'number', multipleOf: 3 })
  expect(it?.is(3 * 2 ** 60)).toBe(true)
  expect(it?.is(2 ** 60)).toBe(false)
  const { it: parts } = await made({ type: 'number', multipleOf: 0.01 })
  expect([0.07, 1.13, 0.075].map((value) => parts?.is(value))).toEqual([true, true, false])
})

test('two kinds of closed variants are reported before anything else', async () => {
  const only = (key: string) => ({
    type: 'object',
    required: [key],
    properties: { [key]: { type: 'integer' } },
    additionalProperties: false,
  })
  const { it } = await made({ oneOf: [only('a'), only('b')] })
  expect(it?.strict.check({ a: 'x', b: 1 })).toMatchObject([
    { path: '', message: 'two kinds at once: "a" and "b"' },
  ])
})

describe('tolerant reading', () => {
  test('accepts more fields in a closed object, as drift', async () => {
    const { it } = await made({
      type: 'object',
      properties: { a: { type: 'string' } },
      additionalProperties: false,
    })
    const value = { a: 'x', b: 1 }
    expect(it?.is(value)).toBe(true)
    expect(it?.drift(value).map((each) => each.path)).toEqual(['b'])
    expect(it?.strict.check(value).map((each) => each.path)).toEqual(['b'])
  })

  test('accepts more fields in an object with unevaluatedProperties, as drift', async () => {
    const part = { type: 'object', properties: { a: { type: 'string' } } }
    const { it } = await made({ allOf: [part], unevaluatedProperties: false })
    expect(it?.is({ a: 'x', b: 1 })).toBe(true)
    expect(it?.drift({ a: 'x', b: 1 }).map((each) => each.path)).toEqual(['b'])
    expect(it?.strict.is({ a: 'x', b: 1 })).toBe(false)
    expect(it?.strict.check({ a: 'x', b: 1 }).map((each) => each.path)).toEqual(['b'])
  })

  test('knows the fields of every part of an allOf', async () => {
    const { it } = await made({
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } } },
        { type: 'object', properties: { b: { type: 'object', properties: { c: {} } } } },
      ],
    })
    expect(it?.drift({ a: 'x', b: { c: 1, d: 2 }, e: 3 }).map((each) => each.path)).toEqual([
      'b.d',
      'e',
    ])
  })

  test('uses the first matching member of a union without tags', async () => {
    const { it } = await made({
      oneOf: [
        { type: 'object', properties: { a: { type: 'string' } } },
        { type: 'object', properties: { b: { type: 'string' } } },
        { type: 'array', items: { enum: ['x', 'y'] } },
      ],
    })
    expect(it?.is({ a: 'x' })).toBe(true)
    expect(it?.strict.is({ a: 'x' })).toBe(false)
    expect(it?.drift(['x', 'z']).map((each) => each.path)).toEqual(['[1]'])
    expect(it?.check(5)).toMatchObject([{ expected: 'object or array', received: 'number' }])
  })

  test('does not reach into `not`, `if` and `contains`', async () => {
    const { it } = await made({ not: { type: 'string', enum: ['a'] } })
    expect(it?.is('b')).toBe(true)
    expect(it?.is('a')).toBe(false)
  })

  const user = {
    type: 'object',
    required: ['id', 'name', 'password'],
    properties: {
      id: { type: 'string', readOnly: true },
      name: { type: 'string' },
      password: { type: 'string', writeOnly: true },
    },
  }
  const reference = { $ref: '#/components/schemas/User' }
  const inputTypeNames = {
    openapi: '3.1.0',
    info: { title: 'a', version: '1' },
    paths: {},
    components: {
      schemas: {
        User: user,
        Deep: {
          type: 'object',
          required: ['every'],
          properties: { every: { type: 'array', items: { anyOf: [reference, { type: 'null' }] } } },
        },
        Kinds: {
          oneOf: [
            { type: 'object', required: ['user'], properties: { user: reference } },
            { type: 'object', required: ['bot'], properties: { bot: { type: 'string' } } },
          ],
        },
        Plain: { type: 'object', properties: { note: { type: 'string' } } },
      },
    },
  }

  test('does not ask a response for what is only sent', async () => {
    const { validators } = await compile(inputTypeNames)
    expect(validators.User?.strict.is({ id: '1', name: 'a' })).toBe(true)
    expect(validators.User?.is({ id: '1' })).toBe(false)
    expect(validators.User?.is({ name: 'a', password: 'b' })).toBe(false)
  })

  test('has a validator of its own for what is sent', async () => {
    const { validators } = await compile(inputTypeNames)
    const { UserInput, DeepInput, KindsInput } = validators
    const sent = { name: 'a', password: 'b' }
    expect(Object.keys(validators)).not.toContain('PlainInput')
    expect(UserInput?.strict.is(sent)).toBe(true)
    expect(UserInput?.check({ id: '1', name: 'a' }).map((each) => each.path)).toEqual(['password'])
    expect(UserInput?.drift({ ...sent, colour: 'red' }).map((each) => each.path)).toEqual([
      'colour',
    ])
    expect(DeepInput?.strict.is({ every: [sent, null] })).toBe(true)
    expect(DeepInput?.check({ every: [{ name: 'a' }] }).map((each) => each.path)).toEqual([
      'every[0].password',
    ])
    expect(KindsInput?.strict.is({ user: sent })).toBe(true)
    expect(KindsInput?.is({ user: { id: '1', name: 'a' } })).toBe(false)
  })
})

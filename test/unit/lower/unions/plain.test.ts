import { expect, test } from 'vitest'
import type { Diagnostic } from '../../../../generator/src/diagnostics/diagnostic.js'
import { lowered, openapi } from '../../schema-model.fixture.js'
import { all, is, record, S } from './shapes-of.fixture.js'

// What is said about a union that stays plain.

async function said(T: object): Promise<readonly Pick<Diagnostic, 'code' | 'message' | 'help'>[]> {
  const { diagnostics } = await lowered(openapi({ T }))
  return diagnostics.map(({ code, message, help }) => ({
    code,
    message,
    ...(help ? { help } : {}),
  }))
}

test('nothing distinguishes its members', async () => {
  expect(await said({ oneOf: [all({ a: S, b: S }), all({ c: S, d: S })] })).toEqual([
    {
      code: 'TW3003',
      message: 'nothing in a value says which of these objects it is; the type is a plain union',
    },
  ])
})

test('a property would distinguish them if it were required', async () => {
  const T = { oneOf: [record({ t: is('a'), x: S }), all({ t: is('b'), y: S, z: S })] }
  expect(await said(T)).toEqual([
    {
      code: 'TW3003',
      message:
        '"t" distinguishes these objects, but not all of them require it; the type is a plain union',
      help: 'Add "t" to `required` in each member.',
    },
  ])
})

test('a value may have two of their keys', async () => {
  const T = { oneOf: [{ anyOf: [all({ a: S }), all({ b: S })] }, all({ c: S })] }
  expect(await said(T)).toEqual([
    {
      code: 'TW3003',
      message:
        'the unions among these members are `oneOf` and `anyOf`, so that a value may have two of their keys; the type is a plain union',
      help: 'Write the same word for all of them if a value always has one key.',
    },
  ])
})

test.each([
  ['"t" is "in"', [all({ t: is('in'), a: S }), all({ t: is('x'), b: S })], all({ t: is('in') })],
  ['the key "a" is', [all({ a: S }), all({ b: S })], all({ a: { type: 'integer' } })],
])('%s in two of them, one of them inside another', async (what, inside, outside) => {
  for (const oneOf of [
    [{ oneOf: inside }, outside],
    [outside, { oneOf: inside }],
  ]) {
    expect(await said({ oneOf })).toEqual([
      {
        code: 'TW3003',
        message: `${what} in two of these members, one of them in a union among them; the type is a plain union`,
        help: 'Give each member a tag of its own, also those of the unions among them, or list each of them once.',
      },
    ])
  }
})

test('that is wanted', async () => {
  const members = [all({ a: S, b: S }), all({ c: S, d: S })]
  expect(await said({ oneOf: members, 'x-tagwire-tag': 'none' })).toEqual([])
})

const members = [all({ t: is('a'), v: S }), record({ t: is('b'), v: S }, 't')]

test.each<[string, unknown, string, string?]>([
  ['a property', { property: 'v' }, 'the property "v"'],
  ['one key', 'key', 'one key'],
  [
    'a pair',
    { property: 't', content: 'v' },
    'the pair "t", "v"',
    'Require "v" in each member that has it, and describe other properties alike in all of them; or write `{ property: t }` alone.',
  ],
])('the requested tag is none: %s', async (_, tag, words, help) => {
  const { diagnostics } = await lowered(openapi({ T: { oneOf: members, 'x-tagwire-tag': tag } }))
  const message = `the members cannot be distinguished by ${words}`
  expect(diagnostics).toMatchObject([{ code: 'TW3004', severity: 'error', message }])
  expect(diagnostics[0]?.help).toBe(help)
  expect(diagnostics[0]?.at?.pointer).toBe('/components/schemas/T/x-tagwire-tag')
})

// The attempt to recognise their tags read the second one first.
test('unions without names among its members are named in the order of the document', async () => {
  const kinds = (...names: readonly string[]) => ({
    oneOf: names.map((name) => all({ kind: is(name), [name]: S, x: S })),
    discriminator: { propertyName: 'kind' },
  })
  const not = { type: 'object', required: ['never'] }
  const T = { anyOf: [kinds('cat', 'dog'), { not, ...kinds('cat', 'eel') }] }
  const { model } = await lowered(openapi({ T }))
  const named = model.declarations.map(({ name, source }) => [name, source.pointer])
  expect(Object.fromEntries(named)).toMatchObject({
    TPayload: '/components/schemas/T/anyOf/0',
    TPayloadUnion: '/components/schemas/T/anyOf/1',
  })
})

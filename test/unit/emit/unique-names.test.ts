import { expect, test } from 'vitest'
import { codesOf, generate, ref, schemasOnly, textOf } from '../lower/generate.fixture.js'

// Found in documents of strangers; both made packages that do not compile.

function repeated(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index)
}

const amount = (key: string): object => ({
  type: 'object',
  properties: { [key]: { type: 'string', format: 'int64' } },
  required: [key],
})

test('decoded types are called differently where their schemas differ in underscores', async () => {
  const made = await generate(
    schemasOnly({
      Signature: { oneOf: [amount('ed25519'), amount('multi_key')] },
      Signature_Ed25519: amount('a'),
      Signature_ed_25519: amount('b'),
      SignatureEd25519Input: amount('c'),
    }),
  )
  const text = textOf(made, 'src/decode.ts')
  const names = [...text.matchAll(/^export (?:type|interface) (\w+)/gm)].map(
    ([, name]) => name ?? '',
  )
  expect(names).toContain('DecodedSignatureEd25519')
  expect(names).toContain('DecodedSignature_Ed25519')
  expect(repeated(names)).toEqual([])
})

test('functions of decoded unions are called differently where their schemas differ in underscores', async () => {
  const made = await generate(
    schemasOnly({
      Signature: { oneOf: [amount('ed25519'), amount('multi_key')] },
      Signature_Ed25519: { oneOf: [amount('a'), amount('b')] },
    }),
  )
  const text = textOf(made, 'src/decode.ts')
  const names = [...text.matchAll(/^export function (\w+)/gm)].map(([, name]) => name ?? '')
  expect(names).toContain('isDecodedSignatureEd25519')
  expect(names).toContain('isDecodedSignatureEd25519_')
  expect(repeated(names)).toEqual([])
})

test('operations with the same id are drawn once by that id', async () => {
  const call = {
    operationId: 'v1.health.get',
    responses: {
      200: { description: 'Fine.', content: { 'application/json': { schema: ref('A') } } },
    },
  }
  const document = {
    ...schemasOnly({ A: { type: 'object', properties: { operationId: { type: 'string' } } } }),
    paths: { '/health': { get: call, head: call }, '/again': { get: call } },
  }
  const made = await generate(document)
  const text = textOf(made, 'src/schema.ts')
  expect(text.match(/^ {2}'v1\.health\.get': \{/gm)).toHaveLength(1)
  expect(text).toContain("'/again': {")
})

test.each(['1st', '_Op', '$op', '第一'])('a union may be called %s', async (name) => {
  const made = await generate(schemasOnly({ [name]: { oneOf: [amount('a'), amount('b')] } }))
  expect(codesOf(made)).toEqual([])
  const text = textOf(made, 'src/unions.ts')
  const names = [...text.matchAll(/^export (?:type|interface|const|function) ([\w$]+)/gm)]
  expect(repeated(names.map(([, each]) => each ?? ''))).toEqual([])
})

test('a response that is a type or nothing has another validator than the type', async () => {
  const schema = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } }
  const responses = {
    200: { description: 'Made.', content: { 'application/json': { schema } } },
    204: { description: 'None is needed.' },
  }
  const document = {
    ...schemasOnly({}),
    paths: { '/token': { get: { operationId: 'token', responses } } },
  }
  const text = textOf(await generate(document), 'src/validate.ts')
  const names = [...text.matchAll(/^export const (\w+)/gm)].map(([, name]) => name ?? '')
  expect(names).toEqual([
    'tokenResponseValidator',
    'tokenResponseValidator_',
    'validators',
    'responseValidators',
  ])
})

test('the validator of a result is called differently from that of a type in it', async () => {
  // As GitHub has it: a result without a body beside one, whose schema is named after the operation.
  const content = {
    'application/json': { schema: { type: 'object', properties: { message: { type: 'string' } } } },
  }
  const responses = { 202: { description: 'Later.', content }, 205: { description: 'Done.' } }
  const made = await generate({
    ...schemasOnly({ Any: { type: 'object' } }),
    paths: { '/read': { put: { operationId: 'markAsRead', responses } } },
  })
  const text = textOf(made, 'src/validate.ts')
  const names = [...text.matchAll(/^(?:export )?const (\w+)/gm)].map(([, name]) => name ?? '')
  expect(names).toContain('markAsReadResponseValidator')
  expect(repeated(names)).toEqual([])
})

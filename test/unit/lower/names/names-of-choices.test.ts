import { expect, test } from 'vitest'
import { codesOf, generate, ref, schemasOnly, textOf } from '../generate.fixture.js'

const leaf = { type: 'object', properties: { a: { type: 'string' } } }
const one = (key: string): object => ({
  type: 'object',
  properties: { [key]: leaf },
  required: [key],
})

test.each([
  ['an enumeration', { type: 'string', enum: ['a', 'b'] }],
  ['a union', { oneOf: [one('a'), one('b')] }],
  ['a union beside shared fields', { allOf: [leaf, { anyOf: [one('b'), one('c')] }] }],
])('%s is written like what is derived from it, and its own name stays', async (_, schema) => {
  const made = await generate(schemasOnly({ wire_name: schema, uses: { items: ref('wire_name') } }))
  expect(codesOf(made)).toEqual([])
  const texts = ['enums', 'unions', 'types']
    .map((each) => textOf(made, `src/${each}.ts`))
    .join('\n')
  expect(texts).toContain('export type WireName')
  expect(texts).toContain(
    '/** @deprecated Use {@link WireName} instead. */\nexport type wire_name = WireName',
  )
  expect(texts).toContain('export function isWireName')
  expect(texts).not.toContain('wire_nameKind')
  expect(textOf(made, 'src/index.ts')).toContain('wire_name')
  expect(textOf(made, 'src/schema.ts')).toContain('wire_name: WireName')
})

test.each([
  ['nothing is derived from it', { wire_name: leaf }],
  ['the document has the other name', { wire_name: { enum: ['a'] }, WireName: leaf }],
  ['it begins with a capital letter', { Wire_name: { enum: ['a'] } }],
])('a name stays alone where %s', async (_, schemas) => {
  const made = await generate(schemasOnly(schemas))
  expect(codesOf(made)).toEqual([])
  const texts = ['enums', 'types'].map((each) => textOf(made, `src/${each}.ts`)).join('\n')
  expect(texts).toMatch(/export (?:type|interface) wire_name/i)
  expect(texts).not.toContain('@deprecated')
})

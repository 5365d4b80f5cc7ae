import { expect, test } from 'vitest'
import type { TypeNaming } from '../../../generator/src/model/naming.js'
import { codesOf, generate, ref, schemasOnly, textOf } from '../lower/generate.fixture.js'

// Types that are named by a rule of the configuration.

const text = { type: 'object', properties: { text: { type: 'string' } } }
const node = { type: 'object', properties: { next: ref('app__models__Node'), other: ref('Other') } }
const schemas = { app__models__Node: node, web__Node: text, Other: text }

async function typesOf(schemas: object, type: TypeNaming) {
  const made = await generate(schemasOnly(schemas), { names: { type } })
  const found = textOf(made, 'src/types.ts').matchAll(/export interface (\w+)/g)
  return { names: [...found].map(([, name]) => name), codes: codesOf(made), made }
}

test('fastapi drops the module, unless the name is taken', async () => {
  const { names, codes, made } = await typesOf(schemas, 'fastapi')
  expect(names.sort()).toEqual(['Node', 'Other', 'web__Node'])
  expect(codes).toEqual([])
  expect(textOf(made, 'src/types.ts')).toContain('next?: Node')
})

test('a function names in any spelling, or not', async () => {
  const rule: TypeNaming = ({ name }) => (name === 'Other' ? undefined : name.split('__')[0])
  expect((await typesOf(schemas, rule)).names.sort()).toEqual(['App', 'Other', 'Web'])
})

test('what the document gives counts', async () => {
  const given = { Other: { ...text, 'x-tagwire-name': 'Given' }, More: text }
  expect((await typesOf(given, () => 'Given')).names.sort()).toEqual(['Given', 'More'])
})

test('a rule that returns no name is one error', async () => {
  // @ts-expect-error
  const { made } = await typesOf(schemas, () => 7)
  expect(made.diagnostics).toMatchObject([
    { code: 'TW7001', severity: 'error', message: 'names.type, for app__models__Node, returns 7' },
  ])
})

import { expect, test } from 'vitest'
import { codesOf, generate, schemasOnly, textOf } from './generate.fixture.js'

test('a schema where a type is named is left out, with a warning', async () => {
  const made = await generate(schemasOnly({ A: { type: { type: 'string', enum: ['a'] } } }))
  expect(codesOf(made)).toEqual(['warning TW2001'])
  expect(textOf(made, 'src/types.ts')).toContain('export type A = unknown')
})

test.each([['strnig'], [5]])('a type that is %j is an error', async (type) => {
  expect(codesOf(await generate(schemasOnly({ A: { type } })))).toEqual(['error TW2001'])
})

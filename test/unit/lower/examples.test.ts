import { expect, test } from 'vitest'
import { codesOf, generate, textOf } from './generate.fixture.js'

test('examples with named members', async () => {
  const value = { '...': '...', true: true, null: null, 7: 7, word: 'word' }
  const content = { 'application/json': { schema: { type: 'object' }, example: value } }
  const made = await generate({
    openapi: '3.1.0',
    info: { title: 'Examples', version: '1' },
    paths: {
      '/a': { get: { operationId: 'a', responses: { '200': { description: 'Fine.', content } } } },
    },
  })
  expect(codesOf(made)).toEqual([])
  expect(textOf(made, 'src/examples.ts')).toContain("'...': '...'")
})

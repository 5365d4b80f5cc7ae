import { expect, test } from 'vitest'
import type { Diagnostic } from '../../../generator/src/diagnostics/diagnostic.js'
import { safeByPatterns } from '../../../generator/src/lower/safe-by-patterns.js'
import { lowered, openapi } from '../schema-model.fixture.js'

const post = (operationId: string) => ({
  post: { operationId, responses: { 200: { description: 'Fine.' } } },
})
const { model } = await lowered(
  openapi(
    {},
    { paths: { '/a': post('get_thing'), '/b': post('get_changes'), '/c': post('send') } },
  ),
)

function safeWith(...patterns: string[]) {
  const found: Diagnostic[] = []
  const { operations } = safeByPatterns(model, patterns, (each) => void found.push(each))
  return {
    safe: operations.filter((each) => each.safe).map(({ id }) => id),
    messages: found.map(({ code, message }) => `${code} ${message}`),
  }
}

test.each([
  [[], []],
  [['get_*'], ['get_thing', 'get_changes']],
  [['get_*', '!get_changes'], ['get_thing']],
  [
    ['!get_changes', '*'],
    ['get_thing', 'send'],
  ],
  [['getThing'], ['get_thing']],
])('%j makes %j safe', (patterns, safe) => {
  expect(safeWith(...patterns)).toEqual({ safe, messages: [] })
})

test('a pattern that matches nothing is an error', () => {
  expect(safeWith('get_*', 'fetch*', '!drop*').messages).toEqual([
    'TW7001 safe: no operation matches "fetch*"',
    'TW7001 safe: no operation matches "!drop*"',
  ])
})

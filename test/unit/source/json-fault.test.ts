import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findJsonFault } from '../../../generator/src/source/syntax/json-fault.js'
import { runs } from '../../property/length.js'

test.each([
  ['{"a": 1 "b": 2}', 8, 'a comma or `}` is missing'],
  ['[1 2]', 3, 'a comma or `]` is missing'],
  ['{"a" 1}', 5, 'a colon is missing'],
  ['{"a": }', 6, 'a value is missing'],
  ['{"a": 1,}', 7, 'a trailing comma'],
  ['[1,]', 2, 'a trailing comma'],
  ["{'a': 1}", 1, 'JSON writes texts in double quotes'],
  ['{a: 1}', 1, 'a key in double quotes is missing'],
  ['[,]', 1, 'a value is missing'],
  ['{"a": 01}', 6, 'a value is missing'],
  ['{"a": "b}', 6, 'this text has no closing quote'],
  ['{"a": "b\nc"}', 8, 'a text may not contain a line break or a tab'],
  ['["\\x"]', 2, 'JSON does not have this escape sequence'],
  ['{"a": 1', 7, 'the text ends here, a comma or `}` is missing'],
  ['{} x', 3, 'unexpected text after the end'],
  ['', 0, 'the text ends here, a value is missing'],
])('%j', (text, offset, message) => {
  expect(findJsonFault(text)).toMatchObject({ offset, message })
})

test('finds a fault exactly where there is one', () => {
  const counts = { sound: 0, broken: 0 }
  const edit = fc.tuple(
    fc.nat(200),
    fc.nat(3),
    fc.constantFrom('', '"', ',', '}', ']', '\\', '0', '\n', '-', ':'),
  )
  fc.assert(
    fc.property(fc.json(), fc.option(edit), (json, change) => {
      const [at, length, insert] = change ?? [0, 0, '']
      const text = json.slice(0, at) + insert + json.slice(at + length)
      const fault = findJsonFault(text)
      expect(fault === undefined, text).toBe(isJson(text))
      counts[fault ? 'broken' : 'sound']++
    }),
    runs(3000),
  )
  expect(Math.min(counts.sound, counts.broken)).toBeGreaterThan(300)
})

test('depth is not a problem', () => {
  const deep = '['.repeat(200_000)
  expect(findJsonFault(deep)).toMatchObject({ offset: deep.length })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

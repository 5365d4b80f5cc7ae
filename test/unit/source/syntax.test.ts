import { describe, expect, test } from 'vitest'
import { createJsonLocator } from '../../../generator/src/source/syntax/json-position.js'
import { findMergeConflict } from '../../../generator/src/source/syntax/merge-conflict.js'
import { parseText } from '../../../generator/src/source/syntax/parse.js'
import { keysIn, keysInText } from '../../../generator/src/source/syntax/repeated-keys.js'

// What is told from the text alone.

describe('a merge conflict', () => {
  const conflict = '<<<<<<< HEAD\na: 1\n=======\na: 2\n>>>>>>> other\n'
  test.each([
    ['is both versions', `b: 1\n${conflict}`, 5, 'begins here'],
    ['may be one of several', conflict.repeat(3), 0, 'begins here, the first of 3'],
    ['may have no names', '<<<<<<<\na\n=======\nb\n>>>>>>>\n', 0, 'begins here'],
  ])('%s', (_, text, offset, said) => {
    expect(findMergeConflict(text)).toMatchObject({
      offset,
      message: `a merge conflict that was not resolved ${said}`,
    })
  })

  test.each([
    ['the first line alone', '<<<<<<< HEAD\na: 1\n'],
    ['no end', '<<<<<<< HEAD\na: 1\n=======\na: 2\n'],
    ['no middle', '<<<<<<< HEAD\na: 1\n>>>>>>> other\n'],
    ['a text with all of it', 'a: "<<<<<<< HEAD"\n=======\n>>>>>>> other\n'],
    ['the end before the first line', '>>>>>>> other\n=======\n<<<<<<< HEAD\n'],
  ])('is not %s', (_, text) => {
    expect(findMergeConflict(text)).toBeUndefined()
  })
})

test.each([
  ['objects in lists', [{ a: 1, b: [{ c: null }, 1, []] }, {}]],
  ['quotation marks and colons', { 'a"b': '":', 'c\\': '\\', '': ['":', '\\":'], '\\"': 'x:' }],
  ['a text', 'a: "b"'],
  ['nothing', null],
])('keys are counted in the value and in its text: %s', (_, value) => {
  const texts = [JSON.stringify(value), JSON.stringify(value, null, 2).replaceAll(':', ' :')]
  expect(texts.map(keysInText)).toEqual(texts.map((text) => keysIn(JSON.parse(text))))
})

test('a repeated key is counted in the text only', () => {
  expect([keysInText('{"a": 1, "a": [2, 3]}'), keysIn({ a: [2, 3] })]).toEqual([2, 1])
})

test('a text of millions of escapes is counted and passed over like any other', () => {
  const text = `{"a":{"b":"${String.raw`\n`.repeat(5_000_000)}"},"c":1}`
  expect(keysInText(text)).toBe(3)
  expect(createJsonLocator(text)('/c')).toBe(text.indexOf('"c"'))
})

test('YAML in flow style is no invalid JSON', () => {
  const { value, faults } = parseText("{a: 1, b: [x, 'y']}")
  expect({ value, faults }).toEqual({ value: { a: 1, b: ['x', 'y'] }, faults: [] })
})

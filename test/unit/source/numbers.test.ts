import { expect, test } from 'vitest'
import { editText } from '../../../generator/src/source/edit-document.js'
import { isWritten, unsafeNumbers } from '../../../generator/src/source/unsafe-numbers.js'

test.each<[string, unknown, string[]]>([
  ['a fraction', 1.5, []],
  ['the largest exact integer', 2 ** 53 - 1, []],
  ['one more', 2 ** 53, ['']],
  ['a number that JSON does not have', Number.NaN, ['']],
  ['infinity', Number.NEGATIVE_INFINITY, ['']],
  ['a text', '9007199254740993', []],
  ['what is inside', { a: [1, 2 ** 60], b: { c: -(2 ** 60) }, d: null }, ['/a/1', '/b/c']],
])('numbers that JavaScript does not hold exactly: %s', (_, value, pointers) => {
  const found = unsafeNumbers({ value, source: { file: 'a.json', pointer: '' } })
  expect(found.map(({ source }) => source.pointer)).toEqual(pointers)
})

test.each<[number, string, boolean]>([
  [12, '12', true],
  [12, '+12,', true],
  [-12, '-12', true],
  [12, '13', false],
  [2 ** 53, '9007199254740993', false],
  [2 ** 53, '9007199254740992', true],
  [1e21, '1e21', true],
  [0.1, '0.10000000000000000001', true],
  [12, '"key": 12', true],
  [12, '"ke\\"y" : 13', false],
  [12, "'key': 12", true],
  [12, 'key: 12', true],
  [12, 'key: 13', false],
  [12, 'key: abc', false],
  [12, 'abc', false],
  [Number.POSITIVE_INFINITY, '1e999', false],
])('%d equals the text: %s (%s)', (value, text, is) => {
  expect(isWritten(value, `##${text}`, 2)).toBe(is)
})

const TEXT = `{
    "a": [1, 2],
    "b": { "c": 3 }
}
`

test.each<[string, 'add' | 'remove' | 'replace', string, unknown, unknown]>([
  ['a member', 'add', '/d', 4, { a: [1, 2], b: { c: 3 }, d: 4 }],
  ['a member inside', 'add', '/b/d', 4, { a: [1, 2], b: { c: 3, d: 4 } }],
  ['a member of nothing yet', 'add', '/x/y', 4, { a: [1, 2], b: { c: 3 }, x: { y: 4 } }],
  ['an item behind the last one', 'add', '/a/-', 9, { a: [1, 2, 9], b: { c: 3 } }],
  ['an item before another', 'add', '/a/1', 9, { a: [1, 9, 2], b: { c: 3 } }],
  ['an item', 'replace', '/a/1', 9, { a: [1, 9], b: { c: 3 } }],
  ['a member', 'replace', '/b/c', 9, { a: [1, 2], b: { c: 9 } }],
  ['an item', 'remove', '/a/0', undefined, { a: [2], b: { c: 3 } }],
  ['a member', 'remove', '/b', undefined, { a: [1, 2] }],
  ['everything', 'replace', '', 1, 1],
])('%s of JSON: %s %s', (_, op, path, value, result) => {
  expect(JSON.parse(editText(TEXT, [{ op, path, value }], true))).toEqual(result)
})

test('JSON keeps its indentation, and the end of its last line', () => {
  const edit = { op: 'replace', path: '/b/c', value: 4 } as const
  expect(editText('{\n\t"b": {\n\t\t"c": 3\n\t}\n}', [edit], true)).toBe(
    '{\n\t"b": {\n\t\t"c": 4\n\t}\n}',
  )
  expect(editText('{"b":{"c":3}}\n', [edit], true)).toBe('{\n  "b": {\n    "c": 4\n  }\n}\n')
})

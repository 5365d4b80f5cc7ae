import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeToken } from '../../generator/src/model/pointer.js'
import { createJsonLocator } from '../../generator/src/source/syntax/json-position.js'
import { parseText } from '../../generator/src/source/syntax/parse.js'
import { patienceMs, runs } from './length.js'

/** A comment in front of it makes a JSON text YAML, which is parsed by another parser. */
const COMMENT = '# yaml\n'

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.integer(), fc.double(), fc.boolean()),
    fc.constantFrom(
      null,
      '',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '\\"',
      '# no',
      '\n',
      '\u2028',
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(
        fc.string({ maxLength: 8 }),
        fc.constantFrom('a/b', '~', '', '"', '__proto__', '<<', '\\'),
      ),
      tie('value'),
      { maxKeys: 4 },
    ),
  ),
}))

function pointersOf(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [at]
  const inside = Object.entries(value).flatMap(([key, each]) =>
    pointersOf(each, `${at}/${escapeToken(key)}`),
  )
  return [at, ...inside]
}

test('places in JSON are where the YAML parser finds them', { timeout: patienceMs }, () => {
  let compared = 0
  const indent = fc.constantFrom('', ' ', '  ')
  fc.assert(
    fc.property(fc.array(value, { maxLength: 5 }), indent, (values, space) => {
      const text = JSON.stringify(values, undefined, space)
      const parsed: unknown = JSON.parse(text)
      const yaml = parseText(COMMENT + text)
      expect(yaml.faults).toEqual([])
      const locate = createJsonLocator(text)
      for (const pointer of pointersOf(parsed)) {
        const expected = yaml.locate(pointer) - COMMENT.length
        expect(locate(pointer), `${pointer} in ${text}`).toBe(expected)
        compared++
      }
    }),
    runs(1500, 3),
  )
  expect(compared).toBeGreaterThan(1_600)
})

test('a pointer without a target returns the deepest existing place', () => {
  const text = '{ "a": [1, { "b": true }] }'
  const want: [string, number][] = [
    ['', 0],
    ['/a', 2],
    ['/a/1/b', 13],
    ['/a/1/c', 11],
    ['/a/7', 2],
    ['/a/0/x', 8],
    ['/nothing', 0],
  ]
  const locate = createJsonLocator(text)
  for (const [pointer, offset] of want) expect(locate(pointer), pointer).toBe(offset)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { utf8Pieces } from '../../../generator/src/output/utf8-pieces.js'

function written(text: string): Buffer {
  return Buffer.concat(Array.from(utf8Pieces(text), (piece) => Buffer.from(piece)))
}

test('the pieces are the bytes that Node makes of the text, halves of characters included', () => {
  const character = fc.oneof(
    fc.constantFrom('é', '\u2028', '😀', '\ud83d', '\ude00', '\0'),
    fc.string({ maxLength: 3, unit: 'binary' }),
  )
  const texts = fc.array(character, { maxLength: 4 }).map((all) => all.join(''))
  fc.assert(
    fc.property(texts, fc.constantFrom(1, 1 << 15), (text, times) => {
      const long = text.repeat(times)
      expect(written(long).equals(Buffer.from(long))).toBe(true)
    }),
    { numRuns: 10 },
  )
})

test('a long text is split into pieces that never start inside a character', () => {
  const text = `a${'😀'.repeat(200_000)}`
  expect([...utf8Pieces(text)].length).toBeGreaterThan(2)
  expect(written(text).equals(Buffer.from(text))).toBe(true)
})

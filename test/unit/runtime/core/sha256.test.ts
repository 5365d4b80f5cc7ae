import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sha256 } from '../../../../packages/runtime/src/core/sha256.js'
import { runs } from '../../../property/length.js'

it('is SHA-256', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'))
    }),
    runs(100),
  )
})

it.each([55, 56, 63, 64, 65, 119, 120, 100_000])('also of %i bytes', (length) => {
  const bytes = Uint8Array.from({ length }, (_, i) => i)
  expect(sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'))
})

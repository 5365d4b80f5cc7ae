import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyTags } from '../../packages/runtime/src/union/index.js'
import { type Plan, referenceKind } from './fixtures/key-tags.reference.js'
import { patienceMs, runs } from './length.js'

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__', 'constructor', 'valueOf', '0', '')

const plan: fc.Arbitrary<Plan> = fc.uniqueArray(key, { minLength: 1 }).chain((kinds) =>
  fc.record({
    kinds: fc.constant(kinds),
    units: fc.subarray(kinds),
    nullable: fc.subarray(kinds),
  }),
)

const content = fc.constantFrom<unknown>(null, undefined, 0, '', false, [], {}, { a: 1 }, 'text')

/** Own members only, `__proto__` among them; on a prototype that lends keys, or on none. */
const object = fc
  .record({
    members: fc.uniqueArray(fc.tuple(key, content), { selector: ([name]) => name, maxLength: 6 }),
    prototype: fc.constantFrom<object | null>(Object.prototype, null, { a: 1, b: {}, extra: 1 }),
    frozen: fc.boolean(),
  })
  .map(({ members, prototype, frozen }) => {
    const value: unknown = Object.create(prototype)
    for (const [name, held] of members) {
      Object.defineProperty(value, name, { value: held, enumerable: true, writable: true })
    }
    return frozen ? Object.freeze(value) : value
  })

const anything = fc.oneof({ weight: 8, arbitrary: object }, key, fc.anything())

describe('guards of one-key unions', () => {
  it('agree with the plain reading of the contract', { timeout: patienceMs }, () => {
    let known = 0
    fc.assert(
      fc.property(plan, anything, (at, value) => {
        const tags = keyTags(at.kinds, at)
        const expected = referenceKind(at, value)
        if (expected !== undefined) known++
        expect(tags.kind(value)).toBe(expected)
        for (const kind of at.kinds) expect(tags.is(value, kind)).toBe(kind === expected)
      }),
      runs(20_000, 4),
    )
    // Or the property would hold because nothing was ever recognised.
    expect(known).toBeGreaterThan(500)
  })
})

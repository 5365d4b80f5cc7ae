import { expect, test } from 'vitest'
import { budgets, execution, sizeOf } from './sizes.js'

// What programs carry has budgets, with room. A change that does not fit raises one and says what for;
// `pnpm tool sizes --against TREE` says what a change cost, in which files.

test.each(budgets)('$what is at most $most kB', async (budget) => {
  const { bytes, code } = await sizeOf(budget)
  // The measure itself: a program that came to nothing would be small, too.
  expect(code).toContain('tagwire.error')
  expect(bytes / 1000).toBeLessThanOrEqual(budget.most)
})

test('carrying out a route adds little to the client, and more once a route needs it', async () => {
  const { client, own, most, mostLater, mostWhole } = execution
  const without = await sizeOf({ what: 'the client', most, program: client })
  const both = await sizeOf({ what: 'both', most, program: `${client}\n${own}` })
  expect((both.bytes - without.bytes) / 1000).toBeLessThanOrEqual(most)
  expect(both.later / 1000).toBeLessThanOrEqual(mostLater)
  expect((both.whole - without.whole) / 1000).toBeLessThanOrEqual(mostWhole)
  // Nothing is left for later by accident, and nothing at first.
  expect(both.code).not.toContain('MsgDepositForBurn')
  expect(both.later).toBeGreaterThan(1000)
})

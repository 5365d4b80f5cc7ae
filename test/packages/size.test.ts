import { expect, test } from 'vitest'
import { budgets, sizeOf } from './sizes.js'

// What programs carry has budgets, with room. A change that does not fit raises one and says what for;
// `pnpm tool sizes --against TREE` says what a change cost, in which files.

test.each(budgets)('$what is at most $most kB', async (budget) => {
  const { bytes, code } = await sizeOf(budget)
  // The measure itself: a program that came to nothing would be small, too.
  expect(code).toContain('tagwire.error')
  expect(bytes / 1000).toBeLessThanOrEqual(budget.most)
})

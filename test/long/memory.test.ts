import { expect, test } from 'vitest'
import { faultyCalls } from '../packages/memory/faulty-calls.fixture.js'

test('20,000 calls at concurrency 50 with faults leave memory where it was', {
  timeout: 300_000,
}, async () => {
  const { grownMB, listeners } = await faultyCalls(20_000)
  expect(listeners).toBe(0)
  // Fifty bytes for each call.
  expect(grownMB).toBeLessThan(1)
})

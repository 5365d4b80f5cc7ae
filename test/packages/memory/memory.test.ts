import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { faultyCalls } from './faulty-calls.fixture.js'

const repository = fileURLToPath(new URL('../../../', import.meta.url))

/** Prints how often memory had to be cleared for 500 answers of yes. */
const PROGRAM = `
import { PerformanceObserver } from 'node:perf_hooks'
import { msgsRequestValidator } from '@tagwire/routing/validate'
const shared = { tx_index: 0, amount_in: '1000000', amount_out: '999' }
const operations = Array.from({ length: 1000 }, (_, index) => index % 2
  ? { ...shared, bank_send: { chain_id: 'osmosis-1', denom: 'uosmo' } }
  : { ...shared, evm_swap: { amount_in: '1', amount_out: '2' } })
const pair = { source_asset_denom: 'a', source_asset_chain_id: 'b', dest_asset_denom: 'c', dest_asset_chain_id: 'd' }
const value = JSON.parse(JSON.stringify({ ...pair, amount_in: '1', address_list: [], operations, timeout_seconds: '300', slippage_tolerance_percent: '0.5' }))
let held = 0
const many = () => { for (let index = 0; index < 500; index++) if (msgsRequestValidator.is(value)) held++ }
const pause = () => new Promise((resolve) => setTimeout(resolve, 100))
many()
await pause()
many()
gc()
await pause()
let cleared = 0
const observer = new PerformanceObserver((list) => { cleared += list.getEntries().length })
observer.observe({ entryTypes: ['gc'] })
many()
await pause()
console.log(JSON.stringify({ held, cleared }))
`

test('a valid value is checked without allocating an object for any of its parts', () => {
  const flags = ['--expose-gc', '--max-semi-space-size=1', '--input-type=module']
  const printed = execFileSync(process.execPath, [...flags, '--eval', PROGRAM], {
    cwd: repository,
    encoding: 'utf8',
  })
  const { held, cleared }: { held: number; cleared: number } = JSON.parse(printed)
  expect(held).toBe(1500)
  // One small object for each of the 1000 operations would be 8 MB or more, in a nursery of 1 MB.
  expect(cleared).toBeLessThan(3)
})

// `tool long` makes twenty thousand.
test('calls that fail in every way leave nothing behind', { timeout: 60_000 }, async () => {
  const { grownMB, listeners, outcomes } = await faultyCalls(600)
  expect(outcomes.ok).toBeGreaterThan(100)
  expect(outcomes.TimeoutError).toBeGreaterThan(10)
  expect(outcomes.TransportError).toBeGreaterThan(10)
  expect(listeners).toBe(0)
  // A client that keeps responses, timers or signals keeps more than this for each call.
  expect(grownMB).toBeLessThan(1.5)
})

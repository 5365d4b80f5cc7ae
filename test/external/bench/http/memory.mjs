// 100,000 calls with every outcome and one long-lived signal: what stays in memory.
import { createRoutingClient } from '@tagwire/routing'
import { mockFailure, mockRouting } from '@tagwire/routing/mock'

const { signal } = new AbortController()
const routing = createRoutingClient({
  retry: { baseMs: 0, maxMs: 0 },
  fetch: mockRouting({
    chains: (_, { count }) => {
      if (count % 5 === 0) return mockFailure({ status: 503 })
      if (count % 7 === 0) return mockFailure({ status: 400, reason: 'BAD_PRICE_ERROR' })
      if (count % 11 === 0) throw new Error('reset')
      return { chains: [] }
    },
    status: () => ({ state: 'STATE_ABANDONED' }),
  }),
})

/** After a while without calls, so that memory that the platform releases later does not count. */
async function kilobytes() {
  for (let round = 0; round < 4; round++) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    globalThis.gc()
  }
  return process.memoryUsage().heapUsed / 1000
}

async function calls(count) {
  for (let n = 0; n < count; n++) {
    if (n % 4 < 3) await routing.chains(undefined, { signal }).catch(() => undefined)
    else await routing.waitForStatus({ tx_hash: `${n}`, chain_id: 'x' }, { signal })
  }
}

await calls(10_000)
const before = await kilobytes()
console.log('\ncalls      heap, kB more than at the start')
for (let done = 20_000; done <= 100_000; done += 20_000) {
  await calls(20_000)
  console.log(String(done).padStart(7), ((await kilobytes()) - before).toFixed(0).padStart(8))
}
const grown = (await kilobytes()) - before
if (grown > 500) {
  console.log(`memory grows: ${grown.toFixed(0)} kB`)
  process.exitCode = 1
}

// Calls over HTTP: what the client adds to a fetch with the same options, and what batching saves.
import { compareCalls } from '../calls.mjs'
import { callers } from './contenders.mjs'
import { startServer } from './harness.mjs'

const { port, stop } = await startServer()
const given = { url: `http://127.0.0.1:${port}`, params: { height: '1' } }
await compareCalls({
  folder: import.meta.dirname,
  title: 'per call',
  names: Object.keys(callers),
  cases: [
    { title: 'block, 4 kB', count: 60, given: { ...given, method: 'block' } },
    { title: 'block_results, 200 kB', count: 15, given: { ...given, method: 'block_results' } },
    {
      title: 'block, 100 at a time',
      count: 400,
      given: { ...given, method: 'block', together: 100 },
    },
  ],
  rounds: 40,
})
stop()

// Calls over HTTP: what the client adds to a fetch with the same options, and what batching gives.
import path from 'node:path'
import { report } from '../readme.mjs'
import { byTurns, median, ratio } from '../turns.mjs'
import { callers } from './contenders.mjs'
import { startServer } from './harness.mjs'

const here = import.meta.dirname
const { port, stop } = await startServer()
const names = Object.keys(callers)
const [base] = names
const cases = [
  { title: 'block, 4 kB', method: 'block', count: 60 },
  { title: 'block_results, 200 kB', method: 'block_results', count: 15 },
  { title: 'block, 100 at a time', method: 'block', count: 400, together: 100 },
]
const measured = []
for (const { title, ...about } of cases) {
  const given = { url: `http://127.0.0.1:${port}`, params: { height: '1' }, ...about }
  const module = path.join(here, 'contenders.mjs')
  const [times] = await byTurns({ module, names, given, rounds: 40 })
  measured.push({ title, times, count: about.count })
}
stop()

const head = measured.flatMap(({ title }) => [`${title}: µs`, '×', 'µs of processor', '×'])
const rows = names.map((name) => {
  const cells = measured.flatMap(({ times, count }) =>
    ['wall', 'cpu'].flatMap((kind) => [
      ((median(times[name][kind]) / count) * 1000).toFixed(0),
      ratio(times[name][kind], times[base][kind]).toFixed(3),
    ]),
  )
  return [name, ...cells]
})
report(here, 'calls', [['per call', ...head], ...rows])

// CPU time of one call, in the process and on Node. The second row is the goal's: at most 1.25 of the first, and at
// most 1 of Hono's.
import path from 'node:path'
import { report } from '../readme.mjs'
import { byTurns, median, ratio } from '../turns.mjs'

const here = import.meta.dirname
/** More rounds take longer, and are more exact. */
const rounds = Number(process.argv[2] ?? 15)
const cases = [3_000, 200_000].map((bytes) => ({
  title: `${bytes / 1000} kB`,
  given: { bytes, count: Math.round(40_000_000 / (bytes + 20_000)) },
}))
const tables = [
  ['process', ['bare function', 'tagwire', 'tagwire, results checked', 'Hono, zod-openapi']],
  ['node', ['Hono on Node', 'tagwire on Node', 'Fastify on Node']],
]

for (const [table, names] of tables) {
  const [base] = names
  const measured = []
  for (const { title, given } of cases) {
    const module = path.join(here, 'contenders.mjs')
    const [times] = await byTurns({ module, names, given, rounds, warmUps: 2 })
    measured.push({ title, times, count: given.count })
  }
  const head = ['one order', ...measured.flatMap(({ title }) => [`${title}: µs`, '×'])]
  const rows = names.map((name) => [
    name,
    ...measured.flatMap(({ times, count }) => [
      ((median(times[name].cpu) / count) * 1000).toFixed(0),
      ratio(times[name].cpu, times[base].cpu).toFixed(2),
    ]),
  ])
  report(here, table, [head, ...rows])
}

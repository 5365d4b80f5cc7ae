// A table of calls by several clients: how long one takes, in wall time and in processor time, and how many times as
// long as with the first client.
import path from 'node:path'
import { report } from './readme.mjs'
import { byTurns, median, ratio } from './turns.mjs'

/**
 * Measures the contenders of a folder in each case, `count` calls a turn, and reports it there. `given` of a case is
 * what contenders get.
 */
export async function compareCalls({ folder, title, names, cases, rounds }) {
  const module = path.join(folder, 'contenders.mjs')
  const measured = []
  for (const { title, count, given } of cases) {
    const [times] = await byTurns({ module, names, given: { ...given, count }, rounds })
    measured.push({ title, count, times })
  }
  const head = measured.flatMap(({ title }) => [`${title}: µs`, '×', 'µs of processor', '×'])
  const [base] = names
  const rows = names.map((name) => {
    const cells = measured.flatMap(({ times, count }) =>
      ['wall', 'cpu'].flatMap((kind) => [
        ((median(times[name][kind]) / count) * 1000).toFixed(0),
        ratio(times[name][kind], times[base][kind]).toFixed(3),
      ]),
    )
    return [name, ...cells]
  })
  report(folder, 'calls', [[title, ...head], ...rows])
}

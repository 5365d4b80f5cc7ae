// Past heights per second at several distances, over http and webSocket, beside bare `fetch` and bare `ws` with as
// many calls on the way: a table for the README, which UPDATE=1 writes. `ROUNDS` (8), `HEIGHTS` (10000 at 0 ms, 2000
// elsewhere), `DISTANCES` (0,10,50) and `TRANSPORT` can be set.
import { fork } from 'node:child_process'
import path from 'node:path'
import { report } from '../readme.mjs'
import { byTurns, median, ratio } from '../turns.mjs'
import { http, webSocket } from './history-contenders.mjs'

const here = import.meta.dirname
const { ROUNDS = '8', HEIGHTS, DISTANCES, TRANSPORT, UPDATE } = process.env
const distances = (DISTANCES ?? '0,10,50').split(',').map(Number)
if (UPDATE && (DISTANCES || TRANSPORT)) throw new Error('UPDATE=1 writes the table as a whole')

/** Where nothing is far, a round of fewer is over before the engine has compiled what it runs. */
const heightsAt = (distance) => Number(HEIGHTS ?? (distance > 0 ? 2000 : 10_000))

const server = fork(path.join(here, 'history-server.mjs'))
const port = await new Promise((resolve) => server.once('message', resolve))

const rows = []
for (const [transport, all] of Object.entries({ http, webSocket })) {
  if (TRANSPORT && transport !== TRANSPORT) continue
  const [own, ...others] = Object.keys(all).map((name) => `${transport}: ${name}`)
  for (const distance of distances) {
    const heights = heightsAt(distance)
    for (const [concurrency, batch] of [
      [64, 1],
      [16, 10],
    ]) {
      const [times] = await byTurns({
        module: path.join(here, 'history-contenders.mjs'),
        names: [own, ...others],
        given: { host: `127.0.0.1:${port}`, distance, heights, concurrency, batch },
        rounds: Number(ROUNDS),
      })
      for (const name of others) {
        rows.push([
          `${transport}, ${distance} ms, ${concurrency} × ${batch}`,
          ((heights * 1000) / median(times[own].wall)).toFixed(0),
          ((median(times[own].cpu) / heights) * 1000).toFixed(0),
          name.slice(transport.length + 2),
          // Of the speed, not of the time.
          (1 / ratio(times[own].wall, times[name].wall)).toFixed(2),
          ratio(times[own].cpu, times[name].cpu).toFixed(2),
        ])
      }
    }
  }
}
report(here, 'history', [
  ['`history`', 'heights per second', 'µs of processor', 'beside', '×', '× processor'],
  ...rows,
])
server.kill()

// What a `route` call costs over loopback, beside `fetch` with the same options and `JSON.parse`.
import { fork } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { report } from '../readme.mjs'
import { byTurns, median, ratio } from '../turns.mjs'
import { contenders } from './contenders.mjs'
import { heyApiModule } from './prepare.mjs'

const here = import.meta.dirname
const heyApi = pathToFileURL(await heyApiModule()).href
const server = fork(path.join(here, 'server.mjs'))
const { port, answers } = await new Promise((resolve) => server.once('message', resolve))

const names = Object.keys(contenders)
const [base] = names
const measured = []
for (const { name, bytes, operations } of answers) {
  const calls = Math.round(4_000_000 / (bytes + 40_000))
  const given = { url: `http://127.0.0.1:${port}/${name}`, calls, operations, heyApi }
  const module = path.join(here, 'contenders.mjs')
  const [times] = await byTurns({ module, names, given, rounds: 60 })
  measured.push({ calls, times, size: `${(bytes / 1000).toFixed(0)} kB` })
}
server.kill()

const head = measured.flatMap(({ size }) => [`${size}: µs`, '×', `${size}: µs of processor`, '×'])
const rows = names.map((name) => {
  const cells = measured.flatMap(({ calls, times }) =>
    ['wall', 'cpu'].flatMap((kind) => [
      ((median(times[name][kind]) / calls) * 1000).toFixed(0),
      ratio(times[name][kind], times[base][kind]).toFixed(3),
    ]),
  )
  return [name, ...cells]
})
report(here, 'calls', [['one `route` call', ...head], ...rows])

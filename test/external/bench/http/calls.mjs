// The cost of a `route` call over loopback, compared with `fetch` with the same options and `JSON.parse`.
import { fork } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { compareCalls } from '../calls.mjs'
import { contenders } from './contenders.mjs'
import { heyApiModule } from './prepare.mjs'

const folder = import.meta.dirname
const heyApi = pathToFileURL(await heyApiModule()).href
const server = fork(path.join(folder, 'server.mjs'))
const { port, answers } = await new Promise((resolve) => server.once('message', resolve))

await compareCalls({
  folder,
  title: 'one `route` call',
  names: Object.keys(contenders),
  cases: answers.map(({ name, bytes, operations }) => ({
    title: `${(bytes / 1000).toFixed(0)} kB`,
    // Enough that every turn has its share of garbage collection.
    count: Math.round(16_000_000 / (bytes + 40_000)),
    given: { url: `http://127.0.0.1:${port}/${name}`, operations, heyApi },
  })),
  rounds: 30,
})
server.kill()

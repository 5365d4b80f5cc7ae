// Time per `route` call over loopback, beside bare `fetch` and `JSON.parse`.
import { fork } from 'node:child_process'
import path from 'node:path'
import { setApiOptions, route as skipRoute } from '@skip-go/client'
import { createRoutingClient } from '@tagwire/routing'
import createClient from 'openapi-fetch'
import { heyApiModule } from './prepare.mjs'

const server = fork(path.join(import.meta.dirname, 'server.mjs'))
const { port, size } = await new Promise((resolve) => server.once('message', resolve))
const url = `http://127.0.0.1:${port}`
const body = { source_asset_denom: 'uatom', amount_in: '1000000' }

const ours = createRoutingClient({ baseUrl: url })
const plain = createClient({ baseUrl: url })
const sdk = await import(await heyApiModule())
setApiOptions({ apiUrl: url })

const calls = {
  'bare fetch': async () => {
    const response = await fetch(`${url}/v2/fungible/route`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return JSON.parse(await response.text()).operations
  },
  '@tagwire/routing': async () => (await ours.route(body)).operations,
  'openapi-fetch alone': async () =>
    (await plain.POST('/v2/fungible/route', { body })).data.operations,
  'hey-api': async () => (await sdk.route({ body, baseUrl: url })).data.operations,
  '@skip-go/client': async () => (await skipRoute({ amountIn: '1000000' })).operations,
}

const rounds = 60
const perRound = 10
const times = Object.fromEntries(Object.keys(calls).map((name) => [name, []]))
for (const [name, call] of Object.entries(calls)) {
  for (let warm = 0; warm < 30; warm++) {
    if (!((await call()).length > 100)) throw new Error(`${name} gave something else`)
  }
}
for (let round = 0; round < rounds; round++) {
  const names = Object.keys(calls)
  // Another order each time, so that nobody always runs after the same neighbour.
  for (let turn = 0; turn < names.length; turn++) {
    const name = names[(turn + round) % names.length]
    const begun = performance.now()
    for (let n = 0; n < perRound; n++) await calls[name]()
    times[name].push((performance.now() - begun) / perRound)
  }
}
server.kill()

const lowerQuartile = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 4)]
const base = lowerQuartile(times['bare fetch'])
console.log(`\nper call with ${(size / 1000).toFixed(0)} kB, ms        ratio`)
for (const [name, list] of Object.entries(times)) {
  const ms = lowerQuartile(list)
  console.log(name.padEnd(24), ms.toFixed(3).padStart(7), (ms / base).toFixed(3).padStart(9))
}
process.exit(0)

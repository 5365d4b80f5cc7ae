// Past heights per second at several distances, against bare fetch with as many requests in flight
// and as many calls in each.

import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import { createNodeRpcClient, history, http } from '@tagwire/node-rpc'
import { byTurns } from './harness.mjs'

if (process.argv[2] === 'server') serve()
else await main()

/** Answers `block`, `block_results` and `status` after so many milliseconds. */
function serve() {
  const results = {
    status: { sync_info: { earliest_block_height: '1', latest_block_height: '1000000' } },
  }
  const txs = Array.from({ length: 5 }, (_, i) => btoa(`key-${i}=${'v'.repeat(200)}`))
  const answer = ({ id, method, params: { height } }) => {
    const result = results[method] ?? (method === 'block' ? block(height) : outcome(height))
    return { jsonrpc: '2.0', id, result }
  }
  const block = (height) => ({
    block_id: { hash: 'AB' },
    block: { header: { height, chain_id: 'bench' }, data: { txs }, last_commit: null },
  })
  const outcome = (height) => ({
    height,
    txs_results: txs.map(() => ({ code: 0, data: null, gas_used: '1', events: [] })),
    finalize_block_events: null,
  })
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const body = JSON.parse(text)
    const json = JSON.stringify(Array.isArray(body) ? body.map(answer) : answer(body))
    setTimeout(() => response.end(json), Number(request.headers['x-distance']))
  })
  server.listen(0, '127.0.0.1', () => process.send(server.address().port))
}

async function main() {
  const child = fork(import.meta.filename ?? new URL(import.meta.url), ['server'])
  const port = await new Promise((resolve) => child.once('message', resolve))
  const url = `http://127.0.0.1:${port}`
  const rounds = Number(process.env.ROUNDS ?? 4)
  console.log('heights per second (× bare fetch), block and block_results of each')
  for (const distance of [0, 10, 50]) {
    for (const [concurrency, batch] of [
      [16, 1],
      [64, 1],
      [16, 10],
    ]) {
      const heights = distance === 0 ? 1000 : 2000
      const given = { url, distance, concurrency, batch, heights }
      const times = await byTurns(rounds, { bare: bare(given), tagwire: ours(given) })
      const ratio = times.bare / times.tagwire
      const rate = Math.round((heights * 1000) / times.tagwire)
      console.log(
        `${distance} ms, ${concurrency} × ${batch}`.padEnd(20),
        rate,
        `${ratio.toFixed(2)}×`,
      )
    }
  }
  child.kill()
  process.exit(0)
}

/** As fast as it gets: so many loops, each with the next calls; every answer is parsed. */
function bare({ url, distance, concurrency, batch, heights }) {
  return async () => {
    const calls = Array.from({ length: heights }, (_, i) => [
      { method: 'block', params: { height: String(i + 1) } },
      { method: 'block_results', params: { height: String(i + 1) } },
    ]).flat()
    const headers = { 'content-type': 'application/json', 'x-distance': String(distance) }
    let next = 0
    const loop = async () => {
      while (next < calls.length) {
        const some = calls.slice(next, next + batch)
        next += batch
        const messages = some.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))
        const body = JSON.stringify(batch > 1 ? messages : messages[0])
        await (await fetch(url, { method: 'POST', headers, body })).json()
      }
    }
    await Promise.all(Array.from({ length: concurrency }, loop))
  }
}

function ours({ url, distance, concurrency, batch, heights }) {
  return async () => {
    const node = createNodeRpcClient({
      transport: http(url, { headers: { 'x-distance': String(distance) } }),
    })
    let seen = 0
    for await (const _ of history(node, {
      methods: ['block', 'blockResults'],
      from: 1,
      to: heights,
      concurrency,
      batch,
    }))
      seen++
    if (seen !== heights) throw new Error(`${seen} heights`)
  }
}

// Past heights per second at several distances, over http and webSocket, against bare `fetch` and bare `ws`
// with as many calls on the way: a table for the README. `ROUNDS` (6) and `HEIGHTS` (2000) can be set.

import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import { createNodeRpcClient, history, http, webSocket } from '@tagwire/node-rpc'
import { WebSocket, WebSocketServer } from 'ws'
import { median } from './harness.mjs'

const rounds = Number(process.env.ROUNDS ?? 6)
const heights = Number(process.env.HEIGHTS ?? 2000)

const calls = Array.from({ length: heights }, (_, i) => [
  { method: 'block', params: { height: String(i + 1) } },
  { method: 'block_results', params: { height: String(i + 1) } },
]).flat()

if (process.argv[2] === 'server') serve()
else await main()

/** Answers `block`, `block_results` and `status` after so many milliseconds, which the path says. */
function serve() {
  const results = {
    status: { sync_info: { earliest_block_height: '1', latest_block_height: '1000000' } },
  }
  const txs = Array.from({ length: 5 }, (_, i) => btoa(`key-${i}=${'v'.repeat(200)}`))
  const block = (height) => ({
    block_id: { hash: 'AB' },
    block: { header: { height, chain_id: 'bench' }, data: { txs }, last_commit: null },
  })
  const outcome = (height) => ({
    height,
    txs_results: txs.map(() => ({ code: 0, data: null, gas_used: '1', events: [] })),
    finalize_block_events: null,
  })
  const answer = ({ id, method, params: { height } }) => {
    const result = results[method] ?? (method === 'block' ? block(height) : outcome(height))
    return { jsonrpc: '2.0', id, result }
  }
  const later = (url, work) => {
    const ms = Number(url.slice(1))
    if (ms > 0) setTimeout(work, ms)
    else work()
  }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const body = JSON.parse(text)
    const json = JSON.stringify(Array.isArray(body) ? body.map(answer) : answer(body))
    later(request.url, () => response.end(json))
  })
  // Longer than any turn of the others takes.
  server.keepAliveTimeout = 600_000
  new WebSocketServer({ server }).on('connection', (socket, { url }) => {
    socket.on('message', (data) => {
      const json = JSON.stringify(answer(JSON.parse(data)))
      later(url, () => socket.send(json))
    })
  })
  // Nobody measures any more.
  process.once('disconnect', () => process.exit())
  server.listen(0, '127.0.0.1', () => process.send(server.address().port))
}

async function main() {
  const child = fork(import.meta.filename ?? new URL(import.meta.url), ['server'])
  const port = await new Promise((resolve) => child.once('message', resolve))
  console.log(
    '| transport | round trip | requests × calls | heights per second | × bare | µs of processor per height | × bare |',
  )
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: |')
  for (const [name, bare, connect] of [
    ['http', bareFetch, (address) => http(`http://${address}`)],
    ['webSocket', bareSocket, (address) => webSocket(`ws://${address}`, { WebSocket })],
  ]) {
    for (const distance of [0, 10, 50]) {
      for (const [concurrency, batch] of [
        [64, 1],
        [16, 10],
      ]) {
        const given = { address: `127.0.0.1:${port}/${distance}`, concurrency, batch }
        const [own, other] = await inTurns(ours({ ...given, connect }), bare(given))
        const cells = [
          name,
          `${distance} ms`,
          `${concurrency} × ${batch}`,
          Math.round((heights * 1000) / own.ms),
          (other.ms / own.ms).toFixed(2),
          own.cpu.toFixed(0),
          (own.cpu / other.cpu).toFixed(2),
        ]
        console.log(`| ${cells.join(' | ')} |`)
      }
    }
  }
  child.kill()
  process.exit(0)
}

/** Medians of the wall time and of the processor time of a height; the first round is for warming up. */
async function inTurns(...contenders) {
  const taken = contenders.map(() => ({ ms: [], cpu: [] }))
  for (let round = -1; round < rounds; round++) {
    for (const [index, work] of contenders.entries()) {
      const begun = performance.now()
      const before = process.cpuUsage()
      await work()
      const { user, system } = process.cpuUsage(before)
      if (round < 0) continue
      taken[index].ms.push(performance.now() - begun)
      taken[index].cpu.push((user + system) / heights)
    }
  }
  return taken.map(({ ms, cpu }) => ({ ms: median(ms), cpu: median(cpu) }))
}

/** As fast as it gets: so many loops, each with the next calls; every answer is parsed. */
function bareFetch({ address, concurrency, batch }) {
  return async () => {
    const headers = { 'content-type': 'application/json' }
    let next = 0
    const loop = async () => {
      while (next < calls.length) {
        const some = calls.slice(next, next + batch)
        next += batch
        const messages = some.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))
        const body = JSON.stringify(batch > 1 ? messages : messages[0])
        await (await fetch(`http://${address}`, { method: 'POST', headers, body })).json()
      }
    }
    await Promise.all(Array.from({ length: concurrency }, loop))
  }
}

/** One socket with as many calls on the way; each answer sends the next call. */
function bareSocket({ address, concurrency, batch }) {
  return () =>
    new Promise((resolve) => {
      const socket = new WebSocket(`ws://${address}`)
      let next = 0
      let answered = 0
      const send = () => {
        if (next >= calls.length) return
        socket.send(JSON.stringify({ jsonrpc: '2.0', id: next, ...calls[next++] }))
      }
      socket.onopen = () => {
        for (let i = 0; i < concurrency * batch; i++) send()
      }
      socket.onmessage = ({ data }) => {
        if (!JSON.parse(data).result) throw new Error('no result')
        send()
        if (++answered < calls.length) return
        socket.terminate()
        resolve()
      }
    })
}

function ours({ address, connect, concurrency, batch }) {
  return async () => {
    const node = createNodeRpcClient({ transport: connect(address) })
    let seen = 0
    const options = { from: 1, to: heights, concurrency, batch }
    for await (const _ of history(node, { methods: ['block', 'blockResults'], ...options })) seen++
    await node.close()
    if (seen !== heights) throw new Error(`${seen} heights`)
  }
}

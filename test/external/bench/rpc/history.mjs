// Past heights per second at several distances, over http and webSocket, against bare `fetch` and bare `ws`
// with as many calls on the way: a table for the README. `ROUNDS` (6), `HEIGHTS` (10000 at 0 ms, 2000 elsewhere),
// `DISTANCES` (0,10,50) and `TRANSPORT` can be set.

import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import { createNodeRpcClient, history, http, webSocket } from '@tagwire/node-rpc'
import { WebSocket, WebSocketServer } from 'ws'
import { median } from '../turns.mjs'

const rounds = Number(process.env.ROUNDS ?? 6)
const distances = (process.env.DISTANCES ?? '0,10,50').split(',').map(Number)
/** Where nothing is far, a round of fewer is over before the engine has compiled what it runs. */
const heightsAt = (distance) => Number(process.env.HEIGHTS ?? (distance > 0 ? 2000 : 10_000))
const warmUpMs = 3000

const callsOf = (heights) =>
  Array.from({ length: heights }, (_, i) => [
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
    '| transport | round trip | requests × calls | heights per second | µs of processor | beside | × wall | × processor |',
  )
  console.log('| --- | ---: | ---: | ---: | ---: | --- | ---: | ---: |')
  const transports = {
    http: {
      connect: (address) => http(`http://${address}`),
      others: { 'bare `fetch`': bareFetch },
    },
    webSocket: {
      connect: (address) => webSocket(`ws://${address}`, { WebSocket }),
      others: { 'bare `ws`': bareSocket, 'by hand': byHand },
    },
  }
  const chosen = process.env.TRANSPORT
  for (const [name, { connect, others }] of Object.entries(transports)) {
    if (chosen && name !== chosen) continue
    for (const distance of distances) {
      for (const [concurrency, batch] of [
        [64, 1],
        [16, 10],
      ]) {
        const heights = heightsAt(distance)
        const given = { address: `127.0.0.1:${port}/${distance}`, heights, concurrency, batch }
        const contenders = Object.values(others).map((create) => create(given))
        const [own, ...times] = await inTurns(heights, ours({ ...given, connect }), ...contenders)
        for (const [index, beside] of Object.keys(others).entries()) {
          const cells = [
            name,
            `${distance} ms`,
            `${concurrency} × ${batch}`,
            Math.round((heights * 1000) / own.ms),
            own.cpu.toFixed(0),
            beside,
            (times[index].ms / own.ms).toFixed(2),
            (own.cpu / times[index].cpu).toFixed(2),
          ]
          console.log(`| ${cells.join(' | ')} |`)
        }
      }
    }
  }
  child.kill()
  process.exit(0)
}

/** Medians of the wall time and of the processor time of a height. */
async function inTurns(heights, ...contenders) {
  const taken = contenders.map(() => ({ ms: [], cpu: [] }))
  const warmUntil = performance.now() + warmUpMs
  do {
    for (const work of contenders) await work()
  } while (performance.now() < warmUntil)
  for (let round = 0; round < rounds; round++) {
    for (const [index, work] of contenders.entries()) {
      const begun = performance.now()
      const before = process.cpuUsage()
      await work()
      const { user, system } = process.cpuUsage(before)
      taken[index].ms.push(performance.now() - begun)
      taken[index].cpu.push((user + system) / heights)
    }
  }
  return taken.map(({ ms, cpu }) => ({ ms: median(ms), cpu: median(cpu) }))
}

/** So many loops, each with the next calls; every answer is parsed, and nothing else is done with it. */
function bareFetch({ address, heights, concurrency, batch }) {
  const calls = callsOf(heights)
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

/** One socket with as many calls on the way; each answer sends the next call, and is parsed and dropped. */
function bareSocket({ address, heights, concurrency, batch }) {
  const calls = callsOf(heights)
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

/**
 * What one would write by hand for the same use: answers are matched by their ids and checked for their height,
 * heights are put together and handed out in order. Without deadlines, repetition, reconnecting, limits of
 * memory, progress, and errors that say what happened.
 */
function byHand({ address, heights, concurrency, batch }) {
  return async () => {
    let seen = 0
    for await (const _ of inOrder(address, heights, (concurrency * batch) / 2)) seen++
    if (seen !== heights) throw new Error(`${seen} heights`)
  }
}

async function* inOrder(address, heights, ahead) {
  const socket = new WebSocket(`ws://${address}`)
  const asked = new Map()
  const found = new Map()
  let lastId = 0
  let next = 1
  let failure
  let wake = () => {}
  const send = (height) => {
    for (const method of ['block', 'block_results']) {
      asked.set(++lastId, { method, height })
      const params = { height: String(height) }
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params }))
    }
  }
  socket.onopen = () => {
    while (next <= ahead) send(next++)
  }
  socket.onmessage = ({ data }) => {
    const { id, result, error } = JSON.parse(data)
    const call = asked.get(id)
    if (!call) return
    asked.delete(id)
    const { method, height } = call
    const told = result?.block?.header.height ?? result?.height
    if (error || told !== String(height)) failure = new Error(`no ${method} of ${height}`)
    const own = found.get(height) ?? { height }
    found.set(height, own)
    own[method] = result
    if (!own.block || !own.block_results) return
    if (next <= heights) send(next++)
    wake()
  }
  for (let height = 1; height <= heights; height++) {
    for (;;) {
      if (failure) throw failure
      const own = found.get(height)
      if (own?.block && own.block_results) {
        found.delete(height)
        yield own
        break
      }
      await new Promise((resolve) => {
        wake = resolve
      })
    }
  }
  socket.terminate()
}

function ours({ address, connect, heights, concurrency, batch }) {
  return async () => {
    const node = createNodeRpcClient({ transport: connect(address) })
    let seen = 0
    const options = { from: 1, to: heights, concurrency, batch }
    for await (const _ of history(node, { methods: ['block', 'blockResults'], ...options })) seen++
    await node.close()
    if (seen !== heights) throw new Error(`${seen} heights`)
  }
}

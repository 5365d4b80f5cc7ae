// What a notification costs the client in processor time, against bare `ws` and `JSON.parse`: a table for the
// README, of short notifications and of such as chains with users send.
import { createNodeRpcClient, eventQuery, webSocket } from '@tagwire/node-rpc'
import { WebSocket } from 'ws'
import { lowerQuartile, startServer } from './harness.mjs'

const rounds = 6

/** Takes so many notifications and nothing else. */
function bare(url, total) {
  return new Promise((resolve) => {
    const socket = new WebSocket(url)
    const params = { query: "tm.event = 'NewBlock'" }
    let seen = 0
    socket.onopen = () =>
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscribe', params }))
    socket.onmessage = ({ data }) => {
      const { result } = JSON.parse(data)
      if (result.data && ++seen === total) {
        socket.terminate()
        resolve()
      }
    }
  })
}

async function ours(url, total, resume) {
  const client = createNodeRpcClient({ transport: webSocket(url, { WebSocket }) })
  let seen = 0
  const buffer = { size: total, characters: 2 ** 32 }
  for await (const _ of client.subscribe(eventQuery('NewBlock'), { resume, buffer })) {
    if (++seen === total) break
  }
  await client.close()
}

const contenders = {
  'ws + JSON.parse': bare,
  'tagwire, none': (url, total) => ours(url, total, 'none'),
  'tagwire, backfill': (url, total) => ours(url, total, 'backfill'),
}
console.log('| length | | µs of processor per notification | × bare |')
console.log('| ---: | --- | ---: | ---: |')
for (const [kilobytes, total] of [
  [3, 15_000],
  [40, 3_000],
]) {
  const { port, stop } = await startServer(kilobytes)
  const times = new Map(Object.keys(contenders).map((name) => [name, []]))
  for (let round = -1; round < rounds; round++) {
    for (const [name, work] of Object.entries(contenders)) {
      const before = process.cpuUsage()
      await work(`ws://127.0.0.1:${port}/websocket`, total)
      const { user, system } = process.cpuUsage(before)
      // The first round is for warming up.
      if (round >= 0) times.get(name).push((user + system) / total)
    }
  }
  const own = lowerQuartile(times.get('ws + JSON.parse'))
  for (const [name, list] of times) {
    const time = lowerQuartile(list)
    console.log(`| ${kilobytes} kB | ${name} | ${time.toFixed(1)} | ${(time / own).toFixed(2)} |`)
  }
  stop()
}
process.exit(0)

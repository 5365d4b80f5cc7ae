// What a notification costs the client in processor time, against bare `ws` and `JSON.parse`.
import { createNodeRpcClient, eventQuery, webSocket } from '@tagwire/node-rpc'
import { WebSocket } from 'ws'
import { lowerQuartile, startServer } from './harness.mjs'

const total = 15_000
const rounds = 6
const { port, stop } = await startServer()
const url = `ws://127.0.0.1:${port}/websocket`

function bare() {
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

const ours = (resume) => async () => {
  const client = createNodeRpcClient({ transport: webSocket(url, { WebSocket }) })
  let seen = 0
  const buffer = { size: total, characters: 2 ** 30 }
  for await (const _ of client.subscribe(eventQuery('NewBlock'), { resume, buffer })) {
    if (++seen === total) break
  }
  await client.close()
}

const contenders = {
  'ws + JSON.parse': bare,
  'tagwire, none': ours('none'),
  'tagwire, backfill': ours('backfill'),
}
const times = new Map(Object.keys(contenders).map((name) => [name, []]))
for (let round = -1; round < rounds; round++) {
  for (const [name, work] of Object.entries(contenders)) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    // The first round is for warming up.
    if (round >= 0) times.get(name).push(user + system)
  }
}
console.log('processor time of a notification, microseconds (× bare ws + JSON.parse)')
const own = lowerQuartile(times.get('ws + JSON.parse'))
for (const [name, list] of times) {
  const time = lowerQuartile(list)
  console.log(name.padEnd(20), (time / total).toFixed(1), `${(time / own).toFixed(2)}×`)
}
stop()
process.exit(0)

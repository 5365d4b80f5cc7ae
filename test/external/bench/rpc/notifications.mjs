// 30 000 NewBlock notifications through a subscription, as fast as they can be taken.
import { Comet38Client, WebsocketClient } from '@cosmjs/tendermint-rpc'
import { createNodeRpcClient, eventQuery, webSocket } from '@tagwire/node-rpc'
import { WebSocket } from 'ws'
import { byTurns, startServer } from './harness.mjs'

const total = 30_000
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
  const options = { resume, buffer: { size: total } }
  for await (const _ of client.subscribe(eventQuery('NewBlock'), options)) {
    if (++seen === total) break
  }
  await client.close()
}

function theirs() {
  return new Promise((resolve) => {
    const client = Comet38Client.create(new WebsocketClient(`ws://127.0.0.1:${port}`))
    let seen = 0
    client.subscribeNewBlock().addListener({
      next: () => {
        if (++seen === total) {
          client.disconnect()
          resolve()
        }
      },
    })
  })
}

const times = await byTurns(8, {
  'ws + JSON.parse': bare,
  'tagwire, none': ours('none'),
  'tagwire, backfill': ours('backfill'),
  cosmjs: theirs,
})
console.log('notifications per second (× bare ws + JSON.parse)')
for (const [name, time] of Object.entries(times)) {
  const ratio = times['ws + JSON.parse'] / time
  console.log(name.padEnd(20), Math.round((total * 1000) / time), `${ratio.toFixed(2)}×`)
}
stop()
process.exit(0)

// Clients that ask a node the same: each loads nothing of the others. A turn is `count` calls or notifications.
import { inTime } from '../deadline.mjs'

const json = 'application/json'
const options = {
  method: 'POST',
  headers: { accept: json, 'content-type': json },
  redirect: 'error',
  window: null,
}

/** One call after the other, or a hundred at a time. */
function turnOf(call, { count, together }) {
  return async (_, isWarmUp) => {
    const calls = isWarmUp ? count * 5 : count
    if (!together) for (let done = 0; done < calls; done++) await call()
    else {
      for (let done = 0; done < calls; done += together) {
        await Promise.all(Array.from({ length: together }, call))
      }
    }
  }
}

async function fetched({ url, method, params }, signal) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, { ...options, body, signal })
  return JSON.parse(await response.text()).result
}

async function ours(given, transportOptions) {
  const { createNodeRpcClient, http } = await import('@tagwire/node-rpc')
  const client = createNodeRpcClient({ transport: http(given.url, transportOptions) })
  return turnOf(
    given.method === 'block'
      ? () => client.block({ height: 1 })
      : () => client.blockResults({ height: 1 }),
    given,
  )
}

function theirs(client, given) {
  return turnOf(
    given.method === 'block' ? () => client.block(1) : () => client.blockResults(1),
    given,
  )
}

/** Calls. */
export const callers = {
  /** What our client asks of `fetch`: the headers, no redirects, and a deadline over the body too. */
  'fetch, same options': async (given) =>
    turnOf(() => inTime(15_000, (signal) => fetched(given, signal)), given),
  'fetch, no deadline': async (given) => turnOf(() => fetched(given), given),
  '@tagwire/node-rpc': (given) => ours(given),
  '@tagwire/node-rpc, batch': (given) => ours(given, { batch: true }),
  cosmjs: async (given) => {
    const { Comet38Client, HttpClient } = await import('@cosmjs/tendermint-rpc')
    return theirs(Comet38Client.create(new HttpClient(given.url)), given)
  },
  'cosmjs, batch': async (given) => {
    const { Comet38Client, HttpBatchClient } = await import('@cosmjs/tendermint-rpc')
    const client = new HttpBatchClient(given.url, { batchSizeLimit: 10, dispatchInterval: 1 })
    return theirs(Comet38Client.create(client), given)
  },
}

async function subscribed({ url, count }, resume) {
  const { createNodeRpcClient, eventQuery, webSocket } = await import('@tagwire/node-rpc')
  const { WebSocket } = await import('ws')
  return async () => {
    const client = createNodeRpcClient({ transport: webSocket(url, { WebSocket }) })
    let seen = 0
    for await (const _ of client.subscribe(eventQuery('NewBlock'), { resume })) {
      if (++seen === count) break
    }
    await client.close()
    if (seen < count) throw new Error(`only ${seen} of ${count}`)
  }
}

/** Subscriptions, with the buffer that a client has by itself. */
export const subscribers = {
  'ws + JSON.parse': async ({ url, count }) => {
    const { WebSocket } = await import('ws')
    const params = { query: "tm.event = 'NewBlock'" }
    const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscribe', params })
    return () =>
      new Promise((resolve) => {
        const socket = new WebSocket(url)
        let seen = 0
        socket.onopen = () => socket.send(request)
        socket.onmessage = ({ data }) => {
          const { result } = JSON.parse(data)
          if (!result.data || ++seen < count) return
          socket.terminate()
          resolve()
        }
      })
  },
  'tagwire, none': (given) => subscribed(given, 'none'),
  'tagwire, backfill': (given) => subscribed(given, 'backfill'),
  'cosmjs, events': async ({ url, count }) => {
    const { Comet38Client, WebsocketClient } = await import('@cosmjs/tendermint-rpc')
    return () =>
      new Promise((resolve) => {
        const client = Comet38Client.create(new WebsocketClient(url.replace('/websocket', '')))
        let seen = 0
        const next = () => {
          if (++seen < count) return
          client.disconnect()
          resolve()
        }
        client.subscribeNewBlock().addListener({ next })
      })
  },
}

export const contenders = { ...callers, ...subscribers }

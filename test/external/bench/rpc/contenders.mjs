// Clients that make the same calls to a node. Each only loads its own code. A turn is `count` calls or
// notifications.
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
  const client = createNodeRpcClient({ transport: webSocket(url, { WebSocket }) })
  const events = client.subscribe(eventQuery('NewBlock'), { resume })
  await events.ready
  return async () => {
    await client.numUnconfirmedTxs()
    for (let seen = 0; seen < count; seen++) {
      const { done } = await events.next()
      if (done) throw new Error(`only ${seen} of ${count}`)
    }
  }
}

/** Counts what arrives; a turn is over when everything that `more` requested has arrived. */
function counted(count, more) {
  let seen = 0
  let resolve
  const arrived = () => {
    if (++seen === count) resolve()
  }
  const turn = () =>
    new Promise((over) => {
      seen = 0
      resolve = over
      more()
    })
  return { arrived, turn }
}

/** Subscriptions, with the buffer that a client has by itself. Notifications come after `num_unconfirmed_txs`. */
export const subscribers = {
  'ws + JSON.parse': async ({ url, count }) => {
    const { WebSocket } = await import('ws')
    const socket = new WebSocket(url)
    let id = 0
    const send = (method, params = {}) =>
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }))
    const { arrived, turn } = counted(count, () => send('num_unconfirmed_txs'))
    socket.onmessage = ({ data }) => {
      if (JSON.parse(data).result.data) arrived()
    }
    await new Promise((resolve) => {
      socket.onopen = resolve
    })
    send('subscribe', { query: "tm.event = 'NewBlock'" })
    return turn
  },
  'tagwire, none': (given) => subscribed(given, 'none'),
  'tagwire, backfill': (given) => subscribed(given, 'backfill'),
  'cosmjs, events': async ({ url, count }) => {
    const { Comet38Client, WebsocketClient } = await import('@cosmjs/tendermint-rpc')
    const client = Comet38Client.create(new WebsocketClient(url.replace('/websocket', '')))
    const { arrived, turn } = counted(count, () => client.numUnconfirmedTxs())
    client.subscribeNewBlock().addListener({ next: arrived })
    await client.status()
    return turn
  },
}

export const contenders = { ...callers, ...subscribers }

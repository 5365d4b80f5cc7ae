// Readers of past heights over http and webSocket. Each only loads its own code. A turn is all heights.
import { inTime } from '../deadline.mjs'

/** Connections are opened and code is compiled at no distance, where it takes least time. */
const warmUpMs = 3000

/** `read` reads all heights from an address. */
function turnOf(read, { host, distance }) {
  return async (_, isWarmUp) => {
    if (!isWarmUp) return read(`${host}/${distance}`)
    const until = performance.now() + warmUpMs
    do await read(`${host}/0`)
    while (performance.now() < until)
  }
}

function callsOf(heights) {
  return Array.from({ length: heights }, (_, i) => [
    { method: 'block', params: { height: String(i + 1) } },
    { method: 'block_results', params: { height: String(i + 1) } },
  ]).flat()
}

/** So many loops, each with the next calls; every answer is parsed, and nothing else is done with it. */
function inLoops(given, post) {
  const { concurrency, batch } = given
  const calls = callsOf(given.heights)
  return turnOf(async (address) => {
    let next = 0
    const loop = async () => {
      while (next < calls.length) {
        const some = calls.slice(next, next + batch)
        next += batch
        const messages = some.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))
        await post(`http://${address}`, JSON.stringify(batch > 1 ? messages : messages[0]))
      }
    }
    await Promise.all(Array.from({ length: concurrency }, loop))
  }, given)
}

const request = { method: 'POST', headers: { 'content-type': 'application/json' } }

export const http = {
  history: async (given) => {
    const { http } = await import('@tagwire/node-rpc')
    return ours(given, (address) => http(`http://${address}`))
  },

  'bare `fetch`': async (given) =>
    inLoops(given, async (url, body) => (await fetch(url, { ...request, body })).json()),

  /** What our transport asks of `fetch`: no redirects, and a deadline over the body too. */
  '`fetch`, same options': async (given) =>
    inLoops(given, (url, body) =>
      inTime(15_000, async (signal) => {
        const init = { ...request, redirect: 'error', window: null, body, signal }
        return (await fetch(url, init)).json()
      }),
    ),
}

export const webSocket = {
  history: async (given) => {
    const { webSocket } = await import('@tagwire/node-rpc')
    const { WebSocket } = await import('ws')
    return ours(given, (address) => webSocket(`ws://${address}`, { WebSocket }))
  },

  /**
   * One socket with as many calls in flight; each response triggers the next call, and is parsed and
   * discarded.
   */
  'bare `ws`': async (given) => {
    const { WebSocket } = await import('ws')
    const calls = callsOf(given.heights)
    const ahead = given.concurrency * given.batch
    return turnOf(
      (address) =>
        new Promise((resolve) => {
          const socket = new WebSocket(`ws://${address}`)
          let next = 0
          let answered = 0
          const send = () => {
            if (next >= calls.length) return
            socket.send(JSON.stringify({ jsonrpc: '2.0', id: next, ...calls[next++] }))
          }
          socket.onopen = () => {
            for (let i = 0; i < ahead; i++) send()
          }
          socket.onmessage = ({ data }) => {
            if (!JSON.parse(data).result) throw new Error('no result')
            send()
            if (++answered < calls.length) return
            socket.terminate()
            resolve()
          }
        }),
      given,
    )
  },

  /**
   * What one would write by hand for the same use: answers are matched by their ids and checked for their height,
   * heights are put together and handed out in order. Without deadlines, repetition, reconnecting, limits of
   * memory, progress, and errors that say what happened.
   */
  'by hand': async (given) => {
    const { WebSocket } = await import('ws')
    const ahead = (given.concurrency * given.batch) / 2
    return turnOf(async (address) => {
      let seen = 0
      const socket = new WebSocket(`ws://${address}`)
      for await (const _ of inOrder(socket, given.heights, ahead)) seen++
      if (seen !== given.heights) throw new Error(`${seen} heights`)
    }, given)
  },
}

export const contenders = {
  ...named('http', http),
  ...named('webSocket', webSocket),
}

/** Both have a contender of this name. */
function named(transport, own) {
  return Object.fromEntries(
    Object.entries(own).map(([name, start]) => [`${transport}: ${name}`, start]),
  )
}

async function ours(given, connect) {
  const { createNodeRpcClient, history } = await import('@tagwire/node-rpc')
  const { heights, concurrency, batch } = given
  const options = { from: 1, to: heights, concurrency, batch }
  return turnOf(async (address) => {
    const node = createNodeRpcClient({ transport: connect(address) })
    let seen = 0
    for await (const _ of history(node, { methods: ['block', 'blockResults'], ...options })) seen++
    await node.close()
    if (seen !== heights) throw new Error(`${seen} heights`)
  }, given)
}

async function* inOrder(socket, heights, ahead) {
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

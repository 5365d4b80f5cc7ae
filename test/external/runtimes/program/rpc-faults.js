// The clients of a node against a server that misbehaves, over HTTP and over sockets.
import { createNodeRpcClient, http, uri, webSocket } from '@tagwire/node-rpc'
import { createStage, key, leftLog, outcomeOf, own } from './outcome.js'

const fast = { attempts: 2, baseMs: 1, maxMs: 2 }
const tx = new Uint8Array([1])
const health = (client, options) => client.health(options)
const broadcast = (client) => client.broadcastTxSync({ tx })

const cases = {
  'a right answer': ['right', health],
  'a node without CORS': ['no-cors', health],
  'HTML with 200': ['html-200', health],
  'HTML with 403': ['html-403', health],
  'an error that quotes the credentials': ['error-with-the-key', health],
  '204 in place of an answer': ['no-content', health],
  'nothing with 500': ['empty-500', health],
  'JSON that stops': ['half-json', health],
  'a body short of its length': ['short-of-its-length', health],
  'chunks without an end': ['chunks-without-end', health],
  'gzip that is broken': ['broken-gzip', health],
  'another protocol': ['not-http', health],
  'a reset before the answer': ['reset-before', health],
  'a reset in the middle': ['reset-in-the-middle', health],
  'a reset, then right': ['reset-then-right', health, { retry: fast }],
  'a reset of a call that must not be repeated': ['reset-before', broadcast, { retry: fast }],
  '502 with HTML, then right': ['502-then-right', health, { retry: fast }],
  '429 with seconds': ['429-seconds', health],
  '429 with a date': ['429-date', health],
  'redirect 302': ['redirect-302', health, { retry: fast }],
  'redirect 307': ['redirect-307', health, { retry: fast }],
  'redirect 307 to another origin': ['redirect-307-elsewhere', health, { retry: fast }],
  'redirect 307 of a call that must not be repeated': ['redirect-307', broadcast],
  'a timeout before the answer': ['hang', health, { timeoutMs: 300 }],
  'a timeout while the body streams': ['hang-in-the-body', health, { timeoutMs: 300 }],
}

const transports = {
  http: (url, options) => http(url, options),
  batch: (url, options) => http(url, { ...options, batch: true }),
  uri: (url, options) => uri(url, options),
}

export async function rpcFaultTable(places) {
  const { scripted, elsewhere, nobody, sockets, WebSocket } = places
  const placeOf = createStage(places)
  const table = {}
  for (const [name, transport] of Object.entries(transports)) {
    for (const [title, [situation, call, options]] of Object.entries(cases)) {
      const { url, logOf, redirected } = placeOf(scripted, situation)
      const settings = { retry: false, headers: { authorization: key }, ...options }
      const client = createNodeRpcClient({ transport: transport(url, settings) })
      const outcome = await outcomeOf(() => call(client))
      const hangs = situation.startsWith('hang')
      const log = hangs ? await leftLog(logOf) : await logOf()
      table[`${name}: ${title}`] = {
        ...outcome,
        requests: log.length,
        ...(hangs && { left: log.map(({ left }) => left) }),
        elsewhere: (await redirected(elsewhere)).length,
      }
    }
    const client = createNodeRpcClient({ transport: transport(nobody, { retry: false }) })
    table[`${name}: nobody there`] = await outcomeOf(() => client.health())
    const { url } = placeOf(scripted, 'hang')
    const waiting = createNodeRpcClient({ transport: transport(url) })
    table[`${name}: an abort while it waits`] = await outcomeOf(() =>
      waiting.health({ signal: abortedIn(100) }),
    )
    setTimeout(() => waiting.close(), 100)
    table[`${name}: closed by the caller`] = await outcomeOf(() => waiting.health())
  }
  await overSockets(table, (script) => placeOf(sockets, script), WebSocket)
  table['webSocket: nobody there'] = await onSocket(nobody.replace('http', 'ws'), WebSocket, health)
  return table
}

async function overSockets(table, placeOf, WebSocket) {
  for (const [title, script, call, options] of [
    ['a right answer', 'right', health],
    ['a handshake that is refused', 'refused', health],
    ['an error that quotes the credentials', 'error-with-the-key', health],
    ['closed, then right', 'closed-1001-then-right', health],
    ['cut, then right', 'cut-then-right', health],
    ['closed on a call that must not be repeated', 'closed-1001', broadcast],
    ['cut on a call that must not be repeated', 'cut-then-right', broadcast],
    ['noise', 'noise-before', health],
    ['a timeout', 'silent', health, { timeoutMs: 300 }],
    ['an abort', 'silent', (client) => client.health({ signal: abortedIn(200) })],
  ]) {
    const { url } = placeOf(script)
    // Browsers send no headers with the handshake, so that the key stands in the address.
    table[`webSocket: ${title}`] = await onSocket(`${url}?key=${key}`, WebSocket, call, options)
  }
}

async function onSocket(url, WebSocket, call, options) {
  const reconnect = { baseMs: 1, maxMs: 2 }
  const transport = webSocket(url, { reconnect, ...(WebSocket && { WebSocket }), ...options })
  const client = createNodeRpcClient({ transport })
  const outcome = await outcomeOf(() => call(client))
  await client.close()
  return outcome
}

function abortedIn(ms) {
  const controller = new AbortController()
  setTimeout(() => controller.abort(own), ms)
  return controller.signal
}

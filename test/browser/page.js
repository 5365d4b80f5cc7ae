// Runs in the browser, with the packages as they are published: no bundler, no polyfill.
import {
  createNodeRpcClient,
  eventQuery,
  fallback,
  http,
  isRpcError,
  isTransportError,
  uri,
  webSocket,
} from '@tagwire/node-rpc'

const { url, socketUrl } = Object.fromEntries(new URLSearchParams(location.search))
const live = createNodeRpcClient({ transport: webSocket(socketUrl) })
const clients = {
  http: createNodeRpcClient({ transport: http(url) }),
  batched: createNodeRpcClient({ transport: http(url, { batch: true }) }),
  uri: createNodeRpcClient({ transport: uri(url) }),
  fallback: createNodeRpcClient({ transport: fallback([http(url), uri(url)]) }),
  live,
}
const text = (value) => new TextEncoder().encode(value)
const problems = []
let checks = 0

function expect(what, found, wanted) {
  checks++
  const [left, right] = [JSON.stringify(found), JSON.stringify(wanted)]
  if (left !== right) problems.push(`${what}: ${left}, not ${right}`)
}

async function callsOf(name, client) {
  const { block_id, block } = await client.block({ height: 1n })
  expect(`${name} block`, block.header.height, '1')
  const again = await client.blockByHash({ hash: `0x${block_id.hash}` })
  expect(`${name} block by hash`, again.block, block)
  const heights = await Promise.all([1, 2, 3].map((height) => client.header({ height })))
  expect(
    `${name} several at once`,
    heights.map(({ header }) => header.height),
    ['1', '2', '3'],
  )
  const tx = text(`${name}=${performance.now()}`)
  expect(`${name} commit`, (await client.broadcastTxCommit({ tx })).tx_result.code, 0)
  const stored = await client.abciQuery({ data: text(name) })
  expect(`${name} query`, stored.response.log, 'exists')
  const refusal = await client.block({ height: 0 }).catch((error) => error)
  expect(`${name} refusal`, isRpcError(refusal, 'height-invalid'), true)
}

/** The node marks this answer as good for a day, although it changes with every block. */
async function answersAreFresh(name, client) {
  const height = async () => (await client.abciInfo()).response.last_block_height
  const before = await height()
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(`${name} sees new heights`, (await height()) !== before, true)
}

async function subscriptions() {
  const heights = []
  for await (const { data } of live.subscribe(eventQuery('NewBlock'), { from: 1 })) {
    heights.push(Number(data.value.block.header.height))
    if (heights.length === 12) break
  }
  expect(
    'heights',
    heights,
    Array.from({ length: 12 }, (_, index) => index + 1),
  )
  const txs = live.subscribe(eventQuery('Tx').where('app.key', '=', 'browser'))
  await txs.ready
  await live.broadcastTxSync({ tx: text('browser=1') })
  const { value } = await txs.next()
  expect('transaction', atob(value.data.value.TxResult.tx), 'browser=1')
  await txs.return()
}

async function run() {
  for (const [name, client] of Object.entries(clients)) await callsOf(name, client)
  for (const name of ['http', 'uri']) await answersAreFresh(name, clients[name])
  await subscriptions()
  const nobody = createNodeRpcClient({ transport: http('http://127.0.0.1:1', { retry: false }) })
  expect('nobody there', isTransportError(await nobody.health().catch((error) => error)), true)
  await Promise.all(Object.values(clients).map((client) => client.close()))
  return { checks, problems }
}

globalThis.outcome = run().catch((error) => ({
  checks,
  problems: [...problems, String(error.stack ?? error)],
}))

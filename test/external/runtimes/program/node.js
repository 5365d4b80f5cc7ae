// The clients of a node against a real one.
import { createNodeRpcClient, eventQuery, fallback, http, uri, webSocket } from '@tagwire/node-rpc'
import { responseValidators } from '@tagwire/node-rpc/validate'
import { outcomeOf, wait } from './outcome.js'

const text = (value) => new TextEncoder().encode(value)

export async function nodeTable({ node, nodeSockets, runtime, WebSocket }) {
  const validate = responseValidators
  const client = (transport) => createNodeRpcClient({ transport, validate })
  const clients = {
    http: client(http(node)),
    batch: client(http(node, { batch: true })),
    uri: client(uri(node)),
    fallback: client(fallback([http(node), uri(node)])),
    webSocket: client(webSocket(nodeSockets, WebSocket && { WebSocket })),
  }
  const table = {}
  for (const [name, each] of Object.entries(clients)) {
    for (const [title, call] of Object.entries(calls)) {
      table[`${name}: ${title}`] = await outcomeOf(() => call(each, `${runtime}-${name}`))
    }
  }
  for (const [title, follow] of Object.entries(subscriptions)) {
    table[`webSocket: ${title}`] = await outcomeOf(() => follow(clients.webSocket, runtime))
  }
  await Promise.all(Object.values(clients).map((each) => each.close()))
  table['webSocket: closed by the caller'] = await outcomeOf(() => clients.webSocket.health())
  return table
}

const calls = {
  'a block, by height and by hash': async (client) => {
    const { block_id, block } = await client.block({ height: 1n })
    const again = await client.blockByHash({ hash: `0x${block_id.hash}` })
    return [block.header.height, JSON.stringify(again.block) === JSON.stringify(block)]
  },
  'several calls at once': async (client) => {
    const found = await Promise.all([1, 2, 3].map((height) => client.header({ height })))
    return found.map(({ header }) => header.height)
  },
  'a transaction that is sent and waited for': async (client, key) => {
    const sent = await client.broadcastTxSync({ tx: text(`${key}=sync`) })
    const found = await client.waitForTx({ hash: `0x${sent.hash}` }, { intervalMs: 100 })
    return [sent.code, found.tx_result.code, atob(found.tx) === `${key}=sync`]
  },
  'a transaction that is committed and asked for': async (client, key) => {
    const { tx_result } = await client.broadcastTxCommit({ tx: text(`${key}=commit`) })
    const { response } = await client.abciQuery({ data: text(key) })
    return [tx_result.code, response.log]
  },
  'a height that is no height': (client) => client.block({ height: 0 }),
  'a height to come': (client) => client.block({ height: 1_000_000 }),
  'a transaction that there is not': (client) => client.tx({ hash: `0x${'00'.repeat(32)}` }),
  'a query that is none': (client) => client.txSearch({ query: 'app.key =' }),
  'all pages': async (client) => {
    let count = 0
    for await (const { address } of client.validatorsAll()) count += address ? 1 : 0
    return count
  },
  // The node marks this answer as good for a day, although it changes with every block.
  'answers are fresh': async (client) => {
    const height = async () => Number((await client.abciInfo()).response.last_block_height)
    const before = await height()
    for (let tries = 0; tries < 50; tries++) {
      if ((await height()) > before) return true
      await wait(100)
    }
    return false
  },
}

const subscriptions = {
  'every block from the first': async (client) => {
    const heights = []
    for await (const { data } of client.subscribe(eventQuery('NewBlock'), { from: 1 })) {
      heights.push(Number(data.value.block.header.height))
      if (heights.length === 12) break
    }
    return heights
  },
  'its own transaction': async (client, runtime) => {
    const txs = client.subscribe(eventQuery('Tx').where('app.key', '=', `${runtime}-own`))
    await txs.ready
    await client.broadcastTxSync({ tx: text(`${runtime}-own=1`) })
    const { value } = await txs.next()
    await txs.return()
    return atob(value.data.value.TxResult.tx) === `${runtime}-own=1`
  },
  'a query that is refused': async (client) => {
    for await (const _ of client.subscribe("tm.event = 'NewBlock' OR", { resume: 'none' })) break
  },
}

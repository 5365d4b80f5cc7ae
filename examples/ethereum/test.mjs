// Follows a real node through cuts, stalls, restarts and reorganisations, with a slow consumer, and viem beside it.
import assert from 'node:assert/strict'
import { createPublicClient, webSocket as viemSocket } from 'viem'
import { WebSocket } from 'ws'
import { createEthereumClient, webSocket } from './ethereum/dist/index.js'
import { openLine } from './line.mjs'
import { startNode } from './node.mjs'

const rounds = Number(process.argv[2] ?? 40)
const seed = Number(process.argv[3] ?? 1)
let state = seed
const random = (below) => {
  state = (state * 1103515245 + 12345) % 2147483648
  return Math.floor((state / 2147483648) * below)
}
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

const node = await startNode()
const line = await openLine(node.port)
const [account] = await node.call('eth_accounts')

// Emits one log whenever it is called: PUSH0 PUSH0 LOG0.
await node.call('eth_sendTransaction', { from: account, data: '0x645f5fa000005f526005601bf3' })
await node.call('evm_mine')
const { contractAddress } = await node.call(
  'eth_getTransactionReceipt',
  (await node.call('eth_getBlockByNumber', 'latest', false)).transactions[0],
)

const client = createEthereumClient({
  transport: webSocket(line.url, {
    WebSocket,
    keepAliveMs: 300,
    timeoutMs: 2000,
    reconnect: { baseMs: 10, maxMs: 100 },
  }),
})

/** What a consumer believes to be the chain, and what it was told that cannot be. */
function ledger(keyOf, parentOf) {
  const entries = []
  const faults = []
  let replaced = 0
  return {
    entries,
    faults,
    get replaced() {
      return replaced
    },
    take({ data, removed }) {
      const key = keyOf(data)
      if (removed) {
        replaced++
        if (entries.at(-1) === key) entries.pop()
        else faults.push(`replaced ${key}, but the last is ${entries.at(-1)}`)
      } else {
        if (entries.includes(key)) faults.push(`repeated ${key}`)
        const last = entries.at(-1)
        if (parentOf && last && parentOf(data) !== last) faults.push(`${key} after ${last}`)
        entries.push(key)
      }
    },
  }
}

const blocks = ledger(
  ({ hash }) => hash,
  ({ parentHash }) => parentHash,
)
const slow = ledger(
  ({ hash }) => hash,
  ({ parentHash }) => parentHash,
)
const logs = ledger(({ blockHash, logIndex }) => `${blockHash} ${logIndex}`)
let [pending, gaps] = [0, 0]
const quietMs = 500
const subscriptions = [
  client.subscribe('newHeads', {}, { quietMs }),
  client.subscribe('newHeads', {}, { quietMs, buffer: 3 }),
  client.subscribe('logs', { filter: { address: contractAddress } }, { quietMs }),
  client.subscribe('newPendingTransactions', {}, { onGap: () => gaps++ }),
]
await Promise.all(subscriptions.map(({ ready }) => ready))
const start = Number(await node.call('eth_blockNumber')) + 1
const failures = []
const loops = [
  (item) => blocks.take(item),
  async (item) => {
    slow.take(item)
    await pause(15)
  },
  (item) => logs.take(item),
  () => pending++,
].map(async (take, index) => {
  try {
    for await (const item of subscriptions[index]) await take(item)
  } catch (error) {
    failures.push(error)
  }
})

// viem, over the same line: as it subscribes by itself, and asking for new blocks, where it also reads missed ones.
const viem = createPublicClient({
  transport: viemSocket(line.url, {
    keepAlive: { interval: 300 },
    reconnect: { attempts: 1000, delay: 50 },
  }),
})
const viemWays = {
  subscribes: {},
  'polls, with emitMissed': { poll: true, pollingInterval: 50, emitMissed: true },
}
const viemBlocks = Object.entries(viemWays).map(([way, options]) => {
  const hashes = []
  const unwatch = viem.watchBlocks({
    ...options,
    // After a lost connection, it also calls this without a block.
    onBlock: (block) => block && hashes.push(block.hash),
    onError() {},
  })
  return { way, hashes, unwatch }
})
await pause(200)

// What a kill loses is at most what was not written yet: never the beginning.
await pause(2500)

const faults = { cut: 0, stall: 0, restart: 0, kill: 0, reorganisation: 0 }
const known = new Set()
async function mine(count) {
  for (let index = 0; index < count; index++) {
    if (random(2)) await node.call('eth_sendTransaction', { from: account, to: contractAddress })
    await node.call('evm_mine')
    known.add((await node.call('eth_getBlockByNumber', 'latest', false)).hash)
  }
}
for (let round = 0; round < rounds; round++) {
  await mine(1 + random(3))
  const fault = random(8)
  if (fault < 2) {
    faults.cut++
    line.cut()
    await mine(random(4))
  } else if (fault === 2) {
    faults.stall++
    line.stall(true)
    await mine(1 + random(3))
    await pause(700)
    line.stall(false)
  } else if (fault === 3 && round % 3 === 0) {
    faults.restart++
    await node.stop()
    await pause(100)
    await node.start()
  } else if (fault === 6 && round % 2 === 0) {
    faults.kill++
    await node.kill()
    await pause(100)
    await node.start()
  } else if (fault === 4 || fault === 5) {
    faults.reorganisation++
    const down = random(2) === 0
    if (down) line.cut()
    const height = Number(await node.call('eth_blockNumber'))
    await node.call('anvil_reorg', Math.min(1 + random(3), height - start + 1), [])
    await mine(1)
  }
  await pause(random(60))
}
await mine(1)

// Everything that there is now has to arrive.
const latest = Number(await node.call('eth_blockNumber'))
const chain = []
const chainLogs = []
for (let height = start; height <= latest; height++) {
  const { hash } = await node.call('eth_getBlockByNumber', `0x${height.toString(16)}`, false)
  chain.push(hash)
  const found = await node.call('eth_getLogs', { blockHash: hash, address: contractAddress })
  chainLogs.push(...found.map(({ logIndex }) => `${hash} ${logIndex}`))
}
const isWhole = () =>
  [blocks, slow].every(({ entries }) => entries.at(-1) === chain.at(-1)) &&
  logs.entries.length >= chainLogs.length
for (let tries = 0; tries < 400 && !isWhole(); tries++) await pause(25)

const missing = (whole, got) => whole.filter((each) => !got.includes(each)).length
const stale = (entries, whole) => entries.filter((each) => !whole.includes(each)).length
const report = (name, whole, { entries, faults, replaced }) => ({
  name,
  delivered: entries.length,
  missed: missing(whole, entries),
  wrong: stale(entries.slice(entries.indexOf(whole[0])), whole),
  faults: faults.length,
  replaced,
})
const rows = [
  report('blocks', chain, blocks),
  report('blocks, slowly', chain, slow),
  report('logs', chainLogs, logs),
]
console.log(`seed ${seed}: ${rounds} rounds, ${JSON.stringify(faults)}, height ${latest}`)
console.table(rows)
console.log(`pending transactions: ${pending}, gaps reported: ${gaps}`)
for (const { way, hashes } of viemBlocks) {
  const repeated = hashes.length - new Set(hashes).size
  const other = stale(hashes, chain)
  console.log(
    `viem ${way}: ${missing(chain, hashes)} missed, ${repeated} repeated, ${other} of replaced blocks`,
  )
}

for (const each of subscriptions) await each.return()
await Promise.all(loops)
await client.close()
for (const { unwatch } of viemBlocks) unwatch()
line.close()
await node.remove()
assert.deepEqual(failures, [])
for (const { entries, faults } of [blocks, slow]) {
  assert.deepEqual(faults, [])
  assert.deepEqual(entries.slice(entries.indexOf(chain[0])), chain)
}
assert.deepEqual(logs.faults, [])
assert.deepEqual(
  logs.entries.filter((each) => !chainLogs.includes(each)),
  [],
)
assert.equal(missing(chainLogs, logs.entries), 0)
process.exit(0)

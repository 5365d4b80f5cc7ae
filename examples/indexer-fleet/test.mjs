// Measures past heights per second with 1, 2 and 4 workers, then reads everything again while the node is down for
// ten minutes, and again while processes are killed.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { createNodeRpcClient, history, http } from '@tagwire/node-rpc'
import {
  cpuOf,
  cpuOfDatabase,
  createDatabase,
  kill,
  rowsOf,
  start,
  startDatabase,
  startNode,
  stopAll,
  sum,
  urls,
} from './testing.mjs'

const kills = Number(process.env.KILLS ?? 12)
const heights = Number(process.env.HEIGHTS ?? 3000)
/** A minute of the fleet takes three seconds; the outage as well. */
const scale = Number(process.env.TIME_SCALE ?? 0.05)
const outageMs = 600_000 * scale
const inShort = { TIME_SCALE: `${scale}` }

/** What to try: all of it, or some. */
const parts = (process.env.PARTS ?? 'speed outage killing').split(' ')

let node
let database
let sent = 0
const client = createNodeRpcClient({ transport: http(urls.http) })
try {
  database = startDatabase()
  node = startNode({ emptyBlocks: true })
  await makeChain()
  for (const part of parts) await { speed, outage, killing }[part]()
} finally {
  await stopAll()
}

async function makeChain() {
  const stop = send()
  while ((await latest()) < heights) await sleep(500)
  await stop()
  // A node that creates blocks has less time for requests.
  await kill(node, 'SIGTERM')
  node = startNode({ emptyBlocks: false })
  while ((await latest()) < heights) await sleep(200)
}

async function speed() {
  console.log(
    '| workers | heights per second | ms of processor per height: workers | node | PostgreSQL |',
  )
  console.log('| ---: | ---: | ---: | ---: | ---: |')
  for (const count of [1, 2, 4]) console.log(await measure(count))
}

/** How fast this many workers read past heights, and the processor time of each process. */
async function measure(count) {
  const url = await createDatabase(`with_${count}`)
  const workers = Array.from({ length: count }, () => start('worker.mjs', [url, urls.http]))
  for (const worker of workers) await logs(worker, 'waiting for ranges')
  const used = () => [workers.map(cpuOf), [cpuOf(node)], cpuOfDatabase(database)].map(sum)
  const before = used()
  const follower = start('follower.mjs', [url, urls.socket])
  await logs(follower, 'following from')
  const begun = performance.now()
  const done = await completeUpTo(url, heights)
  const seconds = (performance.now() - begun) / 1000
  const each = used().map((ms, index) => ((ms - before[index]) / done).toFixed(2))
  await Promise.all([follower, ...workers].map((child) => kill(child)))
  return `| ${[count, Math.round(done / seconds), ...each].join(' | ')} |`
}

/** The node is down for ten minutes while ranges are read, and everything is there afterwards. */
async function outage() {
  const url = await createDatabase('with_outage')
  const follower = start('follower.mjs', [url, urls.socket], { ...inShort, RANGE: '100' })
  await logs(follower, 'following from')
  const workers = [1, 2].map(() => start('worker.mjs', [url, urls.http], inShort))
  while ((await countOf(url)) < heights / 10) await sleep(20)
  // One is killed in the middle of a range.
  await stopWithRange(workers[0], url)
  await Promise.all([kill(node), kill(workers[0])])
  const before = await countOf(url)
  assert.ok(before < heights, `the node was to be down before all was read, not after ${before}`)
  // Another one starts, and finds no node.
  await sleep(outageMs / 3)
  const third = start('worker.mjs', [url, urls.http], inShort)
  await sleep((2 * outageMs) / 3)
  for (const worker of [workers[1], third]) {
    // 600 scaled seconds: without growing pauses, there would be hundreds.
    assert.ok(failuresOf(worker) < 60, `${failuresOf(worker)} failures`)
    // How long an attempt takes is not scaled, so the node stays down until each has failed again.
    while (failuresOf(worker) < 2) {
      assert.equal(worker.exitCode, null, `a worker ended: ${worker.logged}`)
      await sleep(100)
    }
  }
  const all = workers[1].logged + third.logged
  assert.match(all, /nothing heard of .*; queued again/, 'what the killed one had is queued again')
  node = startNode({ emptyBlocks: false })
  while ((await latest()) < heights) await sleep(200)
  const stop = send()
  await sleep(2000)
  await stop()
  const last = await latest()
  await completeUpTo(url, last)
  await compare(url, last)
  const open = await rowsOf(url, 'SELECT first FROM ranges WHERE next <= last', [])
  assert.deepEqual(open, [])
  const failures = [...all.matchAll(/: failure \d/g)].length
  console.log(
    `The node was down for ${outageMs / scale / 60_000} minutes (in ${outageMs / 1000} s) from height ${before} of ` +
      `${last} on: ${failures} failures were logged, and everything is there`,
  )
  await Promise.all([follower, workers[1], third].map((child) => kill(child)))
}

/** How many lines of failures a worker has logged. */
function failuresOf({ logged }) {
  return logged.match(/failure \d+ at \d+: .*; again in [\d.]+ s/g)?.length ?? 0
}

/** Stops a process for good at a moment when it has a range. */
async function stopWithRange(child, url) {
  const query = 'SELECT 1 FROM ranges WHERE next <= last AND worker LIKE $1'
  for (;;) {
    child.kill('SIGSTOP')
    if ((await rowsOf(url, query, [`%:${child.pid}`])).length > 0) return
    child.kill('SIGCONT')
    await sleep(20)
  }
}

async function killing() {
  const stop = send()
  const url = await createDatabase('with_kills')
  const roles = ['follower', 'follower', 'worker', 'worker', 'worker']
  const startAs = (role) =>
    start(`${role}.mjs`, [url, role === 'worker' ? urls.http : urls.socket], { TIME_SCALE: '0.2' })
  const children = roles.map(startAs)
  for (let count = 0; count < kills; count++) {
    await sleep(200 + Math.random() * 1200)
    const victim = Math.floor(Math.random() * roles.length)
    await kill(children[victim])
    children[victim] = startAs(roles[victim])
  }
  await stop()
  const last = await latest()
  await completeUpTo(url, last)
  const rows = await compare(url, last)
  console.log(
    `${rows} of ${sent} transactions in ${last} heights, ${kills} kills: equal to the chain`,
  )
}

/** Compares the table with the chain. */
async function compare(url, last) {
  const expected = []
  for await (const { height, block } of history(client, { methods: ['block'], to: last })) {
    for (const [place, tx] of (block.block?.data.txs ?? []).entries()) {
      expected.push({ height, place, tx })
    }
  }
  const query = 'SELECT height::int, place, tx FROM txs WHERE height <= $1 ORDER BY height, place'
  assert.deepEqual(await rowsOf(url, query, [last]), expected)
  return expected.length
}

/** Sends transactions until the returned function is called. */
function send() {
  let goesOn = true
  const sending = (async () => {
    while ((await latest()) < 1) await sleep(200)
    while (goesOn) {
      const tx = new TextEncoder().encode(`key-${sent}=value-${sent++}`)
      await client.broadcastTxAsync({ tx })
      await sleep(5)
    }
    while (Number((await client.numUnconfirmedTxs()).total) > 0) await sleep(100)
    await sleep(500)
  })()
  return () => {
    goesOn = false
    return sending
  }
}

async function latest() {
  const status = await client.status({ timeoutMs: 1000 }).catch(() => undefined)
  return Number(status?.sync_info.latest_block_height ?? 0)
}

async function logs(child, text) {
  while (!child.logged.includes(text)) await sleep(20)
}

/** Waits until all heights up to this one are marked as done. */
async function completeUpTo(url, height) {
  while ((await countOf(url, height)) < height) await sleep(100)
  return height
}

async function countOf(url, height = heights) {
  const query = 'SELECT count(*)::int AS n FROM done WHERE height <= $1'
  const [{ n }] = await rowsOf(url, query, [height]).catch(() => [{ n: 0 }])
  return n
}

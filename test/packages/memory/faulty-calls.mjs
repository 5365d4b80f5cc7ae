/*
 * Calls at concurrency 50 against a server that refuses, breaks, hangs, redirects and cuts off; prints what they leave
 * behind. `node --expose-gc test/packages/memory/faulty-calls.mjs 20000`
 */
import { getEventListeners } from 'node:events'
import { createServer } from 'node:http'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'

const CONCURRENCY = 50
const DAY_MS = 86_400_000
const MB = 2 ** 20
const JSON_HEADERS = { 'content-type': 'application/json' }
const answer = JSON.stringify({
  bridges: Array.from({ length: 50 }, (_, id) => ({ id: `B${id}` })),
})

const faults = [
  (response) =>
    response.writeHead(503, { ...JSON_HEADERS, 'retry-after': '0' }).end('{"message":"busy"}'),
  (response) => response.destroy(),
  (response) => response.writeHead(200, JSON_HEADERS).end(answer.slice(0, 100)),
  (response) => response.writeHead(307, { location: '/v2/info/bridges?again' }).end(),
  (response) => response.writeHead(307, { location: 'http://127.0.0.1:9/elsewhere' }).end(),
  (response) =>
    response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad Gateway</html>'),
]

/** Only the deadline of the call ends these. Others have a day: on no machine does the clock end them. */
const silences = [
  () => {},
  (response) => response.writeHead(200, JSON_HEADERS).write(answer.slice(0, 100)),
]
const SILENCE = 'x-silence'

if (isMainThread) await main()
else serve()

/** Runs in its own thread, so that the memory of the server does not count. */
function serve() {
  let number = 0
  const server = createServer((request, response) => {
    const silence = request.headers[SILENCE]
    if (silence !== undefined) return silences[silence](response)
    number++
    const fault = number % 3 === 0 ? faults[(number / 3) % faults.length] : undefined
    if (fault && !request.url.endsWith('again')) fault(response)
    else response.writeHead(200, JSON_HEADERS).end(answer)
  })
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
}

async function main() {
  const { createRoutingClient } = await import('@tagwire/routing')
  const calls = Number(process.argv[2] ?? 20_000)
  const worker = new Worker(new URL(import.meta.url))
  const port = await new Promise((resolve) => worker.once('message', resolve))
  const client = createRoutingClient({
    baseUrl: `http://127.0.0.1:${port}`,
    timeoutMs: DAY_MS,
    retry: { baseMs: 1, maxMs: 4 },
    onResponse() {},
  })
  // One signal for all of them, as that of a page or a server is.
  const { signal } = new AbortController()
  const outcomes = {}

  async function call(index) {
    // Some callers lose interest.
    const own = index % 17 === 0 ? AbortSignal.timeout(1) : signal
    const silent = { headers: { [SILENCE]: String(index % 2) }, timeoutMs: 100 }
    const options = { signal: own, ...(index % 12 < 2 ? silent : {}) }
    const outcome = await client.bridges(options).then(
      () => 'ok',
      (error) => error.name,
    )
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }

  async function many(count) {
    let next = 0
    const lane = async () => {
      while (next < count) await call(next++)
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, lane))
  }

  async function heap() {
    gc()
    await new Promise((resolve) => setTimeout(resolve, 20))
    gc()
    return process.memoryUsage().heapUsed
  }

  /** Connections and timers of the last calls end first, on a busy machine later. What is kept never ends. */
  async function settled(enough) {
    let least = await heap()
    for (let round = 0; round < 100 && (round < 4 || least > enough); round++) {
      least = Math.min(least, await heap())
    }
    return least
  }

  await many(Math.min(calls, 2000))
  const before = await settled(Number.POSITIVE_INFINITY)
  const startedAt = performance.now()
  await many(calls)
  const seconds = (performance.now() - startedAt) / 1000
  const after = await settled(before + MB / 2)
  const result = {
    calls,
    seconds: Math.round(seconds),
    beforeMB: before / MB,
    grownMB: (after - before) / MB,
    listeners: getEventListeners(signal, 'abort').length,
    outcomes,
  }
  console.log(JSON.stringify(result))
  process.exit(0)
}

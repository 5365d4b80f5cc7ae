import { connect, createServer, type Server, type Socket } from 'node:net'

/** What happens to bytes on their way. */
export interface Weather {
  /** How much later they arrive. */
  delayMs: number
  /** Nothing passes, without any error. */
  stalled: boolean
  /** New connections are closed at once. */
  refusing: boolean
  /** So many bytes of the next chunk pass, and then the connection ends. */
  cut?: { readonly towards: 'client' | 'node'; readonly bytes: number } | undefined
  /** So many of the next chunks from the node arrive twice. */
  repeats: number
  /** So many of the next connections reach the node twice, with all they say. */
  twins: number
}

/** A loopback proxy in front of a node, for HTTP and WebSocket alike. */
export interface NodeProxy {
  readonly port: number
  readonly weather: Weather
  /** Connections that are open now. */
  readonly open: number
  /** Ends every connection: with a reset, or politely. */
  drop(how: 'reset' | 'end'): void
  /** How often each transaction passed in plain text. */
  readonly passed: ReadonlyMap<string, number>
  close(): Promise<void>
}

export async function startProxy(target: number): Promise<NodeProxy> {
  const weather: Weather = {
    delayMs: 0,
    stalled: false,
    refusing: false,
    repeats: 0,
    twins: 0,
  }
  const pairs = new Set<Socket>()
  const passed = new Map<string, number>()
  const server = createServer((client) => {
    if (weather.refusing) return void client.destroy()
    join(client, target, weather, pairs, passed)
  })
  await listen(server)
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return {
    port: address.port,
    weather,
    passed,
    get open() {
      return pairs.size
    },
    drop(how) {
      for (const client of pairs) {
        if (how === 'end') client.end()
        else client.resetAndDestroy()
      }
    },
    async close() {
      for (const client of pairs) client.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
}

function join(
  client: Socket,
  target: number,
  weather: Weather,
  pairs: Set<Socket>,
  passed: Map<string, number>,
): void {
  const node = connect(target, '127.0.0.1')
  const twin = weather.twins > 0 ? connect(target, '127.0.0.1') : undefined
  weather.twins = Math.max(0, weather.twins - 1)
  pairs.add(client)
  const end = (): void => {
    pairs.delete(client)
    for (const socket of [client, node, twin]) socket?.destroy()
  }
  for (const socket of [client, node]) socket.on('error', end).on('close', end)
  twin?.on('error', () => {}).resume()
  const toNode = passage(weather, 'node', end, (chunk) => {
    node.write(chunk)
    twin?.write(chunk)
  })
  const toClient = passage(weather, 'client', end, (chunk) => {
    client.write(chunk)
    if (weather.repeats > 0) {
      weather.repeats--
      client.write(chunk)
    }
  })
  client.on('data', (chunk) => {
    countTransactions(chunk, passed)
    toNode(chunk)
  })
  node.on('data', toClient)
}

/** One direction of a connection: keeps the order whatever the weather. */
function passage(
  weather: Weather,
  towards: 'client' | 'node',
  end: () => void,
  write: (chunk: Buffer) => void,
): (chunk: Buffer) => void {
  let before = Promise.resolve()
  return (chunk) => {
    before = before.then(async () => {
      if (weather.delayMs > 0) await pause(weather.delayMs)
      while (weather.stalled) await pause(20)
      if (weather.cut?.towards !== towards) return write(chunk)
      write(chunk.subarray(0, Math.min(weather.cut.bytes, chunk.length - 1)))
      weather.cut = undefined
      end()
    })
  }
}

function countTransactions(chunk: Buffer, passed: Map<string, number>): void {
  for (const [, tx = ''] of chunk.toString('latin1').matchAll(/"tx":"([^"]+)"/g)) {
    passed.set(tx, (passed.get(tx) ?? 0) + 1)
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

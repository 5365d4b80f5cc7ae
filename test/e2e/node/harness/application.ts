/*
 * An application of our own for a node to run: the built-in ones emit no reserved keys, prune nothing and are
 * never slow. Speaks ABCI 2.0 over a socket: records of protobuf after their length, answered in order.
 */
import { createServer, type Socket } from 'node:net'
import { bytesField, type Field, fieldsOf, recordsIn, varintField, withLength } from './protobuf.js'

/** Events by their type, with indexed attributes. */
export type Events = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface Behaviour {
  /** What executing a transaction emits. */
  readonly ofTx?: (tx: string) => Events
  /** What a block emits itself. */
  readonly ofBlock?: (height: number) => Events
  /** The first height that the node keeps after a block. */
  readonly retain?: (height: number) => number
  /** The code of a transaction that is offered: 0 takes it into the pool. */
  readonly check?: (tx: Buffer) => number | Promise<number>
  /** The code of a transaction that is executed. */
  readonly execute?: (tx: Buffer, height: number) => number | Promise<number>
  /** Whether a block may have a transaction. */
  readonly includes?: (tx: Buffer, height: number) => boolean
  /** What a query of a path has as its value. */
  readonly query?: (path: string, data: Buffer) => Uint8Array
  /** Executing a block waits for this. */
  readonly before?: (height: number) => Promise<void> | undefined
}

export interface Application {
  /** For `app` of a node. */
  readonly app: `tcp://${string}`
  close(): Promise<void>
}

/** For `before`: waits at a height until it is released. */
export function holdAt(wanted: number) {
  let reach = (): void => {}
  let release = (): void => {}
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const before = (height: number): Promise<void> | undefined => {
    if (height !== wanted) return undefined
    reach()
    return released
  }
  return { before, reached, release }
}

export function startApplication(behaviour: Behaviour): Promise<Application> {
  const sockets = new Set<Socket>()
  const answer = answering(behaviour)
  const server = createServer((socket) => {
    sockets.add(socket)
    serve(socket, answer)
  })
  const close = (): Promise<void> => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(() => resolve()))
  }
  return new Promise((resolve, reject) => {
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (typeof address !== 'object' || !address) return reject(new Error('no port'))
      resolve({ app: `tcp://127.0.0.1:${address.port}`, close })
    })
  })
}

type Answer = (request: number, fields: readonly Field[]) => Promise<readonly Buffer[]>

function serve(socket: Socket, answer: Answer): void {
  let rest: Buffer = Buffer.alloc(0)
  let last = Promise.resolve()
  // Nodes end without saying so.
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    const arrived = recordsIn(Buffer.concat([rest, chunk]))
    rest = arrived.rest
    for (const record of arrived.records) last = last.then(() => reply(record))
  })
  async function reply(record: Buffer): Promise<void> {
    const [request] = fieldsOf(record)
    if (!request || typeof request.value === 'bigint') throw new Error('not a request')
    const fields = await answer(request.number, fieldsOf(request.value))
    // Each response has the number after that of its request.
    socket.write(withLength(bytesField(request.number + 1, Buffer.concat(fields))))
  }
}

/** The numbers of the requests that need more than an empty response. */
const requests = { info: 3, query: 6, check: 8, commit: 11, prepare: 16, process: 17, finalize: 20 }

function answering(behaviour: Behaviour): Answer {
  const { ofTx, ofBlock, retain, before, check, execute, includes, query } = behaviour
  let height = 0
  return async (request, fields) => {
    if (request === requests.info) {
      return height > 0 ? [varintField(4, BigInt(height)), bytesField(5, hashAt(height))] : []
    }
    if (request === requests.query && query) {
      const [[data = Buffer.alloc(0)], [path = '']] = [bytesAt(fields, 1), bytesAt(fields, 2)]
      return [bytesField(7, Buffer.from(query(String(path), data))), varintField(9, BigInt(height))]
    }
    if (request === requests.commit) return [varintField(3, BigInt(retain?.(height) ?? 0))]
    if (request === requests.check) {
      const [tx] = bytesAt(fields, 1)
      return codeField(tx && (await check?.(tx)))
    }
    if (request === requests.prepare) {
      const txs = bytesAt(fields, 2).filter((tx) => includes?.(tx, height + 1) ?? true)
      return txs.map((tx) => bytesField(1, tx))
    }
    if (request === requests.process) return [varintField(1, 1n)]
    if (request !== requests.finalize) return []
    const next = Number(fields.find(({ number }) => number === 5)?.value)
    await before?.(next)
    height = next
    const results: Buffer[] = []
    for (const tx of bytesAt(fields, 1)) {
      const code = codeField(await execute?.(tx, next))
      const events = eventFields(7, ofTx?.(tx.toString()))
      results.push(bytesField(2, Buffer.concat([...code, ...events])))
    }
    return [...eventFields(1, ofBlock?.(height)), ...results, bytesField(5, hashAt(height))]
  }
}

/** A code other than 0, which is left out. */
function codeField(code = 0): Buffer[] {
  return code === 0 ? [] : [varintField(1, BigInt(code))]
}

/** Without a hash, a node takes what it has stored of a block for that of an older release. */
function hashAt(height: number): Buffer {
  const hash = Buffer.alloc(8)
  hash.writeBigInt64BE(BigInt(height))
  return hash
}

function bytesAt(fields: readonly Field[], wanted: number): Buffer[] {
  return fields.flatMap(({ number, value }) =>
    number === wanted && typeof value !== 'bigint' ? [value] : [],
  )
}

function eventFields(number: number, events: Events = {}): Buffer[] {
  return Object.entries(events).map(([type, attributes]) => {
    const members = Object.entries(attributes).map(([key, value]) => {
      const attribute = [bytesField(1, Buffer.from(key)), bytesField(2, Buffer.from(value))]
      return bytesField(2, Buffer.concat([...attribute, varintField(3, 1n)]))
    })
    return bytesField(number, Buffer.concat([bytesField(1, Buffer.from(type)), ...members]))
  })
}

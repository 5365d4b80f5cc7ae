import { setTimeout as sleep } from 'node:timers/promises'
import {
  createNodeRpcClient,
  http,
  isRpcError,
  isTimeoutError,
  isTransportError,
  type NodeRpcClient,
  webSocket,
} from '@tagwire/node-rpc'
import { WebSocket } from 'ws'

/** A program that sends transactions and never repeats one. */
export interface Writer {
  readonly sent: number
  /** How calls ended, by kind. */
  readonly outcomes: ReadonlyMap<string, number>
  /** How often the client handed each transaction to the network. */
  readonly handed: ReadonlyMap<string, number>
  stop(): Promise<void>
}

/** Sends over both transports alternately, so that both are affected by the faults. */
export function startWriter(port: number, name: string, pauseMs: number): Writer {
  const handed = new Map<string, number>()
  const note = (body: string): void => {
    if (!body.includes('"broadcast_tx_sync"')) return
    const tx = /"tx":"([^"]+)"/.exec(body)?.[1] ?? ''
    handed.set(tx, (handed.get(tx) ?? 0) + 1)
  }
  class NotingSocket extends WebSocket {
    override send(data: string): void {
      note(data)
      super.send(data)
    }
  }
  const clients: NodeRpcClient[] = [
    createNodeRpcClient({
      transport: webSocket(`ws://127.0.0.1:${port}/websocket`, {
        WebSocket: NotingSocket,
        keepAliveMs: 1000,
        timeoutMs: 2000,
        reconnect: { baseMs: 50, maxMs: 500 },
      }),
    }),
    createNodeRpcClient({
      transport: http(`http://127.0.0.1:${port}`, {
        timeoutMs: 2000,
        fetch: (url, init) => {
          note(String(init.body))
          return fetch(url, init)
        },
      }),
    }),
  ]
  const outcomes = new Map<string, number>()
  let sent = 0
  let stopping = false

  async function send(client: NodeRpcClient): Promise<void> {
    while (!stopping) {
      const tx = new TextEncoder().encode(`${name}x${sent++}=${Math.floor(sent / 7)}`)
      const outcome = await client.broadcastTxSync({ tx }).then(
        ({ code }) => `code ${code}`,
        (error) => kindOf(error),
      )
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      await sleep(pauseMs)
    }
  }

  const work = Promise.all(clients.flatMap((client) => [send(client), send(client)]))
  return {
    get sent() {
      return sent
    },
    outcomes,
    handed,
    async stop() {
      stopping = true
      await work
      await Promise.all(clients.map((client) => client.close()))
    },
  }
}

function kindOf(error: unknown): string {
  if (isRpcError(error)) return error.reason
  if (isTransportError(error)) return error.sent === false ? 'not sent' : 'connection lost'
  return isTimeoutError(error) ? 'timeout' : String(error)
}

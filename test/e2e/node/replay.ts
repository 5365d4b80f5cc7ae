/** A node that replays a transcript: it returns the recorded responses to the recorded requests. */
import { http, type Transport, uri, webSocket } from '@tagwire/node-rpc'
import type { SocketConstructor, SocketLike } from '@tagwire/runtime/rpc'
import type { Exchange, Recording } from './transcript.js'

/** What the client has sent, to be compared with what was sent at the recording. */
export interface Replay {
  readonly transport: Transport
  /** The exchange that the next call belongs to. */
  play(exchange: Exchange): void
  readonly sent: unknown
}

export const replays: Readonly<Record<string, () => Replay>> = {
  http: () =>
    replayFetch(
      (fetch) => http('http://node', { fetch }),
      (_, body) => JSON.parse(body),
    ),
  uri: () =>
    replayFetch(
      (fetch) => uri('http://node', { fetch }),
      (url) => ({ id: -1, params: url.slice('http://node'.length) }),
    ),
  webSocket: replaySocket,
}

type Message = { readonly id: unknown; readonly params: unknown }

function replayFetch(
  make: (fetch: (url: string, init: RequestInit) => Promise<Response>) => Transport,
  read: (url: string, body: string) => Message,
): Replay {
  let current: Exchange | undefined
  let sent: unknown
  const transport = make(async (url, init) => {
    const { id, params } = read(url, String(init.body))
    sent = params
    return Response.json({ ...current?.answer, id }, { status: current?.status ?? 200 })
  })
  return {
    transport,
    play(exchange) {
      current = exchange
    },
    get sent() {
      return sent
    },
  }
}

function replaySocket(): Replay {
  let current: Exchange | undefined
  let sent: unknown
  const WebSocket = socketThat((message, say) => {
    sent = message.params
    say({ ...current?.answer, id: message.id })
  })
  return {
    transport: webSocket('ws://node/websocket', { WebSocket }),
    play(exchange) {
      current = exchange
    },
    get sent() {
      return sent
    },
  }
}

/** A transport that acknowledges one subscription and then delivers what was recorded. */
export function replayEvents({ notifications }: Recording) {
  const WebSocket = socketThat(({ id }, say) => {
    say({ jsonrpc: '2.0', id, result: {} })
    for (const result of notifications) say({ jsonrpc: '2.0', id, result })
  })
  return webSocket('ws://node/websocket', { WebSocket })
}

function socketThat(
  answer: (message: Message, say: (message: object) => void) => void,
): SocketConstructor {
  return class implements SocketLike {
    onopen: ((event: never) => void) | null = null
    onmessage: SocketLike['onmessage'] = null
    onclose: ((event: never) => void) | null = null
    onerror: ((event: never) => void) | null = null

    constructor() {
      queueMicrotask(() => Reflect.apply(this.onopen ?? nothing, this, [{}]))
    }

    send(data: string): void {
      const say = (message: object): void => {
        const event = { data: JSON.stringify(message) }
        queueMicrotask(() => Reflect.apply(this.onmessage ?? nothing, this, [event]))
      }
      answer(JSON.parse(data), say)
    }

    close(): void {}
  }
}

function nothing(): void {}

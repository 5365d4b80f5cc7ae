/* Transports that write down what passes. */
import { errorRules, http, RpcError, type Transport, uri, webSocket } from '@tagwire/node-rpc'
import { classify, type RpcRequest } from '@tagwire/runtime/rpc'
import { WebSocket } from 'ws'
import type { TestNode } from './harness/node.js'
import { type Exchange, withoutId, writable } from './transcript.js'

/** The last exchange; calls are made one after another. */
interface Passage {
  sent: unknown
  status?: number
  answer: object
}

export interface Recorder {
  readonly transport: Transport
  readonly exchanges: Exchange[]
  /** Calls are kept from here on. */
  start(): void
}

export function recordHttp(node: TestNode): Recorder {
  const passage: Passage = { sent: undefined, answer: {} }
  const transport = http(node.url, {
    async fetch(url, init) {
      passage.sent = JSON.parse(String(init.body)).params
      return noteAnswer(passage, await fetch(url, init))
    },
  })
  return recorder(transport, passage)
}

export function recordUri(node: TestNode): Recorder {
  const passage: Passage = { sent: undefined, answer: {} }
  const transport = uri(node.url, {
    async fetch(url, init) {
      passage.sent = url.slice(node.url.length)
      return noteAnswer(passage, await fetch(url, init))
    },
  })
  return recorder(transport, passage)
}

export function recordSocket(node: TestNode): Recorder {
  const passage: Passage = { sent: undefined, answer: {} }
  class NotingSocket extends WebSocket {
    constructor(url: string) {
      super(url)
      this.on('message', (data) => {
        passage.answer = JSON.parse(String(data))
      })
    }
    override send(data: string): void {
      passage.sent = JSON.parse(data).params
      super.send(data)
    }
  }
  return recorder(webSocket(node.socketUrl, { WebSocket: NotingSocket }), passage)
}

async function noteAnswer(passage: Passage, response: Response): Promise<Response> {
  passage.status = response.status
  passage.answer = await response.clone().json()
  return response
}

function recorder(transport: Transport, passage: Passage): Recorder {
  const exchanges: Exchange[] = []
  let on = false
  const note = (request: RpcRequest, error?: unknown): void => {
    if (!on) return
    const { sent, status, answer } = passage
    exchanges.push({
      method: request.method.name,
      params: writable(request.params),
      sent,
      ...(status !== undefined && { status }),
      answer: withoutId(answer),
      ...(error instanceof RpcError && { reason: classify(error, errorRules) }),
    })
  }
  const call: Transport['call'] = async (request, options) => {
    try {
      const result = await transport.call(request, options)
      note(request)
      return result
    } catch (error) {
      note(request, error)
      throw error
    }
  }
  const noting: Transport = Object.create(transport, { call: { value: call } })
  return {
    transport: noting,
    exchanges,
    start() {
      on = true
    },
  }
}

import {
  createNodeRpcClient,
  http,
  type NodeRpcClient,
  type NodeRpcLiveClient,
  uri,
  webSocket,
} from '@tagwire/node-rpc'
import { WebSocket } from 'ws'
import type { TestNode } from './node.js'
import { checked, type Strict } from './strict.js'

export type TransportName = 'http' | 'batched http' | 'uri' | 'webSocket'

export interface Clients {
  readonly live: NodeRpcLiveClient
  readonly byName: Readonly<Record<TransportName, NodeRpcClient>>
  close(): Promise<void>
}

/** One client per transport; with `strict`, every result is validated against the document. */
export function clientsOf(node: TestNode, strict?: Strict): Clients {
  const held = <T extends Parameters<typeof checked>[0]>(transport: T): T =>
    strict ? checked(transport, strict) : transport
  const live = createNodeRpcClient({ transport: held(webSocket(node.socketUrl, { WebSocket })) })
  const byName = {
    http: createNodeRpcClient({ transport: held(http(node.url)) }),
    'batched http': createNodeRpcClient({ transport: held(http(node.url, { batch: true })) }),
    uri: createNodeRpcClient({ transport: held(uri(node.url)) }),
    webSocket: live,
  }
  return {
    live,
    byName,
    async close() {
      await Promise.all(Object.values(byName).map((client) => client.close()))
    },
  }
}

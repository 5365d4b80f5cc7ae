import { answerOf } from '../reply.js'
import type { ServerSocket, SocketServer } from '../rpc/sockets.js'
import type { Server } from '../types.js'
import { hostOf, isSent, readNode, upgradeOf } from './read.js'
import type { NodeRequest, NodeResponse } from './types.js'
import { writeNode } from './write.js'

export type { NodeRequest, NodeResponse } from './types.js'

/** Serves with `node:http`, and so with Express and Fastify: `createServer(nodeHandler(server))`. */
export function nodeHandler(
  server: Server,
): (incoming: NodeRequest, outgoing: NodeResponse) => Promise<void> {
  const answer = answerOf(server)
  return async (incoming, outgoing) => {
    // A connection that is gone is no error of the server.
    outgoing.on('error', () => {})
    try {
      if (hostOf(incoming) === undefined) refuse(outgoing)
      else
        await writeNode(
          await answer(readNode(incoming, outgoing)),
          outgoing,
          isLeftUnread(incoming),
        )
    } catch {
      // What Node refuses, such as a method that no `Request` has.
      refuse(outgoing)
    }
  }
}

/** Serves the WebSockets of `ws`: `new WebSocketServer({ server }).on('connection', socketHandler(server))`. */
export function socketHandler(
  server: SocketServer,
): (socket: ServerSocket, incoming: NodeRequest) => void {
  return (socket, incoming) => {
    if (hostOf(incoming) === undefined) socket.close(1008, 'the host is no host')
    else server.connect(socket, upgradeOf(incoming))
  }
}

function refuse(outgoing: NodeResponse): void {
  if (outgoing.destroyed || outgoing.writableEnded) return
  if (outgoing.headersSent) {
    outgoing.destroy()
    return
  }
  outgoing.statusCode = 400
  outgoing.end()
}

/** What is left of a body would be taken for the next request. */
function isLeftUnread(incoming: NodeRequest): boolean {
  return incoming.httpVersionMajor === 1 && !incoming.complete && isSent(incoming)
}

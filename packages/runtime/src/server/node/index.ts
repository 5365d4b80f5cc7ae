import { answerOf } from '../reply.js'
import type { Server } from '../types.js'
import { hostOf, isSent, readNode } from './read.js'
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
function isLeftUnread({ complete, headers, httpVersionMajor }: NodeRequest): boolean {
  return httpVersionMajor === 1 && !complete && isSent(headers)
}

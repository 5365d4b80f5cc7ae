import { createServer } from 'node:http'
import type { Server } from '@tagwire/runtime/server'
import { nodeHandler } from '@tagwire/runtime/server/node'

export interface Sandbox {
  /** Where it listens: `http://127.0.0.1:8080`. */
  readonly url: string
  /** Ends it, and the connections to it. */
  close(): Promise<void>
}

/** Puts a server on loopback; the port 0 is any free one. */
export async function listen(server: Server, port: number): Promise<Sandbox> {
  const node = createServer(nodeHandler(server))
  await new Promise<void>((resolve, reject) => {
    node.once('error', reject)
    node.listen(port, '127.0.0.1', () => resolve())
  })
  const address = node.address()
  const bound = typeof address === 'object' && address ? address.port : port
  return {
    url: `http://127.0.0.1:${bound}`,
    close: () =>
      new Promise((resolve) => {
        node.close(() => resolve())
        node.closeAllConnections()
      }),
  }
}

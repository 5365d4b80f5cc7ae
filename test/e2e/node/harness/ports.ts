import { randomInt } from 'node:crypto'
import { createServer, type Server } from 'node:net'

/**
 * Below the ports that systems give to connections and to servers that ask for any port (from 32768 or 49152): a port
 * of those can be taken again before the node listens, or while it is stopped.
 */
const FIRST = 20_000
const LAST = 32_000

/** Loopback ports that are free at this moment, and that nobody gets by chance. */
export async function freePorts(count: number): Promise<number[]> {
  const taken = new Map<number, Server>()
  while (taken.size < count) {
    const port = randomInt(FIRST, LAST)
    const server = taken.has(port) ? undefined : await listening(port)
    if (server) taken.set(port, server)
  }
  await Promise.all([...taken.values()].map(closed))
  return [...taken.keys()]
}

function listening(port: number): Promise<Server | undefined> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(undefined) : reject(error),
    )
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => server.close(() => resolve()))

import { createServer } from 'node:net'

/** Loopback ports that are free at this moment. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => occupy()))
  const ports = servers.map(({ port }) => port)
  await Promise.all(servers.map(({ release }) => release()))
  return ports
}

function occupy(): Promise<{ port: number; release: () => Promise<void> }> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (typeof address !== 'object' || !address) return reject(new Error('no port'))
      const release = (): Promise<void> => new Promise((done) => server.close(() => done()))
      resolve({ port: address.port, release })
    })
  })
}

// A line to a node that can be cut, and that can stall.
import { once } from 'node:events'
import { connect, createServer } from 'node:net'

export async function openLine(port) {
  const pairs = new Set()
  let stalled = false
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    const pair = { near, far }
    pairs.add(pair)
    const end = () => {
      near.destroy()
      far.destroy()
      pairs.delete(pair)
    }
    for (const [from, to] of [
      [near, far],
      [far, near],
    ]) {
      from.on('data', (data) => {
        // What is stalled is lost: the socket stays open, and nothing arrives any more.
        if (!stalled) to.write(data)
      })
      from.on('close', end)
      from.on('error', end)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `ws://127.0.0.1:${server.address().port}`,
    cut() {
      for (const { near, far } of pairs) {
        near.destroy()
        far.destroy()
      }
    },
    stall(on) {
      stalled = on
    },
    close() {
      server.close()
      this.cut()
    },
  }
}

// A development node of npm on loopback, which keeps its chain when it is restarted.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

const require = createRequire(import.meta.url)

function program() {
  const platform = { linux: 'linux', darwin: 'darwin', win32: 'win32' }[process.platform]
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  const name = `@foundry-rs/anvil-${platform}-${arch}`
  return path.join(path.dirname(require.resolve(`${name}/package.json`)), 'bin', 'anvil')
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}

export async function startNode() {
  const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-anvil-'))
  const port = await freePort()
  let running
  let lastId = 0
  const node = {
    port,
    async call(method, ...params) {
      const response = await fetch(`http://127.0.0.1:${port}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method, params }),
      })
      const { result, error } = await response.json()
      if (error) throw new Error(`${method}: ${error.message}`)
      return result
    },
    async start() {
      const state = path.join(folder, 'state.json')
      const options = ['--port', String(port), '--no-mining', '--silent', '--state', state]
      running = spawn(program(), [...options, '--preserve-historical-states'], { stdio: 'ignore' })
      for (let tries = 0; ; tries++) {
        try {
          return await node.call('eth_chainId')
        } catch (error) {
          if (tries > 200) throw error
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
      }
    },
    /** Ends its process, which writes its chain. */
    async stop() {
      const ended = once(running, 'exit')
      running.kill('SIGTERM')
      await ended
    },
    async remove() {
      await node.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  process.once('exit', () => running.kill('SIGKILL'))
  await node.start()
  return node
}

// A development node of npm on loopback, which keeps its chain when it is restarted.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
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

function isWhole(file) {
  try {
    JSON.parse(readFileSync(file, 'utf8'))
    return true
  } catch {
    return false
  }
}

export async function startNode() {
  const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-anvil-'))
  const port = await freePort()
  const state = path.join(folder, 'state.json')
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
      const options = ['--port', String(port), '--no-mining', '--silent', '--state', state]
      const saving = ['--state-interval', '1', '--preserve-historical-states']
      running = spawn(program(), [...options, ...saving], { stdio: 'ignore' })
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
    /** Kills its process: what it did since it last wrote its chain is lost, and the chain goes on from there. */
    async kill() {
      const ended = once(running, 'exit')
      running.kill('SIGKILL')
      await ended
      // It may have been writing.
      if (isWhole(state)) copyFileSync(state, `${state}.whole`)
      else if (existsSync(`${state}.whole`)) copyFileSync(`${state}.whole`, state)
      else rmSync(state, { force: true })
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

import { rm } from 'node:fs/promises'
import path from 'node:path'
import { command, configure, temporaryFolder } from './home.js'
import { nodeIn, type TestNode } from './node.js'
import { freePorts } from './ports.js'

export interface TestNetwork {
  readonly nodes: readonly TestNode[]
  remove(): Promise<void>
}

/** Four validators of equal power: the chain survives the loss of one and halts without two. */
export async function startNetwork(binary: string): Promise<TestNetwork> {
  const folder = await temporaryFolder()
  await command(binary, 'testnet', '--v', '4', '--o', folder, '--populate-persistent-peers=false')
  const homes = [0, 1, 2, 3].map((index) => path.join(folder, `node${index}`))
  const ports = await freePorts(8)
  const ids = await Promise.all(
    homes.map((home) => command(binary, 'show-node-id', '--home', home)),
  )
  const peers = ids.map((id, index) => `${id}@127.0.0.1:${ports[index + 4]}`).join(',')
  const nodes = await Promise.all(
    homes.map(async (home, index) => {
      await configure(home)
      const flags = ['--p2p.persistent_peers', peers]
      return nodeIn(binary, home, { flags }, [ports[index] ?? 0, ports[index + 4] ?? 0])
    }),
  )
  await Promise.all(nodes.map((node) => node.start()))
  return {
    nodes,
    async remove() {
      await Promise.all(nodes.map((node) => node.remove()))
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

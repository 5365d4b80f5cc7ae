import { cp } from 'node:fs/promises'
import path from 'node:path'
import { createNodeRpcClient, http } from '@tagwire/node-rpc'
import { command, temporaryFolder } from '../harness/home.js'
import { nodeIn } from '../harness/node.js'

/** What a node sends instead of a result while it catches up: one of the same chain that finds nobody. */
export async function refusedWhileCatchingUp(
  binary: string,
  chain: string,
): Promise<readonly unknown[]> {
  const home = await temporaryFolder()
  await command(binary, 'init', '--home', home)
  await cp(path.join(chain, 'config/genesis.json'), path.join(home, 'config/genesis.json'))
  const node = await nodeIn(binary, home, { early: true })
  try {
    await node.start()
    const client = createNodeRpcClient({ transport: http(node.url), checkRelease: false })
    if (!(await client.status()).sync_info.catching_up) throw new Error('it has caught up')
    return await Promise.all(
      ['broadcast_tx_sync', 'broadcast_tx_async', 'broadcast_tx_commit', 'check_tx'].map(
        async (method) => {
          const body = { jsonrpc: '2.0', id: 1, method, params: { tx: 'YT1i' } }
          const response = await fetch(node.url, { method: 'POST', body: JSON.stringify(body) })
          const { error }: { readonly error?: unknown } = Object(await response.json())
          return { method, ...(error === undefined ? {} : { error }) }
        },
      ),
    )
  } finally {
    await node.remove()
  }
}

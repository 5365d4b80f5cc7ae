import assert from 'node:assert/strict'
import { createNodeRpcClient, http as rpcHttp } from '@tagwire/node-rpc'
import { createRoutingClient, isApiError } from '@tagwire/routing'
import { setupServer } from 'msw/node'
import { mswNodeRpc } from '../.cache/node-rpc/src/msw.js'
import { mswRouting } from '../.cache/routing/src/msw.js'

const server = setupServer(...mswRouting(), ...mswNodeRpc())
server.listen({ onUnhandledRequest: 'error' })
const routing = createRoutingClient({ retry: false })
const tx = { tx_hash: 'A1', chain_id: 'cosmoshub-4' }

const { chains } = await routing.chains()
assert.ok(chains.length > 1)
const unknown = await routing.status(tx).catch((error: unknown) => error)
assert.ok(isApiError(unknown))
assert.equal(unknown.status, 404)

const state = 'STATE_COMPLETED_SUCCESS'
server.use(...mswRouting({ status: () => ({ transfers: [], state }) }, { others: 'pass' }))
assert.equal((await routing.status(tx)).state, state)
assert.equal((await routing.chains()).chains.length, chains.length)

const url = 'http://127.0.0.1:26657'
const node = createNodeRpcClient({ transport: rpcHttp(url, { batch: true }) })
const [status] = await Promise.all([node.status(), node.health()])
assert.equal(typeof status.node_info.network, 'string')
const body = '{"jsonrpc":"2.0","id":1,"method":"tea"}'
const refused: unknown = await (await fetch(url, { method: 'POST', body })).json()
assert.deepEqual(refused, {
  jsonrpc: '2.0',
  id: 1,
  error: { code: -32601, message: 'Method not found' },
})
await node.close()
server.close()

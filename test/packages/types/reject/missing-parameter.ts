// TS2741: Property 'hash' is missing
import { createNodeRpcClient, http } from '@tagwire/node-rpc'

const node = createNodeRpcClient({ transport: http('http://127.0.0.1:26657') })
// error below
export const block = node.blockByHash({})

// TS2322: is not assignable to type 'BytesInput'
import { createNodeRpcClient, http } from '@tagwire/node-rpc'

const node = createNodeRpcClient({ transport: http('http://127.0.0.1:26657') })
// error below
export const block = node.blockByHash({ hash: 'ff' })

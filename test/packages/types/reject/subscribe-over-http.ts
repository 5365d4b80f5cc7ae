// TS2339: Property 'subscribe' does not exist
import { createNodeRpcClient, eventQuery, http } from '@tagwire/node-rpc'

const node = createNodeRpcClient({ transport: http('http://127.0.0.1:26657') })
// error below
export const events = node.subscribe(eventQuery('Tx'))

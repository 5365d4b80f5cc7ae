import type { AskState, SocketDialect } from '../dialect.js'
import type { RpcError } from '../errors.js'
import { heightsOf } from './node-calls.js'
import { normaliseQuery } from './query/parse.js'
import { streamChainEvents } from './stream-chain-events.js'

/** How a CometBFT node behaves on a WebSocket. */
export const comet: SocketDialect = {
  ping: 'health',
  subscriptionsPerConnection: 5,
  normaliseQuery,
  subscriptionLimit({ data }) {
    const found = /max_subscriptions_per_client (\d+)/.exec(String(data))
    return found ? Number(found[1]) : undefined
  },
  isDuplicate: ({ data }) => String(data).includes('already subscribed'),
  streamEvents: streamChainEvents,
}

/** The latest height of a node, and its chain. */
export const askState: AskState = async (call, options) => {
  const { chain, latest, catchingUp } = await heightsOf(call, options)
  return { chain, height: latest, catchingUp }
}

/** Whether a node does not have, or no longer has, what another one may have. */
export function lacks({ data }: RpcError): boolean {
  return /lowest height is|could not find (results|(validator|consensus)\b)|not persisting/.test(
    String(data),
  )
}

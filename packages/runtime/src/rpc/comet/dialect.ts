import type { AskState, SocketDialect } from '../dialect.js'
import { follow } from './follow.js'
import { heightsOf } from './node-calls.js'
import { normaliseQuery } from './query/parse.js'

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
  follow,
}

/** The latest height of a node, and its chain. */
export const askState: AskState = async (call, options) => {
  const { chain, latest, catchingUp } = await heightsOf(call, options)
  return { chain, height: latest, catchingUp }
}

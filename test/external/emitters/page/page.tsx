import { createNodeRpcClient } from '@tagwire/node-rpc'
import { createRoutingClient } from '@tagwire/routing'
import {
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { mockNodeRpc } from '../.cache/node-rpc/src/mock.js'
import { txSearchPages } from '../.cache/node-rpc/src/query.js'
import { mockRouting, sequence } from '../.cache/routing/src/mock.js'
import { chainsQuery, submitMutation, waitForStatusQuery } from '../.cache/routing/src/query.js'
import { drive } from './drive.js'

const state = (name: string) => ({ transfers: [], state: name })
const routing = createRoutingClient({
  fetch: mockRouting({
    submit: ({ tx }) => ({ tx_hash: `hash of ${tx}`, explorer_link: 'https://explorer.example' }),
    status: sequence(
      state('STATE_SUBMITTED'),
      state('STATE_PENDING'),
      state('STATE_COMPLETED_SUCCESS'),
    ),
  }),
})
const node = createNodeRpcClient({
  transport: mockNodeRpc({
    txSearch: ({ page }) => JSON.parse(`{ "txs": [{ "hash": "tx ${page}" }], "total_count": "3" }`),
  }),
})

function Chains() {
  const { data, isPending } = useQuery(chainsQuery(routing, { include_evm: true }))
  return (
    <p id="chains">{isPending ? 'pending' : data?.chains.map((chain) => chain.chain_id).join()}</p>
  )
}

function Transaction() {
  const { mutate, data } = useMutation(submitMutation(routing))
  return (
    <section>
      <button
        id="submit"
        type="button"
        onClick={() => mutate({ tx: 'AA==', chain_id: 'cosmoshub-4' })}
      >
        Submit
      </button>
      <p id="hash">{data?.tx_hash}</p>
      {data && <Progress hash={data.tx_hash ?? ''} />}
    </section>
  )
}

/** The options as they are, but for the pause between two questions. */
function Progress({ hash }: { readonly hash: string }) {
  const quick: typeof routing = {
    ...routing,
    watchStatus: (query, options) => routing.watchStatus(query, { ...options, intervalMs: 5 }),
  }
  const { data } = useQuery(waitForStatusQuery(quick, { tx_hash: hash, chain_id: 'cosmoshub-4' }))
  return <p id="state">{data?.state}</p>
}

function Transactions() {
  const options = txSearchPages(node, { query: 'tx.height > 1', per_page: 1n })
  const { data, fetchNextPage, hasNextPage } = useInfiniteQuery(options)
  const hashes = data?.pages.flatMap(({ txs }) => txs.map(({ hash }) => hash)) ?? []
  return (
    <section>
      <p id="transactions">{hashes.join()}</p>
      {hasNextPage && (
        <button id="more" type="button" onClick={() => void fetchNextPage()}>
          More
        </button>
      )}
    </section>
  )
}

const main = document.querySelector('main')
if (!main) throw new Error('no place for the page')
createRoot(main).render(
  <QueryClientProvider client={new QueryClient()}>
    <Chains />
    <Transaction />
    <Transactions />
  </QueryClientProvider>,
)
Object.assign(globalThis, { outcome: drive() })

/**
 * What can go wrong: how the server responds, how both clients are called, and the required outcome of ours.
 */

const pair = {
  source_asset_denom: 'uatom',
  source_asset_chain_id: 'cosmoshub-4',
  dest_asset_denom: 'uosmo',
  dest_asset_chain_id: 'osmosis-1',
  amount_in: '1000000',
}
const theirPair = {
  sourceAssetDenom: 'uatom',
  sourceAssetChainId: 'cosmoshub-4',
  destAssetDenom: 'uosmo',
  destAssetChainId: 'osmosis-1',
  amountIn: '1000000',
}
const JSON_HEADERS = { 'content-type': 'application/json' }

const planning = {
  theirs: (client) => client.route(theirPair),
  ours: (client) => client.route(pair),
}
const bridges = { theirs: (client) => client.bridges(), ours: (client) => client.bridges() }
const submitting = {
  theirs: (client) => client.submitTransaction({ tx: 'AAAA', chainId: 'cosmoshub-4' }),
  ours: (client) => client.submit({ tx: 'AAAA', chain_id: 'cosmoshub-4' }),
}

const waiting = (hash) => ({
  theirs: (client) => client.waitForTransaction({ txHash: hash, chainId: 'cosmoshub-4' }),
  ours: (client) =>
    client.trackAndWait(
      { tx_hash: hash, chain_id: 'cosmoshub-4' },
      { intervalMs: 10, timeoutMs: 1000 },
    ),
})

const saying =
  (status, text, headers = JSON_HEADERS) =>
  ({ outgoing }) => {
    outgoing.writeHead(status, headers).end(text)
  }

const refusal = JSON.stringify({
  code: 3,
  message: 'unable to determine route safety',
  details: [
    { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'LOW_INFO_ERROR', metadata: {} },
  ],
})
const world = () => 'world'
const state = (value) => `resolves: ${value?.state}`
const sentKeys = (_, requests) =>
  `sends the key \`${Object.keys(JSON.parse(requests[0].body).chain_ids_to_addresses ?? JSON.parse(requests[0].body).chains)[0]}\``

export const situations = [
  {
    what: 'the service refuses a route, with a reason',
    answer: saying(400, refusal),
    call: planning,
    expected: /ApiError.*status 400, code 3, reason LOW_INFO_ERROR/,
  },
  {
    what: 'a 500 without a body',
    answer: saying(500, ''),
    call: bridges,
    expected: /ApiError.*status 500/,
  },
  {
    what: 'a 502 with the page of a proxy, each time',
    answer: saying(502, '<html>Bad Gateway</html>', { 'content-type': 'text/html' }),
    call: bridges,
    expected: /ApiError.*status 502.*3 requests/,
  },
  {
    what: 'a 503 once, then an answer',
    answer: ({ number, outgoing }) =>
      number > 1 ? 'world' : saying(503, '{"message":"busy"}')({ outgoing }),
    call: bridges,
    tell: (value, requests) =>
      `resolves after ${requests.length} requests: ${(value?.bridges ?? value)?.length} bridges`,
    expected: /resolves after 2 requests: 10 bridges/,
  },
  {
    what: 'a 503 to a submitted transaction, which may have been sent',
    answer: saying(503, '{"message":"busy"}'),
    call: submitting,
    expected: /ApiError.*status 503[^(]*$/,
  },
  {
    what: 'a 200 with the page of a proxy',
    answer: saying(200, '<html>Sign in</html>', { 'content-type': 'text/html' }),
    call: bridges,
    expected: /TransportError.*fault body/,
  },
  {
    what: 'a 200 whose JSON is cut off',
    answer: saying(200, '{"bridges":[{"id":"IBC"'),
    call: bridges,
    expected: /TransportError.*fault body/,
  },
  {
    what: 'a 200 that holds `null`',
    answer: saying(200, 'null'),
    call: planning,
    expected: /TransportError.*fault body/,
  },
  {
    what: 'a connection that breaks',
    answer: ({ outgoing }) => void outgoing.destroy(),
    call: bridges,
    expected: /TransportError.*fault network.*3 requests/,
  },
  {
    what: 'a server that never answers',
    answer: () => {},
    call: bridges,
    expected: /TimeoutError.*timeoutMs 1000/,
  },
  {
    what: 'a server that stops in the middle of its answer',
    answer: ({ outgoing }) => void outgoing.writeHead(200, JSON_HEADERS).write('{"bridges":['),
    call: bridges,
    expected: /TimeoutError.*timeoutMs 1000/,
  },
  {
    what: 'a redirect to another origin',
    answer: saying(307, '', { location: 'http://localhost:9/elsewhere' }),
    call: bridges,
    expected: /TransportError.*fault redirect/,
  },
  {
    what: 'a chain id with a capital as a key of the request',
    answer: world,
    call: {
      theirs: (client) =>
        client.balances({ chains: { Oraichain: { address: 'orai1' } } }).catch(() => {}),
      ours: (client) => client.balances({ chains: { Oraichain: { address: 'orai1' } } }),
    },
    tell: sentKeys,
    expected: /sends the key `Oraichain`/,
  },
  {
    what: 'a denom with an underscore as a key of the answer',
    answer: saying(
      200,
      '{"chains":{"osmosis-1":{"denoms":{"factory/x/my_token":{"amount":"1","formatted_amount":"1"}}}}}',
    ),
    call: {
      theirs: (client) => client.balances({ chains: { 'osmosis-1': { address: 'osmo1' } } }),
      ours: (client) => client.balances({ chains: { 'osmosis-1': { address: 'osmo1' } } }),
    },
    tell: ({ chains }) => {
      const [denoms] = Object.values(chains)
      return `gives the key \`${Object.keys(denoms.denoms)[0]}\``
    },
    expected: /gives the key `factory\/x\/my_token`/,
  },
  {
    what: 'a transaction that timed out on its way',
    answer: world,
    isWait: true,
    call: waiting('ibc_timeout'),
    expected: /WaitFailedError.*outcome failure/,
  },
  {
    what: 'a transaction that the service gave up',
    answer: world,
    isWait: true,
    call: waiting('abandoned'),
    expected: /WaitFailedError.*outcome given-up/,
  },
  {
    what: 'a transaction that is not indexed yet, then arrives',
    answer: world,
    isWait: true,
    call: waiting('indexed_late'),
    tell: state,
    expected: /resolves: STATE_COMPLETED_SUCCESS/,
  },
  {
    what: 'a 500 in the middle of waiting, then the end',
    answer: ({ path, number, outgoing }) => {
      if (!path.includes('/status')) return 'world'
      if (number < 5) return saying(500, '{"message":"busy"}')({ outgoing })
      return saying(200, '{"state":"STATE_COMPLETED_SUCCESS","transfers":[]}')({ outgoing })
    },
    isWait: true,
    call: waiting('any'),
    tell: state,
    expected: /resolves: STATE_COMPLETED_SUCCESS/,
  },
  {
    what: 'waiting for an end that does not come',
    answer: ({ path, outgoing }) =>
      path.includes('/status')
        ? saying(200, '{"state":"STATE_PENDING","transfers":[]}')({ outgoing })
        : 'world',
    isWait: true,
    call: waiting('any'),
    expected: /TimeoutError.*timeoutMs 1000/,
  },
]

// What each feature weighs is what goes when its functions are replaced by the least that still works. `stubs` has
// that by the name of the function; what nothing uses any more goes with it. `demanded` is who asks for it.
const none = '() => {}'
const nothing = '() => []'

export const features = [
  {
    name: 'credentials out of errors',
    demanded: 'contract 4: no error shows a credential, however it is printed',
    stubs: {
      createRedactor: '() => (shown) => shown',
      secretsInHeaders: nothing,
      secretsInAddress: nothing,
    },
  },
  {
    name: 'descriptions of all operations',
    demanded: 'contract 4: `call(operations.route, …)`; esbuild keeps the whole table',
    stubs: { operations: '{ route: {} }' },
  },
  {
    name: 'openapi-fetch',
    demanded: 'contract 4: `routing.http`',
    stubs: { createClient: none },
  },
  {
    name: 'waiting, shared by all callers',
    demanded: 'contract 4: `waitForStatus`, `watchStatus`; issue 15, item 1: track first',
    stubs: { createWaiter: none, beginAndWait: none },
  },
  {
    name: 'redirects',
    demanded: 'contract 4: `redirect`; issue 15, item 5',
    stubs: { send: '(fetch, { url, ...init }) => fetch(url, init)' },
  },
  {
    name: 'errors of answers, their texts',
    demanded: 'contract 4: `ApiError` with `code`, `reason`, `details`',
    stubs: { failureOf: '(response) => new Error(response.status)' },
  },
  {
    name: 'exact integers',
    demanded: 'contract 4: what arrives is what is returned, what is sent is what travels',
    stubs: { parseExact: 'JSON.parse', stringifyExact: 'JSON.stringify' },
  },
  {
    name: 'retries',
    demanded: 'contract 4: retries with `Retry-After` and jitter',
    stubs: {
      withRetries:
        '(work, { timeoutMs, signal, fail }) => inTime({ timeoutMs, signal, expired: fail }, work)',
      retrying: '(send) => send()',
    },
  },
  {
    name: 'one deadline',
    demanded: 'contract 1: nothing hangs',
    stubs: { inTime: '(_, work) => work()', race: '(work) => work', sleep: none },
  },
  {
    name: 'hooks',
    demanded: 'contract 4: `onRequest`, `onResponse`, `onRetry`',
    stubs: { told: '(fetch) => fetch', tell: none },
  },
  {
    name: 'the limit of a body',
    demanded: 'contract 4: `maxBodyBytes`',
    stubs: { textOf: '(response) => response.text()' },
  },
  {
    name: '`validate`',
    demanded: 'contract 4 and 6; the reporting comes with the validators',
    stubs: { validatorIn: none, responseCheck: none },
  },
  {
    name: 'headers in any form',
    demanded: 'contract 4: `headers`; their values stay out of messages',
    stubs: { headerPairs: '(...all) => Object.assign({}, ...all)' },
  },
  {
    name: 'a base that can be',
    demanded: 'issue 15, item 5: `baseUrl` is refused when the client is made',
    stubs: { cleanBaseUrl: '(url) => url' },
  },
  {
    name: 'queries of GET',
    demanded: 'the table of operations: esbuild keeps what any of them needs',
    stubs: { inQuery: none },
  },
  {
    name: 'everything that follows events',
    demanded: "contract 5: `subscribe` with `resume: 'backfill'`",
    stubs: { follow: none },
  },
  {
    name: '… comparing heights, filling gaps',
    demanded: 'issue 16, item 1: complete means complete',
    stubs: { createCompleteCursor: none, createGapCursor: none },
  },
  {
    name: '… queries, built, read, evaluated',
    demanded: 'contract 5: `eventQuery`, any query of `Tx` is followed',
    stubs: { eventQuery: none, parseQuery: none, matchesQuery: none, normaliseQuery: none },
  },
  {
    name: '… one chain, never another',
    demanded: 'issue 16, item 1 (e): a node that starts anew',
    stubs: { createChainWatch: none },
  },
  {
    name: '… buffers with a policy',
    demanded: 'contract 5: bounded buffer',
    stubs: { createQueue: none },
  },
  {
    name: 'one connection and its liveness',
    demanded: 'contract 5: liveness without ping frames, reconnecting',
    stubs: { openConnection: none, openLifeline: none },
  },
  {
    name: 'connections that are shared',
    demanded: 'the node takes five subscriptions on a connection',
    stubs: { createChannels: none },
  },
  {
    name: 'texts of errors and what they mean',
    demanded: 'contract 5: `reason`',
    stubs: { errorRules: '[]', classify: none },
  },
  {
    name: 'batches',
    demanded: 'contract 5: `http(url, { batch: true })`',
    stubs: { createBatcher: none },
  },
  {
    name: 'descriptions of all methods',
    demanded: 'contract 5: every method; esbuild keeps the whole table',
    stubs: { methods: '{}', methodTable: none },
  },
  {
    name: 'parameters as people hold them',
    demanded: 'contract 5: integers, bytes, each encoded as the transport needs it',
    stubs: { messageParams: '(_, params) => params' },
  },
  {
    name: '`chainId` and releases',
    demanded: 'contract 5: `chainId`; decision 21',
    stubs: { createReleaseWatch: '() => () => {}', assertChain: none },
  },
  {
    name: 'pages, pieces, waiting',
    demanded: 'contract 5: paginators, `waitForTx`',
    stubs: { paginate: none, joinSequence: none, waitFor: none },
  },
  {
    name: 'addresses that are refused',
    demanded: 'issue 16, item 5: wrong addresses are refused at once',
    stubs: { addressOf: '(url) => url' },
  },
  {
    name: 'what 401, 404 and 431 mean',
    demanded: 'issue 16, item 5',
    stubs: { meaning: none },
  },
]

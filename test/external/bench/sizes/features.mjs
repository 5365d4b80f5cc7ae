// What each feature weighs is what goes when its functions are replaced by the least that still works. `stubs` has
// that by the name of the function; what nothing uses any more goes with it. `demanded` is
// what needs it.
const none = '() => {}'
const nothing = '() => []'

export const features = [
  {
    name: 'credentials out of errors',
    demanded: 'no error shows a credential, however it is printed',
    stubs: {
      createRedactor: '() => (shown) => shown',
      secretsInHeaders: nothing,
      secretsInAddress: nothing,
    },
  },
  {
    name: 'descriptions of all operations',
    demanded: 'a method for each of the client; one that is imported alone brings no other',
    stubs: { operations: '{ route: {} }' },
  },
  {
    name: 'waiting',
    demanded: '`waitForStatus`, `watchStatus`, `trackAndWait`',
    stubs: { createWaiter: none, beginAndWait: none },
  },
  {
    name: 'waiting: one call for all who wait for the same',
    demanded: 'however many wait, the service is asked once',
    stubs: {
      createPoll:
        '(call) => (input, due = 0, signal) => sleep(due - performance.now(), signal).then(() => call(input, signal))',
    },
  },
  {
    name: 'waiting: how it ended',
    demanded: '`WaitFailedError`; states of transfers where there is no other',
    stubs: { endOf: "() => ({ outcome: 'success' })", failedWait: none },
  },
  {
    name: 'redirects',
    demanded: '`redirect`: followed to the same origin unless a caller says otherwise',
    stubs: {
      sendRequest:
        '({ url, ...request }, { fetch, init }, signal) => fetch(url, { ...init, ...request, signal })',
    },
  },
  {
    name: 'errors of answers, their texts',
    demanded: '`ApiError` with `code`, `reason`, `details`, whatever the body is',
    stubs: { failureOf: '(response) => new Error(response.status)' },
  },
  {
    name: 'exact integers',
    demanded: 'what arrived can be sent back, integers beyond 2^53 included',
    stubs: { parseExact: 'JSON.parse', stringifyExact: 'JSON.stringify' },
  },
  {
    name: 'retries',
    demanded: '`retry`, with `Retry-After` and jitter',
    stubs: { retrying: '(send) => send(1)', retryCalls: '(send) => send()' },
  },
  {
    name: 'one deadline',
    demanded: '`timeoutMs` and `signal`: every promise settles',
    stubs: {
      inTime: '(_, work) => work(new AbortController().signal)',
      race: '(work) => work',
      sleep: none,
    },
  },
  {
    name: 'hooks',
    demanded: '`onRequest`, `onResponse`, `onRetry`',
    stubs: { reported: none, callHook: none },
  },
  {
    name: 'middleware',
    demanded: '`middleware`: `call` once per call, `attempt` once per attempt',
    stubs: {
      through: '(_, _part, last) => last',
      sendThrough: '(_, _part, request, deliver) => deliver(request)',
      checkMiddleware: none,
    },
  },
  {
    name: 'options that are checked',
    demanded: 'a `TypeError` that names the option and what it takes, for clients and calls',
    stubs: { checkOptions: none },
  },
  {
    name: 'lost and unreadable answers',
    demanded: '`TransportError`, with `cause`, `sent`, `status` and the beginning of the body',
    stubs: {
      lost: '(cause) => { throw cause }',
      parsed: '(_, text) => parseExact(text)',
      unreadable: '() => new Error()',
      failed: '() => new Error()',
    },
  },
  {
    name: 'the forms of a call',
    demanded: '`client.answer` and `client.attempt`, beside every method',
    stubs: { answer: none, attempt: none, attemptsOf: '() => ({})' },
  },
  {
    name: 'the limit of a body',
    demanded: '`maxBodyBytes`, counted after decompression',
    stubs: { responseText: '(response) => response.text()' },
  },
  {
    name: '`validate`',
    demanded: '`validate`; all else of it comes with validators',
    stubs: { validatorIn: none, responseCheck: none },
  },
  {
    name: 'headers in any form',
    demanded: '`headers`; values that cannot be sent are not quoted',
    stubs: { headerPairs: '(...all) => Object.assign({}, ...all)' },
  },
  {
    name: 'a base that can be',
    demanded: 'a wrong `baseUrl` is refused when the client is made',
    stubs: { cleanBaseUrl: '(url) => url' },
  },
  {
    name: 'queries of GET',
    demanded: 'comes with the table of operations',
    stubs: { placeQuery: none },
  },
  {
    name: 'everything that follows events',
    demanded: "`subscribe` with `resume: 'backfill'`",
    stubs: { streamChainEvents: none },
  },
  {
    name: 'events: comparing heights, filling gaps',
    demanded: 'every height exactly once and in order',
    stubs: { createBackfillStrategy: none, createLiveStrategy: none },
  },
  {
    name: 'events: queries, built, read, evaluated',
    demanded: '`eventQuery`; any query of `Tx` is followed',
    stubs: { eventQuery: none, parseQuery: none, matchesQuery: none, normaliseQuery: none },
  },
  {
    name: 'events: one chain, never another',
    demanded: 'a chain that was restarted is detected',
    stubs: { createSameChainCheck: none },
  },
  {
    name: 'events: buffers with a policy',
    demanded: '`buffer`: bounded in events and bytes',
    stubs: { createEventQueue: none },
  },
  {
    name: 'one connection and its liveness',
    demanded: 'reconnecting, and liveness without ping frames',
    stubs: { openConnection: none, openSocket: none },
  },
  {
    name: 'connections that are shared',
    demanded: 'the node takes five subscriptions on a connection',
    stubs: { createQueryChannels: none },
  },
  {
    name: 'texts of errors and what they mean',
    demanded: '`reason` of an `RpcError`',
    stubs: { errorRules: '[]', classify: none },
  },
  {
    name: 'batches',
    demanded: '`http(url, { batch: true })`',
    stubs: { createBatcher: none, createMessageSender: none },
  },
  {
    name: 'descriptions of all methods',
    demanded: 'a method for each of the client; one that is imported alone brings no other',
    stubs: { methods: '{}' },
  },
  {
    name: 'parameters as people hold them',
    demanded: 'integers and bytes as callers hold them',
    stubs: { messageParams: '(_, params) => params' },
  },
  {
    name: '`chainId` and releases',
    demanded: '`chainId`, `checkRelease`',
    stubs: { createReleaseWatch: '() => () => {}', assertChain: none },
  },
  {
    name: 'pages, pieces, waiting',
    demanded: '`txSearchAll`, `genesisAll`, `waitForTx`',
    stubs: { paginate: none, joinSequence: none, waitFor: none },
  },
  {
    name: 'addresses that are refused',
    demanded: 'wrong addresses are refused at once',
    stubs: { addressOf: '(url) => url' },
  },
  {
    name: 'what 401, 404 and 431 mean',
    demanded: 'these statuses are said in words',
    stubs: { explainStatus: none },
  },
]

import type { Row } from './hosts/host.js'

/**
 * Where a runtime differs from the standard. The READMEs of the packages mention everything that matters.
 */
export interface Known {
  readonly why: string
  readonly runtimes: readonly string[]
  /** Which situations: part and title. */
  readonly of: RegExp
  /** What the runtime does instead. */
  readonly becomes: (standard: Row, title: string, found: Row) => Row
}

const workers = ['workerd', 'workerd-old']
/** Whether a connection has been kept by then is a matter of moments. */
const onceOrTwice: Known['becomes'] = (standard, _, found) => ({
  ...standard,
  requests: found.requests === 1 ? 1 : 2,
})

export const known: readonly Known[] = [
  {
    why: 'forbids no port, so that a connection there is refused like any other',
    runtimes: ['bun'],
    of: /^routing: a port that is forbidden$/,
    becomes: (standard) => ({ ...standard, sent: false }),
  },
  {
    why: 'does not tell a connection that was refused from one that broke',
    runtimes: ['deno', 'chromium', ...workers],
    of: /^(?:routing|faults: (?:http|batch|uri)): nobody there$/,
    becomes: ({ sent: _, ...standard }) => standard,
  },
  {
    why: 'may send a request again by itself when a connection breaks that has carried an answer',
    runtimes: ['deno', 'chromium'],
    of: /^routing: (a reset (before|of)|closed|submit on)|^faults: (http|batch|uri): a reset (before|of)/,
    becomes: onceOrTwice,
  },
  {
    why: 'may send a GET again by itself when a connection breaks that has carried an answer',
    runtimes: ['bun', ...workers],
    of: /^faults: uri: a reset (before|of)/,
    becomes: onceOrTwice,
  },
  {
    why: 'lets programs see 407, which others keep to themselves as the standard wants it',
    runtimes: ['bun', 'deno', ...workers],
    of: /^routing: 407$/,
    becomes: ({ fault: _, ...standard }) => ({
      ...standard,
      failed: 'ApiError',
      status: 407,
      body: { message: 'which proxy?' },
      message: 'route: POST /v2/fungible/route: 407: which proxy?',
    }),
  },
  {
    why: 'tells the status of a redirect that was not to be followed',
    runtimes: workers,
    of: /^faults: (http|batch|uri): redirect/,
    becomes: (standard, title) => ({ ...standard, status: Number(/\d{3}/.exec(title)) }),
  },
  {
    // The standard of WebSocket hides the answer on purpose; Node 20 has none of its own and runs `ws` here, which tells.
    why: 'tells programs nothing of the answer with which a WebSocket handshake is refused',
    runtimes: ['node-22', 'node-26', 'bun', 'deno', ...workers, 'chromium'],
    of: /^faults: webSocket: a handshake that is refused$/,
    becomes: ({ status: _, ...standard }) => ({
      ...standard,
      fault: 'network',
      message: 'The connection failed (health, ws://<server>)',
    }),
  },
  {
    why: 'gives a page the answers of those services only that allow it by CORS',
    runtimes: ['chromium'],
    of: /^routing: a service without CORS$/,
    becomes: () => unanswered({ operation: 'route', message: `${route}: no answer, <code>` }),
  },
  {
    why: 'gives a page the answers of those nodes only that allow it by CORS',
    runtimes: ['chromium'],
    of: /^faults: \w+: a node without CORS$/,
    becomes: () =>
      unanswered({
        operation: 'health',
        message: 'The request failed (health, http://<server>)',
        elsewhere: 0,
      }),
  },
  {
    why: 'gives a page only those headers that the service exposes by CORS',
    runtimes: ['chromium'],
    of: /that are not exposed$/,
    becomes: ({ retryAfterS: _, ...standard }) => standard,
  },
  {
    why: 'hides where a redirect leads, so that it cannot be followed without the credentials',
    runtimes: ['chromium'],
    of: /^routing: (POST, redirect|GET, redirect|a redirect)/,
    becomes(_, title) {
      const [operation, path] = /^(GET|a redirect for)/.test(title)
        ? ['chains', 'chains: GET /v2/info/chains']
        : ['route', route]
      const message = `${path}: redirect, hidden by this platform, is not followed, set baseUrl`
      return { failed: 'TransportError', operation, fault: 'redirect', message, requests: 1 }
    },
  },
]

const route = 'route: POST /v2/fungible/route'

function unanswered(members: Row): Row {
  return { failed: 'TransportError', fault: 'network', requests: 0, ...members }
}

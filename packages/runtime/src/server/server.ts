import { checkOptions } from '../core/check-options.js'
import { type ArgumentsReader, argumentProblems, argumentsReader } from './arguments.js'
import { corsOf } from './cors.js'
import { checkSecurity, identify, type SecurityFunctions } from './credentials.js'
import type { OperationFacts, RequestFacts, ServerFacts } from './facts.js'
import { settleInTime } from './in-time.js'
import { CallSignal, type Incoming, incomingOf } from './incoming.js'
import { HttpProblem, isHttpProblem, problemReply } from './problems.js'
import { bodyReceiver, type ReceiveBody } from './received-body.js'
import { noMethod, noPath, refuseAccept } from './refusals.js'
import { headerList, type Reply, serverFrom } from './reply.js'
import { type ResultWriter, resultWriter } from './results.js'
import { allowedMethods, type Match, type Route, Routes, routeOf } from './routes.js'
import { checkedSettings, checkHandlers, settingForms } from './settings.js'
import type {
  HandlerContext,
  SecurityContext,
  Server,
  ServerInput,
  ServerSettings,
} from './types.js'

/** The handlers and settings that a generated `createServer` takes. */
export interface AnyServerOptions extends ServerSettings {
  readonly operations: object
  readonly security?: SecurityFunctions | object | undefined
}

/** An operation that is ready to be called. */
interface Served {
  readonly key: string
  readonly facts: OperationFacts & RequestFacts
  readonly handler: (input: ServerInput, context: object) => unknown
  readonly arguments: ArgumentsReader
  readonly receiveBody: ReceiveBody
  readonly reply: ResultWriter
}

/** A request on its way through one server. */
interface Call {
  readonly incoming: Incoming
  readonly search: string
  readonly match: Match<Served>
  readonly signal: CallSignal
  isReadingBody: boolean
}

/** The server of a generated package. */
export function serverOf(facts: ServerFacts, options: AnyServerOptions): Server {
  checkOptions(options, settingForms)
  const { operations, cors: corsOptions, basePath, refusal } = options
  const { limits, checkResults, onError } = checkedSettings(options)
  const security: SecurityFunctions = { ...options.security }
  const cors = corsOf(corsOptions)
  checkHandlers(operations, Object.keys(facts.operations))
  checkSecurity(facts, security)
  const routes = new Routes<Served>()
  const { requests = {} } = facts
  for (const [key, each] of Object.entries(facts.operations)) {
    const own = Object.hasOwn(requests, key) ? requests[key] : undefined
    routes.add(each.sent.method, each.sent.path, servedOf(key, { ...each, ...own }, operations))
  }
  const bases = basesOf(basePath, facts.bases)

  /** The base path is not part of the document's paths. */
  function find(pathname: string): Match<Served> | undefined {
    for (const base of bases) {
      if (base !== '' && pathname !== base && !pathname.startsWith(`${base}/`)) continue
      const match = routes.find(pathname.slice(base.length))
      if (match) return match
    }
    return undefined
  }

  async function handle(call: Call, served: Served, route: Route<Served>): Promise<Reply> {
    const { incoming, search, match, signal } = call
    const { key, facts: operation, handler } = served
    const identity = operation.security
      ? await identify(operation.security, facts, security, {
          incoming,
          search,
          context: (scopes) => securityContext(call, key, scopes),
        })
      : undefined
    refuseAccept(incoming.header('accept'), operation.produces)
    const path = { names: route.names, texts: match.texts }
    const { header } = incoming
    const texts = { path, search, header }
    const input = served.arguments.read(texts, limits.maxParameters)
    call.isReadingBody = true
    const { value: body, problems } = await served.receiveBody(incoming, limits)
    call.isReadingBody = false
    const own = argumentProblems(operation, input, () => served.arguments.others(texts))
    const all = own.length === 0 ? problems : [...own, ...problems]
    if (all.length > 0) throw new HttpProblem(400, '', { problems: all })
    input.body = body
    const result: unknown = await handler.call(operations, input, contextOf(call, identity))
    return served.reply(result, {
      name: key,
      isChecked: checkResults,
      accept: incoming.header('accept'),
      onEnd: () => signal.abort(new Error('the stream has ended')),
      onError: (error) => onError(error, { request: incoming.request, operation: key }),
    })
  }

  function answer(incoming: Incoming): Reply | Promise<Reply> {
    const { method } = incoming
    const { pathname, search } = partsOf(incoming.url)
    const match = find(pathname)
    if (!match) {
      // Browsers only show the 404 to scripts that may call.
      const preflight = method === 'OPTIONS' && cors.preflight(incoming, allMethods)
      return preflight || refuse(noPath(), incoming)
    }
    if (method === 'OPTIONS') {
      const preflight = cors.preflight(incoming, allowedMethods(match))
      if (preflight) return preflight
    }
    const route = routeOf(match, method, search)
    if (!route) {
      const allow = allowedMethods(match)
      if (method === 'OPTIONS') return { status: 204, headers: headerList({ allow }), body: null }
      return refuse(noMethod(allow), incoming)
    }
    const signal = new CallSignal(incoming)
    return serve({ incoming, search, match, signal, isReadingBody: false }, route)
  }

  async function serve(call: Call, route: Route<Served>): Promise<Reply> {
    const { incoming, signal } = call
    const late = (): HttpProblem =>
      call.isReadingBody
        ? new HttpProblem(408, 'the body did not arrive in time')
        : new HttpProblem(503, 'the response took too long')
    try {
      const reply = await settleInTime(handle(call, route.target, route), limits.timeoutMs, late)
      return incoming.method === 'HEAD' ? withoutBody(reply) : reply
    } catch (error) {
      signal.abort(error)
      const { key } = route.target
      if (isHttpProblem(error)) return refuse(error, incoming, key)
      if (!incoming.isGone) onError(error, { request: incoming.request, operation: key })
      return refuse(new HttpProblem(500), incoming, key)
    }
  }

  /** In the form of the service, unless that throws. */
  function refuse(problem: HttpProblem, incoming: Incoming, operation?: string): Reply {
    try {
      return problemReply(problem, refusal)
    } catch (error) {
      onError(error, { request: incoming.request, operation })
      return problemReply(new HttpProblem(500))
    }
  }

  const answerOthers = async (incoming: Incoming): Promise<Reply> => {
    const reply = await answer(incoming)
    cors.allow(incoming, reply.headers)
    return reply
  }
  return serverFrom(corsOptions ? answerOthers : answer, incomingOf)
}

/** Members that are read when they are asked for, because a `Request` and a signal take long to make. */
function contextOf({ incoming, signal }: Call, identity: unknown): HandlerContext<unknown> {
  return {
    get request() {
      return incoming.request
    },
    identity,
    get signal() {
      return signal.signal
    },
  }
}

function securityContext(
  { incoming, signal }: Call,
  operation: string,
  scopes: readonly string[],
): SecurityContext {
  return {
    get request() {
      return incoming.request
    },
    operation,
    scopes,
    get signal() {
      return signal.signal
    },
  }
}

const allMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE'

function servedOf(key: string, facts: Served['facts'], operations: object): Served {
  const handler = Reflect.get(operations, key)
  return {
    key,
    facts,
    handler,
    arguments: argumentsReader(facts),
    receiveBody: bodyReceiver(facts),
    reply: resultWriter(facts),
  }
}

function basesOf(given: string | undefined, described: readonly string[] = []): string[] {
  const bases = given === undefined ? [...described, ''] : [given]
  const clean = bases.map((base) => base.replace(/\/+$/, '').replace(/^(?!\/|$)/, '/'))
  return [...new Set(clean)].sort((left, right) => right.length - left.length)
}

/** Path and query as sent. `URL` would be exact too, but parses what is not needed. */
function partsOf(url: string): { readonly pathname: string; readonly search: string } {
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3)
  const end = url.indexOf('#')
  const target = url.slice(start < 0 ? url.length : start, end < 0 ? undefined : end)
  const at = target.indexOf('?')
  return at < 0
    ? { pathname: target || '/', search: '' }
    : { pathname: target.slice(0, at) || '/', search: target.slice(at + 1) }
}

function withoutBody({ status, headers, body }: Reply): Reply {
  if (body instanceof ReadableStream) body.cancel().catch(() => {})
  return { status, headers, body: null }
}

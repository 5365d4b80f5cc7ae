import { checkOptions } from '../core/check-options.js'
import { argumentsReader, type ReadArguments, singular } from './arguments.js'
import { corsOf } from './cors.js'
import { checkSecurity, identify, type SecurityFunctions } from './credentials.js'
import type { OperationFacts, ServerFacts } from './facts.js'
import { inTime } from './in-time.js'
import { accepts } from './media-types.js'
import { HttpProblem, isHttpProblem, problemResponse, type RequestProblem } from './problems.js'
import { bodyReceiver, type ReceiveBody } from './received-body.js'
import { resultResponse } from './results.js'
import { type Match, type Route, Routes } from './routes.js'
import { checkedSettings, checkHandlers, settingForms } from './settings.js'
import type { Server, ServerInput, ServerSettings } from './types.js'

/** The handlers and settings that a generated `createServer` takes. */
export interface AnyServerOptions extends ServerSettings {
  readonly operations: object
  readonly security?: SecurityFunctions | object | undefined
}

/** An operation that is ready to be called. */
interface Served {
  readonly key: string
  readonly facts: OperationFacts
  readonly handler: (input: ServerInput, context: object) => unknown
  readonly readArguments: ReadArguments
  readonly receiveBody: ReceiveBody
  /** The media types of successful responses, if it responds with a body. */
  readonly produced: readonly string[]
}

/** A request on its way through one server. */
interface Call {
  readonly request: Request
  readonly pathname: string
  readonly search: string
  readonly match: Match<Served>
  readonly isReadingBody: { value: boolean }
  readonly control: AbortController
}

/** The server of a generated package. */
export function serverOf(facts: ServerFacts, options: AnyServerOptions): Server {
  checkOptions(options, settingForms)
  const { operations, cors: corsOptions, basePath } = options
  const { limits, checkResults, onError } = checkedSettings(options)
  const security: SecurityFunctions = { ...options.security }
  const cors = corsOf(corsOptions)
  checkHandlers(operations, Object.keys(facts.operations))
  checkSecurity(facts, security)
  const routes = new Routes<Served>()
  for (const [key, each] of Object.entries(facts.operations)) {
    routes.add(each.sent.method, each.sent.path, servedOf(key, each, operations))
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

  async function handle(call: Call, served: Served, route: Route<Served>): Promise<Response> {
    const { request, search, match, control } = call
    const { key, facts: operation, handler } = served
    const { signal } = control
    const identity = operation.security
      ? await identify(operation.security, facts, security, {
          request,
          search,
          operation: key,
          signal,
        })
      : undefined
    if (!accepts(request.headers.get('accept'), served.produced)) {
      throw new HttpProblem(406, `the response is ${served.produced.join(', ')}`)
    }
    const path = new Map(route.names.map((name, index) => [name, match.texts[index] ?? '']))
    const given = { path, search, headers: request.headers }
    const input = served.readArguments(given, limits.maxParameters)
    call.isReadingBody.value = true
    const { value: body, problems } = await served.receiveBody(request, limits)
    call.isReadingBody.value = false
    const all = [...problemsOf(operation, input), ...problems]
    if (all.length > 0) throw new HttpProblem(400, '', { problems: all })
    const result: unknown = await handler.call(
      operations,
      { ...input, body },
      { request, identity, signal },
    )
    return resultResponse(operation, result, {
      name: key,
      isChecked: checkResults,
      onEnd: () => control.abort(new Error('the stream has ended')),
      onError: (error) => onError(error, { request, operation: key }),
    })
  }

  async function answer(request: Request, control: AbortController): Promise<Response> {
    const { pathname, search } = placesOf(request.url)
    const match = find(pathname)
    if (!match) return problemResponse(new HttpProblem(404, 'no operation has this path'))
    const allowed = methodsOf(match)
    const preflight = cors.preflight(request, allowed)
    if (preflight) return preflight
    const route = routeOf(match, request.method, search)
    if (!route) {
      if (request.method === 'OPTIONS') {
        return new Response(null, { status: 204, headers: { allow: allowed } })
      }
      const headers = { allow: allowed }
      return problemResponse(new HttpProblem(405, `the path has ${allowed}`, { headers }))
    }
    const isReadingBody = { value: false }
    const call = { request, pathname, search, match, isReadingBody, control }
    const late = (): HttpProblem =>
      isReadingBody.value
        ? new HttpProblem(408, 'the body did not arrive in time')
        : new HttpProblem(503, 'the response took too long')
    try {
      const work = handle(call, route.target, route)
      const response = await inTime(work, control, request.signal, limits.timeoutMs, late)
      return request.method === 'HEAD' ? withoutBody(response) : response
    } catch (error) {
      control.abort(error)
      if (isHttpProblem(error)) return problemResponse(error)
      if (!request.signal.aborted) onError(error, { request, operation: route.target.key })
      return problemResponse(new HttpProblem(500))
    }
  }

  return {
    fetch: async (request) => {
      const response = await answer(request, new AbortController())
      if (corsOptions) cors.allow(request, response.headers)
      return response
    },
  }
}

function servedOf(key: string, facts: OperationFacts, operations: object): Served {
  const handler = Reflect.get(operations, key)
  const good = Object.entries(facts.results).filter(([status]) => /^2/.test(status))
  const isAlwaysEmpty = good.some(([, contents]) => Object.keys(contents).length === 0)
  const types = good.flatMap(([, contents]) => Object.keys(contents))
  return {
    key,
    facts,
    handler,
    readArguments: argumentsReader(facts),
    receiveBody: bodyReceiver(facts),
    produced: isAlwaysEmpty || facts.sent.method === 'HEAD' ? [] : types,
  }
}

function basesOf(given: string | undefined, described: readonly string[] = []): string[] {
  const bases = given === undefined ? [...described, ''] : [given]
  const clean = bases.map((base) => base.replace(/\/+$/, '').replace(/^(?!\/|$)/, '/'))
  return [...new Set(clean)].sort((left, right) => right.length - left.length)
}

/** Path and query as sent. `URL` would be exact too, but parses what is not needed. */
function placesOf(url: string): { readonly pathname: string; readonly search: string } {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const end = url.indexOf('#')
  const target = url.slice(start < 0 ? url.length : start, end < 0 ? undefined : end)
  const at = target.indexOf('?')
  return at < 0
    ? { pathname: target || '/', search: '' }
    : { pathname: target.slice(0, at) || '/', search: target.slice(at + 1) }
}

function methodsOf({ methods }: Match<Served>): string {
  const names = new Set([...methods.keys(), ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'])
  return [...names].join(', ')
}

/** `HEAD` is `GET` without its body. Of several routes, the one whose part of the query was sent. */
function routeOf(
  { methods }: Match<Served>,
  method: string,
  search: string,
): Route<Served> | undefined {
  const routes = methods.get(method) ?? (method === 'HEAD' ? methods.get('GET') : undefined) ?? []
  const pairs = new Set(search.split('&'))
  const fits = (route: Route<Served>): boolean =>
    route.search.split('&').every((pair) => pairs.has(pair))
  return (
    routes.find((each) => each.search !== '' && fits(each)) ??
    routes.find((each) => each.search === '')
  )
}

function problemsOf({ check }: OperationFacts, input: Omit<ServerInput, 'body'>): RequestProblem[] {
  if (!check || check.strict.is(input)) return []
  return check.strict.check(input).map(({ path, ...others }) => {
    const [, place = 'path', rest = ''] = /^(\w+)\.?(.*)$/s.exec(path) ?? []
    const known = place === 'query' || place === 'headers' || place === 'cookies' ? place : 'path'
    return { in: singular[known], path: unquoted(rest), ...others }
  })
}

/** `X-List[1]` instead of `["X-List"][1]`: the parameter has a place of its own. */
function unquoted(path: string): string {
  const [, quoted, rest = ''] = /^\[("(?:[^"\\]|\\.)*")\](.*)$/s.exec(path) ?? []
  return quoted === undefined ? path : `${String(JSON.parse(quoted))}${rest}`
}

function withoutBody(response: Response): Response {
  response.body?.cancel().catch(() => {})
  return new Response(null, response)
}

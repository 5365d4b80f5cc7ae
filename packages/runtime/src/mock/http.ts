import { checkOptions, type OptionForms } from '../core/check-options.js'
import { race } from '../core/deadline.js'
import type { Problem } from '../core/errors.js'
import { checkRules, type RequestRule } from '../http/documented-rules.js'
import type { ApiError } from '../http/errors/api-error.js'
import type { InputOf, OutputOf } from '../http/operation.js'
import type { RequestTable } from '../server/facts.js'
import { type HttpProblem, isHttpProblem, problemReply } from '../server/problems.js'
import { noMethod, noPath, refuseAccept } from '../server/refusals.js'
import { responseOf as platformResponse } from '../server/reply.js'
import { allowedMethods, type Route } from '../server/routes.js'
import { isAnswer, mockFailure, responseOf } from './failure.js'
import { laterWorld, type WorldSource } from './later-world.js'
import {
  type Candidate,
  candidateFor,
  candidatesOf,
  inputOf,
  type MockOperation,
  matchOf,
} from './request.js'
import {
  checkSampleOptions,
  type SampleMockOptions,
  type SampleOf,
  sampleResponse,
} from './samples.js'
import { noMode } from './world.js'

/** A mock of `fetch`. It takes all that `fetch` takes, so it can also replace the global one. */
export type MockFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** What a handler gets besides its input. */
export interface MockCall {
  readonly operation: string
  /** How often the operation was called before. */
  readonly count: number
  readonly request: Request
}

/** A body, an error, or a whole response; returned or thrown. */
export type MockResult<Output> = Output | ApiError | Response

export type MockHandler<Input, Output> = (
  input: Input,
  call: MockCall,
) => MockResult<Output> | Promise<MockResult<Output>>

/** A function for each operation that a test mocks. */
export type MockHandlers<Operations> = {
  readonly [Name in keyof Operations]?:
    | MockHandler<InputOf<Operations[Name]>, OutputOf<Operations[Name]>>
    | undefined
}

export interface HttpMockOptions extends SampleMockOptions {
  /** One of the world's modes, such as one whose responses contain what this version does not know. */
  readonly mode?: string | undefined
  /**
   * The response to a call that neither a handler nor the world covers, or whose input breaks a rule: an
   * error as the service would send it, or the document's example; if it has none, plausible data that the document
   * allows. @default 'error'
   */
  readonly onUnknown?: 'error' | 'example' | undefined
  /**
   * Whether requests that the document does not allow are refused, as the service does, with the same problems: 400, 406
   * or 415. Checks of parameters and bodies need the part `validate` of the package. Where the document has sample data, a request that it refuses too is
   * refused in its words, and with a `mode` of a newer service, kinds and values that this version does not know are
   * not refused. @default true, unless `onUnknown` is 'example'
   */
  readonly checkRequests?: boolean | undefined
}

/** What a generated package passes to the mock of its service. */
export interface HttpMockFacts {
  readonly operations: Readonly<Record<string, MockOperation>>
  /** How the requests of operations with an input are read and checked. */
  readonly requests?: RequestTable
  /** The document's example of each response. */
  readonly examples: Readonly<Record<string, unknown>>
  /** How to make responses without an example. */
  readonly sample?: SampleOf
  /** The world, or a function that loads it when a call needs it. */
  readonly world?: WorldSource
  /** The modes of a world that is loaded later. */
  readonly modes?: readonly string[]
  /** Rules that requests have to follow. */
  readonly rules?: Readonly<Record<string, readonly RequestRule[]>>
}

const mockForms: OptionForms = {
  string: 'mode',
  boolean: 'checkRequests',
  "'error' | 'example'": 'onUnknown',
}

/** A header of a request: what should happen to its transaction, of the outcomes that the world has. */
const outcomeHeader = 'x-tagwire-outcome'

/**
 * A `fetch` without a network. Handlers come first, then the rules of requests, then the world. The
 * document's example is used if there is no world, or on demand; the header `x-tagwire-mock` says which
 * of them responded.
 */
export function createHttpMock(
  facts: HttpMockFacts,
  handlers: object,
  options: HttpMockOptions = {},
): MockFetch {
  checkOptions(options, mockForms)
  checkSampleOptions(options)
  checkHandlers(handlers, facts.operations)
  const isStrict = options.onUnknown !== 'example'
  const isChecked = options.checkRequests ?? isStrict
  const candidates = candidatesOf(facts.operations, facts.requests ?? {}, isChecked)
  checkMode(facts.modes, options.mode)
  const modes =
    facts.modes ?? (typeof facts.world === 'object' ? Object.keys(facts.world.modes) : [])
  const inhabited = laterWorld(facts.world, options.mode, isStrict)
  const counts = new Map<string, number>()
  const hasWorld = facts.world !== undefined

  async function answer(
    route: Route<Candidate>,
    texts: readonly string[],
    request: Request,
  ): Promise<Response> {
    const { key, former, operation, reading } = route.target
    const outcome = request.headers.get(outcomeHeader) ?? undefined
    if (isChecked) refuseAccept(request.headers.get('accept'), reading.facts.produces)
    const { input, refusal: problem } = await inputOf(route, texts, request.clone(), {
      takesAnyType: hasWorld,
      isNewer: options.mode !== undefined || (outcome !== undefined && modes.includes(outcome)),
    })
    const named = [key, ...former].find((name) => Object.hasOwn(handlers, name))
    const handler: unknown = named === undefined ? undefined : Reflect.get(handlers, named)
    // What a world refuses, it refuses in the words of its service.
    if (problem && !(hasWorld && isStrict)) throw problem
    if (typeof handler === 'function') {
      if (problem) throw problem
      const count = counts.get(key) ?? 0
      counts.set(key, count + 1)
      const call: MockCall = { operation: key, count, request }
      const given: unknown = await handler.call(handlers, input, call)
      return marked(responseOf(given, operation.noContent), 'handler')
    }
    const rules = isStrict ? (facts.rules?.[key] ?? []) : []
    const [broken] = checkRules(rules, input)
    if (broken) return marked(refusal(broken), 'rules')
    const world = await inhabited()
    const comparing = rules.filter((rule) => 'sameLength' in rule || 'addressOf' in rule)
    const earlier = comparing.length > 0 ? world?.earlier(input) : undefined
    const [mismatch] = earlier ? checkRules(comparing, input, earlier) : []
    if (mismatch) return marked(refusal(mismatch), 'rules')
    if (world && outcome !== undefined && !world.outcomes.includes(outcome)) {
      return marked(noOutcome(outcome, world.outcomes), 'nobody')
    }
    const found = world?.respond(key, input, outcome)
    if (problem && (found?.status ?? 200) < 400) throw problem
    if (found) return marked(Response.json(found.body, { status: found.status }), 'world')
    if (world && isStrict && !operation.noContent) return marked(uncovered(key), 'nobody')
    if (!operation.noContent && !Object.hasOwn(facts.examples, key)) {
      const made = facts.sample?.(key, options)
      if (!made || (isStrict && !made.shown)) return withoutExample(key, isStrict)
      return marked(sampleResponse(made), made.shown ? 'example' : 'sample')
    }
    return marked(responseOf(facts.examples[key], operation.noContent), 'example')
  }

  async function respond(request: Request): Promise<Response> {
    const { method, url } = request
    const match = matchOf(candidates, new URL(url).pathname)
    if (!match) return refused(noPath(), hasWorld)
    const route = candidateFor(match, request)
    if (!route) {
      const allow = allowedMethods(match)
      if (method !== 'OPTIONS') return refused(noMethod(allow), hasWorld)
      return marked(new Response(null, { status: 204, headers: { allow } }), 'rules')
    }
    try {
      const response = await answer(route, match.texts, request)
      return method === 'HEAD' ? new Response(null, response) : response
    } catch (error) {
      if (isAnswer(error)) return responseOf(error)
      if (isHttpProblem(error)) return refused(error, hasWorld)
      throw error
    }
  }

  return async (input, init) => {
    const request =
      input instanceof Request ? input : new Request(new URL(input, 'http://mock.invalid'), init)
    const { signal } = request
    signal.throwIfAborted()
    return race(respond(request), signal)
  }
}

/** Responds to each call with the next result; the last one is repeated. */
export function sequence<Input, Output>(
  ...answers: readonly (MockResult<Output> | MockHandler<Input, Output>)[]
): MockHandler<Input, Output> {
  return (input, call) => {
    const next = answers[Math.min(call.count, answers.length - 1)]
    if (next === undefined) throw new TypeError('sequence needs an answer')
    return isHandler(next) ? next(input, call) : next
  }
}

function isHandler<Input, Output>(
  value: MockResult<Output> | MockHandler<Input, Output>,
): value is MockHandler<Input, Output> {
  return typeof value === 'function'
}

/** A misspelled handler would never be called, and its test could pass for another reason. */
function checkHandlers(handlers: object, operations: HttpMockFacts['operations']): void {
  const known = Object.keys(operations)
  checkOptions(handlers, { function: known.join(' ') }, 'handlers')
  const [unknown] = Object.keys(handlers).filter((name) => !Object.hasOwn(operations, name))
  if (unknown === undefined) return
  throw new TypeError(
    `the mock has a handler for ${unknown}, which is not an operation; there are: ${known.join(', ')}`,
  )
}

/** A world that is loaded lazily would only report this at the first call. */
function checkMode(modes: readonly string[] | undefined, mode: string | undefined): void {
  if (modes && mode !== undefined && !modes.includes(mode)) throw noMode(mode, modes)
}

function refusal({ path, message }: Problem): Response {
  const what = path === '' ? message : `${path}: ${message}`
  return mockFailure({ status: 400, code: 3, message: what })
}

function noOutcome(name: string, names: readonly string[]): Response {
  const message = `no outcome ${name}; there are: ${names.join(', ')}`
  return mockFailure({ status: 400, message })
}

/** A world stands for a service, whose errors have a form of their own; all others are refused as by servers. */
function refused(problem: HttpProblem, hasWorld: boolean): Response {
  if (!hasWorld) return marked(platformResponse(problemReply(problem)), 'rules')
  const { status, message, problems = [], headers } = problem
  const [first] = problems
  const text = first ? [first.path, first.message].filter(Boolean).join(': ') : message
  return marked(mockFailure({ status, code: codes[status], message: text, headers }), 'rules')
}

/** The codes of statuses that have one of their own. */
const codes: Readonly<Record<number, number>> = { 404: 5, 405: 12 }

function uncovered(key: string): Response {
  const message = `not found: the mock has no handler and no sample data for this ${key}`
  return mockFailure({ status: 404, code: 5, message })
}

function withoutExample(key: string, isStrict: boolean): Response {
  const instead = isStrict ? ", or `onUnknown: 'example'`" : ': no data that it allows was found'
  const message = `the document has no example for ${key}; give the mock a handler${instead}`
  return mockFailure({ status: 501, code: 12, message })
}

function marked(response: Response, by: string): Response {
  response.headers.set('x-tagwire-mock', by)
  return response
}

import type { Placeable } from '../http/operation.js'
import { type ArgumentsReader, argumentProblems, argumentsReader } from '../server/arguments.js'
import type { Checking, RequestFacts, RequestTable } from '../server/facts.js'
import { type Incoming, incomingOf } from '../server/incoming.js'
import { HttpProblem, type RequestProblem } from '../server/problems.js'
import { bodyReceiver, type ReceiveBody } from '../server/received-body.js'
import { type Match, type Route, Routes, routeOf } from '../server/routes.js'
import type { ServerInput } from '../server/types.js'

/** The part of an operation that a mock reads. */
export interface MockOperation extends Placeable {
  readonly method: string
  readonly noContent?: boolean | undefined
  readonly accept?: string | undefined
}

/** An operation, a pattern for its path, and what reads its requests. */
export interface Candidate {
  readonly key: string
  /** What the operation was called before: its descriptor is in the table under these names, too. */
  readonly former: readonly string[]
  readonly operation: MockOperation
  readonly reading: Reading
  /** The same for a service that is newer than the document. */
  readonly newer: Reading
}

/** How the requests of an operation are read and checked. */
interface Reading {
  readonly facts: RequestFacts
  readonly arguments: ArgumentsReader
  readonly receiveBody: ReceiveBody
}

function readingOf(facts: RequestFacts, sent: MockOperation): Reading {
  const receivable = { ...facts, sent }
  return {
    facts,
    arguments: argumentsReader(receivable),
    receiveBody: bodyReceiver(receivable),
  }
}

/** The operations of a mock by their paths, in the tree of servers. */
export function candidatesOf(
  operations: Readonly<Record<string, MockOperation>>,
  requests: RequestTable,
  isChecked: boolean,
): Routes<Candidate> {
  const keys = new Map<MockOperation, string[]>()
  for (const [key, operation] of Object.entries(operations))
    keys.set(operation, [...(keys.get(operation) ?? []), key])
  const routes = new Routes<Candidate>()
  const described = new Map<string, RequestFacts>()
  for (const [operation, [key = '', ...former]] of keys) {
    // A stream beside a value is sent as the operation is, whose facts are in the table under its own name.
    const route = `${operation.method} ${operation.path}`
    const given = Object.hasOwn(requests, key) ? requests[key] : described.get(route)
    described.set(route, given ?? {})
    const facts = isChecked ? (given ?? {}) : unchecked(given ?? {})
    const reading = readingOf(facts, operation)
    const newer = readingOf(tolerant(facts), operation)
    routes.add(operation.method, operation.path, { key, former, operation, reading, newer })
  }
  return routes
}

/**
 * The operations of a path that follows any base path: the one of which most is in the path itself, because the client
 * of a mock may have any base URL.
 */
export function matchOf(routes: Routes<Candidate>, pathname: string): Match<Candidate> | undefined {
  let best: { readonly match: Match<Candidate>; readonly fixed: number } | undefined
  const segments = pathname.split('/')
  for (let start = 1; start < segments.length; start++) {
    const match = routes.find(`/${segments.slice(start).join('/')}`)
    const fixed = segments.length - start - (match?.texts.length ?? 0)
    if (match && (!best || fixed > best.fixed)) best = { match, fixed }
  }
  return best?.match
}

/** The operation of a request: of several with its path and method, the one whose form it accepts, such as the stream. */
export function candidateFor(
  match: Match<Candidate>,
  { method, headers, url }: Request,
): Route<Candidate> | undefined {
  const first = routeOf(match, method, new URL(url).search.slice(1))
  const accept = headers.get('accept')
  const others = match.methods.get(method) ?? []
  const isOther = ({ target, search }: Route<Candidate>): boolean =>
    accept !== null && target.operation.accept === accept && search === first?.search
  return others.find((each) => each !== first && isOther(each)) ?? first
}

function unchecked({ checks: _, body, ...facts }: RequestFacts): RequestFacts {
  if (!body) return facts
  return { ...facts, body: body.form ? { form: body.form } : {} }
}

/** A newer service takes back the kinds and values that it sent, which this version of the document does not know. */
function tolerant({ checks, body, ...facts }: RequestFacts): RequestFacts {
  const lenient = (all: Readonly<Record<string, Checking>> = {}): Record<string, Checking> =>
    Object.fromEntries(Object.entries(all).map(([key, own]) => [key, { ...own, strict: own }]))
  return {
    ...facts,
    checks: lenient({ ...checks }),
    ...(body ? { body: { ...body, checks: lenient(body.checks) } } : {}),
  }
}

/** A mock is not attacked. */
const limits = {
  maxBodyBytes: Number.POSITIVE_INFINITY,
  maxDepth: 500,
  maxParameters: Number.POSITIVE_INFINITY,
  maxBatch: Number.POSITIVE_INFINITY,
  maxSubscriptions: Number.POSITIVE_INFINITY,
  timeoutMs: Number.POSITIVE_INFINITY,
}

/** The input of an operation, and why a server would refuse it. */
export interface MockInput {
  readonly input: unknown
  readonly refusal: HttpProblem | undefined
}

/**
 * Turns a request back into the input of its operation, by the reader of servers. A service that a world stands for may
 * take JSON of any content type: what is sent without one by `fetch` and curl is read.
 */
export async function inputOf(
  { target: candidate, names }: Route<Candidate>,
  texts: readonly string[],
  request: Request,
  { takesAnyType, isNewer }: { readonly takesAnyType: boolean; readonly isNewer: boolean },
): Promise<MockInput> {
  const { reading, newer } = candidate
  const { facts, arguments: reader, receiveBody } = isNewer ? newer : reading
  const { search } = new URL(request.url)
  const incoming = takesAnyType ? incomingOf(request, jsonInstead(request)) : incomingOf(request)
  const given = { path: { names, texts }, search: search.slice(1), header: incoming.header }
  const input = reader.read(given, limits.maxParameters)
  const { value, problems } = await receiveBody(incoming, limits)
  const all: RequestProblem[] = [
    ...argumentProblems(facts, input, () => reader.others(given)),
    ...problems,
  ]
  const refusal = all.length > 0 ? new HttpProblem(400, '', { problems: all }) : undefined
  return { input: argumentsOf(candidate, { ...input, body: value }), refusal }
}

/** The types of texts that were sent without a type, by `fetch` and by curl. */
const defaults = /^(?:text\/plain|application\/x-www-form-urlencoded)\b/

function jsonInstead({ headers }: Request): Incoming['header'] {
  return (name) => {
    const value = headers.get(name)
    if (name !== 'content-type') return value
    return value === null || defaults.test(value) ? 'application/json' : value
  }
}

const places = { path: 'path', query: 'query', headers: 'header', cookies: 'cookie' } as const

/** What the caller of the client passed: arguments by name, or only the body. */
function argumentsOf({ reading: { facts }, operation }: Candidate, input: ServerInput): unknown {
  const kinds = (['path', 'query', 'headers', 'cookies'] as const).filter((route) => facts[route])
  if (kinds.length === 0) return input.body
  const given = kinds.flatMap((route) =>
    Object.entries(input[route]).map(([wire, value]: [string, unknown]): [string, unknown] => {
      const own = operation.parameters?.find(
        (each) => each.in === places[route] && (each.wire ?? each.name) === wire,
      )
      return [own?.name ?? wire, value]
    }),
  )
  return Object.fromEntries(input.body === undefined ? given : [...given, ['body', input.body]])
}

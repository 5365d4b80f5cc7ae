import { headerList, type Reply } from './reply.js'

/** One problem of a request. */
export interface RequestProblem {
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'body'
  /** The place in it: `limit`, `items[0].price`. */
  readonly path: string
  readonly message: string
  readonly expected?: string
  readonly received?: string
}

/** The body of a refusal: problem details of RFC 9457. */
export interface ProblemDetails {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail?: string
  readonly problems?: readonly RequestProblem[]
}

export interface HttpProblemInit {
  readonly problems?: readonly RequestProblem[] | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Sent as JSON instead of problem details, for services whose errors have a form of their own. */
  readonly body?: unknown
}

/** The body of a refusal in the form of the service, sent as JSON. */
export type RefusalForm = (details: ProblemDetails) => unknown

/** Two copies of this package in one program recognize each other's problems. */
const brand: unique symbol = Symbol.for('tagwire.problem')

/** Thrown by a handler or by the function of a security scheme, it is the response: `new HttpProblem(403, 'not yours')`. */
export class HttpProblem extends Error {
  readonly status: number
  readonly problems: readonly RequestProblem[] | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown

  constructor(status: number, detail = '', { problems, headers = {}, body }: HttpProblemInit = {}) {
    super(detail)
    Object.defineProperty(this, brand, { value: true })
    this.status = status
    this.problems = problems
    this.headers = headers
    this.body = body
  }
}

export function isHttpProblem(error: unknown): error is HttpProblem {
  return error instanceof Error && brand in error
}

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

export function problemReply(problem: HttpProblem, form?: RefusalForm): Reply {
  const { status, message, problems, headers, body } = problem
  const details: ProblemDetails = {
    type: 'about:blank',
    title: titles[status] ?? `Status ${status}`,
    status,
    ...(message === '' ? {} : { detail: message }),
    ...(problems ? { problems } : {}),
  }
  const list = headerList(headers)
  const own = body === undefined ? form?.(details) : body
  list.set('content-type', own === undefined ? 'application/problem+json' : 'application/json')
  return { status, headers: list, body: JSON.stringify(own === undefined ? details : own) }
}

import { accepts } from './media-types.js'
import { HttpProblem } from './problems.js'

// What servers and mocks refuse before they read a request, in the same words.

export function noPath(): HttpProblem {
  return new HttpProblem(404, 'no operation has this path')
}

export function noMethod(allow: string): HttpProblem {
  return new HttpProblem(405, `the path has ${allow}`, { headers: { allow } })
}

/** Refuses a caller that takes none of the types that an operation responds with. */
export function refuseAccept(header: string | null, produces: readonly string[] = json): void {
  if (accepts(header, produces)) return
  throw new HttpProblem(406, `the response is ${produces.join(', ')}`)
}

const json: readonly string[] = ['application/json']

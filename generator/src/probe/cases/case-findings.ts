import type { Finding } from '../../check/finding.js'
import type { Operation } from '../../model/operations/operation.js'
import type { Call } from '../live/call.js'

/** What a server says of itself, and not of the request. */
const OVERLOADED = 503

/** Whether a server treats a request as the document says: a valid one does not fail, an invalid one does not pass. */
export function caseFindings(
  { source }: Operation,
  expects: Call['expects'],
  status: number,
): Finding[] {
  const fault = (kind: Finding['kind'], expected: string): Finding => ({
    kind,
    degree: 'problem',
    path: [],
    rule: { source },
    expected,
    received: `status ${status}`,
  })
  if (expects !== undefined && status >= 500 && status !== OVERLOADED) {
    return [fault('server-error', `no failure of the server for ${article(expects)} request`)]
  }
  return expects === 'invalid' && status >= 200 && status < 300
    ? [fault('accepted-invalid', 'a refusal (4xx) of an invalid request')]
    : []
}

function article(expects: NonNullable<Call['expects']>): string {
  return expects === 'invalid' ? 'an invalid' : 'a valid'
}

import type { Finding } from '../../check/finding.js'
import type { Operation } from '../../model/operations/operation.js'
import { outputsFor } from '../check-payload.js'

/** Reports headers that the document requires for a response but that are missing. */
export function missingHeaders(
  operation: Operation,
  status: number,
  received: Readonly<Record<string, string>>,
): Finding[] {
  return outputsFor(operation, status)
    .flatMap((each) => each.headers ?? [])
    .filter((each) => each.required && !Object.hasOwn(received, each.name.toLowerCase()))
    .map(({ name, source }) => ({
      kind: 'missing-header',
      degree: 'problem',
      path: [],
      rule: { source },
      expected: `the header ${name}`,
      received: 'nothing',
      change: { kind: 'drop', keyword: 'required' },
    }))
}

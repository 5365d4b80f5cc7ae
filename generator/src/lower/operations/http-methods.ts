import type { Report } from '../../diagnostics/diagnostic.js'
import type { Node } from '../../source/node.js'

/** Whether `fetch` can send the method; an operation with another one gets no client method. */
export function sendableMethod(method: string, node: Node, report: Report): boolean {
  const isMethod = /^[\w!#$%&'*+.^`|~-]+$/.test(method)
  if (isMethod && !FORBIDDEN.test(method)) return true
  report({
    code: 'TW5013',
    severity: 'warning',
    message: isMethod
      ? `\`fetch\` does not allow ${method.toUpperCase()}; the client cannot call this operation`
      : `${JSON.stringify(method)} is not an HTTP method; the client cannot call this operation`,
    at: node.source,
  })
  return false
}

/** The Fetch standard forbids these three. */
const FORBIDDEN = /^(?:CONNECT|TRACE|TRACK)$/i

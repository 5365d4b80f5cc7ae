import type { Report } from '../diagnostics/diagnostic.js'
import type { Model } from '../model/model.js'

/** Reports extensions that refer to an operation that does not exist. */
export function lintNamedOperations(model: Model, report: Report): void {
  const known = new Set(model.operations.map(({ name }) => name))
  for (const operation of model.operations) {
    const named = operation.extensions.waiter?.begin?.operation
    if (named === undefined || known.has(named)) continue
    report({
      code: 'TW6002',
      severity: 'error',
      message: `x-tagwire-waiter of ${operation.name} begins with ${JSON.stringify(named)}, which is not an operation`,
      at: operation.source,
      help: 'Name it by its operationId.',
    })
  }
}

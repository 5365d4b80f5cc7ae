import type { Report } from '../diagnostics/diagnostic.js'
import type { Model } from '../model/model.js'
import type { Operation } from '../model/operation.js'

/** Reports words of operations that name an operation which the document does not have. */
export function lintNamedOperations(model: Model, report: Report): void {
  const known = new Set(model.operations.map(({ name }) => name))
  for (const operation of model.operations) {
    const named = operationBegun(operation)
    if (typeof named !== 'string' || known.has(named)) continue
    report({
      code: 'TW6002',
      severity: 'error',
      message: `x-tagwire-waiter of ${operation.name} begins with ${JSON.stringify(named)}, and there is no such operation`,
      at: operation.source,
      help: 'Name it by its operationId.',
    })
  }
}

function operationBegun({ words: { waiter } }: Operation): unknown {
  if (typeof waiter !== 'object' || waiter === null || !('begin' in waiter)) return undefined
  const { begin } = waiter
  return typeof begin === 'object' && begin !== null && 'operation' in begin
    ? begin.operation
    : undefined
}

import type { Report } from '../diagnostics/diagnostic.js'
import { suggestion } from '../diagnostics/suggestion.js'
import { linkedPages } from '../model/extensions.js'
import type { Model } from '../model/model.js'
import { pageFault } from '../model/pages/page-fault.js'

/** Reports paginators that cannot work, and methods that would have the name of another. */
export function lintPages(model: Model, report: Report): void {
  const names = new Set(model.operations.map(({ name }) => name))
  for (const operation of model.operations) {
    const { paginator } = operation.extensions
    if (!paginator) continue
    const { file, pointer } = operation.source
    const at = { file, pointer: `${pointer}/x-tagwire-paginator` }
    const wrong = (message: string, help?: string): void =>
      report({
        code: 'TW6002',
        severity: 'error',
        message: `x-tagwire-paginator of ${operation.name}: ${message}`,
        at,
        ...(help === undefined ? {} : { help }),
      })
    if (names.has(paginator.name)) {
      wrong(`there is another method ${paginator.name}`, 'Give the paginator another name.')
    }
    names.add(paginator.name)
    const isHttp = operation.binding.kind === 'http'
    const pages = linkedPages(operation.extensions)
    if (isHttp && !pages) {
      wrong(
        'it does not say how one page leads to the next',
        'For example, `next: { cursor: /next, into: cursor }`.',
      )
    } else if (!isHttp && (pages || !('page' in paginator) || !paginator.page)) {
      wrong('methods of JSON-RPC are read by `page` and `total`')
    }
    const fault = isHttp && pages && pageFault(model, operation, pages)
    if (fault) wrong(fault.message, fault.known && suggestion(fault.word, fault.known).help)
  }
}

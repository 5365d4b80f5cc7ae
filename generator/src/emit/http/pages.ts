import { type LinkedPages, linkedPages } from '../../model/extensions.js'
import { inputForm } from '../../model/operations/inputs.js'
import type { Operation } from '../../model/operations/operation.js'
import { pageItem } from '../../model/pages/page-fault.js'
import { nextPageCall } from '../../view/http/pages.js'
import type { PackageView } from '../../view/package-view.js'
import type { ModuleScope } from '../module-scope.js'
import { HTTP } from '../runtime-entries.js'
import { inputType } from '../types/inputs.js'
import { outputType } from '../types/outputs.js'
import { docs } from '../typescript/doc.js'
import { type Method, method, optional } from '../typescript/structures.js'
import { propertyAccess } from '../typescript/text.js'
import { typeText } from '../typescript/type-text.js'
import { memberText, nameText, valueText } from '../typescript/value-text.js'
import { inputParameter } from './method-signatures.js'

/** An operation whose pages a method of the client reads as one sequence. */
export interface PaginatedOperation {
  readonly operation: Operation
  readonly pages: LinkedPages
}

export function paginatedOperations({ model }: PackageView): PaginatedOperation[] {
  return model.operations.flatMap((operation) => {
    const pages = linkedPages(operation.extensions)
    return pages ? [{ operation, pages }] : []
  })
}

/** The signature in the interface of the client. */
export function pagesMethod(
  view: PackageView,
  scope: ModuleScope,
  { operation, pages }: PaginatedOperation,
): Method {
  const item = pageItem(view.model, operation, pages.items)
  const itemType = item ? typeText(item, scope.received) : 'unknown'
  const type = scope.imports.type('Pages', HTTP)
  return method(pages.name, {
    docs: docs(
      `All items of all pages of {@link ${operation.name}}, one after the other; \`.pages()\` yields the pages.`,
    ),
    parameters: [
      ...inputParameter(operation, inputType(scope, inputForm(operation))),
      optional('options', scope.imports.type('PageOptions', HTTP)),
    ],
    returnType: `${type}<${itemType}, ${outputType(scope, operation)}>`,
  })
}

/** The property of the client. */
export function pagesMember(scope: ModuleScope, { operation, pages }: PaginatedOperation): string {
  const { name, items, more, next } = pages
  const { by, args } = nextPageCall(operation, next)
  const rule = [
    memberText('items', valueText(items)),
    ...(more === undefined ? [] : [memberText('more', valueText(more))]),
    memberText('next', `${nameText(by, scope.imports)}(${args.map(valueText).join(', ')})`),
  ].join(', ')
  const run = scope.imports.value('pagesOf', HTTP)
  const [input] = inputParameter(operation, '')
  const given = input?.name ?? 'undefined'
  const parameters = [...(input ? [input.name] : []), 'options'].join(', ')
  const of = `operations${propertyAccess(operation.name)}`
  return memberText(name, `(${parameters}) => ${run}(api, ${of}, { ${rule} }, ${given}, options)`)
}

import { pathOf } from '../../model/operations/operation.js'
import type { PackageView } from '../../view/package-view.js'
import type { ModuleScope } from '../module-scope.js'
import { HTTP } from '../runtime-entries.js'
import { docs } from '../typescript/doc.js'
import { exportedType, type Statement } from '../typescript/structures.js'
import { literal } from '../typescript/text.js'
import { unionOf } from '../typescript/type-text.js'

/** The type of the package's middleware, and that of the operations that it sees. */
export const MIDDLEWARE = {
  type: 'Middleware',
  operation: 'OperationFacts',
  tag: 'OperationTag',
} as const

/** `Middleware`, whose `context.operation` is one of the operations of the document. */
export function middlewareTypes({ model }: PackageView, { imports }: ModuleScope): Statement[] {
  const { operations } = model
  const info = imports.type('OperationInfo', HTTP)
  // All of the document: the tags of one operation alone would have to be narrowed before `includes` takes a tag.
  const tags = [...new Set(operations.flatMap((each) => each.tags))].map(literal)
  const tag = tags.length > 1 ? MIDDLEWARE.tag : (tags[0] ?? 'never')
  const rows = operations.flatMap(({ id, binding }) =>
    binding.kind === 'http'
      ? [`${info}<${[id, binding.method, pathOf(binding)].map(literal).join(', ')}, ${tag}>`]
      : [],
  )
  return [
    ...(tags.length > 1 ? [ownType(MIDDLEWARE.tag, unionOf(tags))] : []),
    ownType(MIDDLEWARE.operation, unionOf(rows) || info),
    exportedType({
      name: MIDDLEWARE.type,
      docs: docs(
        'Sees and may change calls and their attempts. `context.operation` is one of the operations of the document.',
      ),
      type: `${imports.renamed('Middleware', 'AnyMiddleware', HTTP, 'type')}<${MIDDLEWARE.operation}>`,
    }),
  ]
}

function ownType(name: string, type: string): Statement {
  return { ...exportedType({ name, type }), isExported: false }
}

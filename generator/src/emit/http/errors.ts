import { errorShapes } from '../../model/operations/error-bodies.js'
import type { PackageView } from '../../view/package-view.js'
import type { ModuleScope } from '../module-scope.js'
import { HTTP } from '../runtime-entries.js'
import { docs } from '../typescript/doc.js'
import { exportedConstant, type Statement } from '../typescript/structures.js'
import { typeText } from '../typescript/type-text.js'

/** `isApiError`, typed with the error bodies and the reasons of this service. */
export function guardConstant(view: PackageView, scope: ModuleScope): Statement {
  const { body, reason } = errorShapes(view.model)
  const types = [body, reason].map((shape) => typeText(shape, scope.received)).join(', ')
  // Where nothing is known of errors, this is the type that the function of the runtime has anyway.
  const isPlain = types === 'unknown, string'
  return exportedConstant({
    name: 'isApiError',
    docs: docs(
      'Whether an error is a response of the service, with the given reason if there is one.',
    ),
    ...(isPlain ? {} : { type: `${scope.imports.type('ApiErrorGuard', HTTP)}<${types}>` }),
    value: scope.imports.renamed('isApiError', 'isAnyApiError', HTTP),
  })
}

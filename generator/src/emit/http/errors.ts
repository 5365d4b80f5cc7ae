import { errorBodies, reasonShape } from '../../model/operations/error-bodies.js'
import type { Shape } from '../../model/shapes/shape.js'
import type { PackageView } from '../../view/package-view.js'
import type { ModuleScope } from '../module-scope.js'
import { docs } from '../typescript/doc.js'
import { exportedConstant, type Statement } from '../typescript/structures.js'
import { typeText } from '../typescript/type-text.js'

const HTTP = '@tagwire/runtime/http'

/** `isApiError`, typed with the error bodies and the reasons of this service. */
export function guardConstant(view: PackageView, scope: ModuleScope): Statement {
  const guard = scope.imports.type('ApiErrorGuard', HTTP)
  const bodies = errorBodies(view.model)
  const [usual] = bodies
  const reason = (usual && reasonShape(view.model, usual)) ?? { kind: 'scalar', type: 'string' }
  const types = [anyOf(bodies), reason].map((shape) => typeText(shape, scope.received))
  return exportedConstant({
    name: 'isApiError',
    docs: docs(
      'Whether an error is an answer of the service, and for that reason if one is given.',
    ),
    type: `${guard}<${types.join(', ')}>`,
    value: scope.imports.renamed('isApiError', 'isAnyApiError', HTTP),
  })
}

/** More than that many say no more than nothing; `isErrorOf` tells those of one operation by status. */
const MOST_BODIES = 8

function anyOf(bodies: readonly Shape[]): Shape {
  const [first] = bodies
  if (!first || bodies.length > MOST_BODIES) return { kind: 'json' }
  if (bodies.length === 1) return first
  const cases = bodies.map((payload, index) => ({
    source: { file: '', pointer: '' },
    tag: `#${index + 1}`,
    name: `_${index + 1}`,
    payload,
  }))
  return { kind: 'union', tagging: { style: 'none' }, cases, common: [] }
}

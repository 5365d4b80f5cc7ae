import type { Operation } from '../../model/operations/operation.js'
import type { Declaration } from '../../model/shapes/shape.js'
import { describedFailures } from '../../view/http/answer-descriptor.js'
import { formerNames, type HttpMethod, httpMethods } from '../../view/http/methods.js'
import { operationDescriptor } from '../../view/http/operation-descriptor.js'
import type { PackageView } from '../../view/package-view.js'
import { FORMAT_TYPE, formatCheck } from '../client-parts.js'
import { descriptorsOf } from '../descriptors.js'
import { type ModuleScope, moduleOf, moduleScope } from '../module-scope.js'
import { HTTP } from '../runtime-entries.js'
import { itemType, outputType } from '../types/outputs.js'
import type { EmittedModule } from '../typescript/structures.js'
import type { Row } from '../typescript/table.js'
import { literal, propertyKey } from '../typescript/text.js'
import { typeText, unionOf } from '../typescript/type-text.js'
import { importedText } from '../typescript/value-text.js'
import { answerTypes } from './answer-types.js'
import { methodInputs } from './method-inputs.js'

/** The descriptor of each operation: how it is sent and read, and its types. */
export function emitHttpOperations(view: PackageView): EmittedModule {
  const methods = httpMethods(view.model.operations)
  const names = methods.map(({ name }) => name)
  const { locals, statements } = descriptorsOf('operations', names, view.names, [FORMAT_TYPE])
  const scope = moduleScope(view, 'operations', [...locals.values()])
  const declarations = new Map(view.model.declarations.map((each) => [each.name, each]))
  const descriptors = methods.map((each): Row => {
    const value = importedText(operationDescriptor(view.model, each, declarations), scope.imports)
    return { key: each.name, type: descriptorType(scope, each, declarations), value }
  })
  return moduleOf('src/operations.ts', scope, [
    ...statements(
      descriptors,
      'The operations of the service: what a call needs to know about each.',
      formerNames(methods).map(([former, { name }]) => [former, name]),
    ),
    formatCheck(scope),
  ])
}

function descriptorType(
  scope: ModuleScope,
  method: HttpMethod,
  declarations: ReadonlyMap<string, Declaration>,
): string {
  const { operation, stream } = method
  const type = scope.imports.type(stream ? 'HttpStream' : 'HttpOperation', HTTP)
  const inputs = methodInputs(scope, method)
  const bodies = inputs.flatMap((each) =>
    each.contentTypes.map((contentType) => `${literal(contentType)}: ${each.type}`),
  )
  const failures = failureTypes(scope, operation)
  const answers = answerTypes(scope, method, declarations)
  const optional = [
    failures.length > 0 && `{ ${failures.join('; ')} }`,
    bodies.length > 0 && `{ ${bodies.join('; ')} }`,
    answers,
  ]
  const last = optional.findLastIndex(Boolean)
  const parts = [
    inputs[0]?.type ?? 'undefined',
    stream ? itemType(scope, stream) : outputType(scope, operation),
    ...optional.slice(0, last + 1).map((each) => each || 'Record<never, never>'),
  ]
  return `${type}<${parts.join(', ')}>`
}

/** `404: Missing`, for each status whose body is described. */
function failureTypes(scope: ModuleScope, operation: Operation): string[] {
  return describedFailures(operation).map(({ key, json, texts }) => {
    const text = typeof key === 'string' ? propertyKey(key) : String(key)
    const bodies = [
      ...(json ? [typeText(json, scope.received)] : []),
      ...(texts.length > 0 ? ['string'] : []),
    ]
    return `${text}: ${unionOf(bodies)}`
  })
}

import { jsonShapes } from '../../model/operations/contents.js'
import type { Operation } from '../../model/operations/operation.js'
import { failureKey } from '../../model/operations/status.js'
import { descriptor } from '../../view/http/descriptor.js'
import { type HttpMethod, httpMethods } from '../../view/http/methods.js'
import type { PackageView } from '../../view/package-view.js'
import { formatCheck } from '../client-parts.js'
import { type ModuleScope, moduleOf, moduleScope } from '../module-scope.js'
import { HTTP } from '../runtime-entries.js'
import { itemType, outputType } from '../types/outputs.js'
import { docs } from '../typescript/doc.js'
import { type EmittedModule, exportedConstant } from '../typescript/structures.js'
import { type Row, tableOf } from '../typescript/table.js'
import { literal, propertyKey } from '../typescript/text.js'
import { typeText } from '../typescript/type-text.js'
import { importedText } from '../typescript/value-text.js'
import { methodInputs } from './method-inputs.js'

/** The descriptor of each operation: how it is sent and read, and its types. */
export function emitHttpOperations(view: PackageView): EmittedModule {
  const scope = moduleScope(view, 'operations')
  const declarations = new Map(view.model.declarations.map((each) => [each.name, each]))
  const rows = httpMethods(view.model.operations).map((each): Row => {
    const value = importedText(descriptor(view.model, each, declarations), scope.imports)
    return { key: each.name, type: descriptorType(scope, each), value }
  })
  const table = exportedConstant({
    name: 'operations',
    docs: docs('The operations of the service: what a call needs to know about each.'),
    ...tableOf(rows),
  })
  return moduleOf('src/operations.ts', scope, [table, formatCheck(scope)])
}

function descriptorType(scope: ModuleScope, method: HttpMethod): string {
  const { operation, stream } = method
  const type = scope.imports.type(stream ? 'HttpStream' : 'HttpOperation', HTTP)
  const inputs = methodInputs(scope, method)
  const bodies = inputs.flatMap((each) =>
    each.contentTypes.map((contentType) => `${literal(contentType)}: ${each.type}`),
  )
  const failures = failureTypes(scope, operation)
  const parts = [
    inputs[0]?.type ?? 'undefined',
    stream ? itemType(scope, stream) : outputType(scope, operation),
    ...(failures.length > 0 ? [`{ ${failures.join('; ')} }`] : []),
    ...(failures.length === 0 && bodies.length > 0 ? ['Record<never, never>'] : []),
    ...(bodies.length > 0 ? [`{ ${bodies.join('; ')} }`] : []),
  ]
  return `${type}<${parts.join(', ')}>`
}

/** `404: Missing`, for each status whose body is described. */
function failureTypes(scope: ModuleScope, operation: Operation): string[] {
  return operation.failures.flatMap(({ status, contents }) => {
    const key = failureKey(status)
    if (key === undefined) return []
    const text = typeof key === 'string' ? propertyKey(key) : String(key)
    return jsonShapes(contents).map((shape) => `${text}: ${typeText(shape, scope.received)}`)
  })
}

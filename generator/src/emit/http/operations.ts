import { jsonShapes } from '../../model/operations/contents.js'
import { inputForm } from '../../model/operations/inputs.js'
import type { Operation } from '../../model/operations/operation.js'
import { ownServer } from '../../model/servers/own-server.js'
import type { Declaration } from '../../model/shapes/shape.js'
import { formatCheck } from '../client-parts.js'
import { type ModuleScope, moduleOf, moduleScope, type PackageView } from '../package-view.js'
import { outputType } from '../types/outputs.js'
import { docs } from '../typescript/doc.js'
import {
  type EmittedModule,
  exportedConstant,
  objectType,
  property,
} from '../typescript/structures.js'
import { literal } from '../typescript/text.js'
import { typeText } from '../typescript/type-text.js'
import { memberText, Name, objectText, type Value, valueText } from '../typescript/value-text.js'
import { readingFacts, sendingFacts, sendsBytes } from './descriptor.js'
import { addedMembers, methodInputs } from './method-inputs.js'
import { type HttpMethod, httpMethods, itemReader, itemType } from './methods.js'
import { schemesTaken } from './security.js'

const RUNTIME = '@tagwire/runtime/http'

/** What the client knows about each operation: how it travels, and the types of what travels. */
export function emitHttpOperations(view: PackageView): EmittedModule {
  const scope = moduleScope(view, 'operations')
  const methods = httpMethods(view.model.operations)
  const declarations = new Map(view.model.declarations.map((each) => [each.name, each]))
  const types = methods.map((each) =>
    property({ name: each.name, type: descriptorType(scope, each), isReadonly: true }),
  )
  const values = methods.map((each) => {
    const service = {
      server: ownServer(view.model, each.operation),
      security: schemesTaken(view.model, each.operation),
    }
    return memberText(each.name, descriptor(scope, each, declarations, service))
  })
  const table = exportedConstant({
    name: 'operations',
    docs: docs('The operations of the service: what a call needs to know about each.'),
    type: objectType(types),
    value: objectText(values),
  })
  return moduleOf('src/operations.ts', scope, [table, formatCheck(scope)])
}

function descriptorType(scope: ModuleScope, method: HttpMethod): string {
  const { operation, stream } = method
  const type = scope.imports.type(stream ? 'HttpStream' : 'HttpOperation', RUNTIME)
  const inputs = methodInputs(scope, method)
  const bodies = inputs.flatMap((each) =>
    each.contentTypes.map((contentType) => `${literal(contentType)}: ${each.type}`),
  )
  const failures = failureTypes(scope, operation)
  const output = stream ? itemType(scope, stream) : outputType(scope, operation)
  const hasFailures = failures.length > 0 || bodies.length > 0
  const noFailures = 'Record<never, never>'
  const parts = [
    inputs[0]?.type ?? 'undefined',
    output,
    ...(hasFailures ? [failures.length > 0 ? `{ ${failures.join('; ')} }` : noFailures] : []),
    ...(bodies.length > 0 ? [`{ ${bodies.join('; ')} }`] : []),
  ]
  return `${type}<${parts.join(', ')}>`
}

/** `404: Missing`, for each status whose body is described. */
function failureTypes(scope: ModuleScope, operation: Operation): string[] {
  return operation.failures.flatMap(({ status, contents }) => {
    const key = failureKey(status)
    if (key === undefined) return []
    return jsonShapes(contents).map((shape) => `${key}: ${typeText(shape, scope.received)}`)
  })
}

function failureKey(status: string | undefined): string | undefined {
  if (status === undefined) return undefined
  if (/^[45]XX$/i.test(status)) return `'${status.toUpperCase()}'`
  if (status === 'default') return status
  return /^\d+$/.test(status) ? String(Number(status)) : undefined
}

/** What only the whole document tells of one operation. */
interface ServiceFacts {
  readonly server: string | undefined
  readonly security: readonly string[] | undefined
}

function descriptor(
  scope: ModuleScope,
  method: HttpMethod,
  declarations: ReadonlyMap<string, Declaration>,
  { server, security }: ServiceFacts,
): string {
  const { name, operation, stream } = method
  const { binding } = operation
  if (binding.kind !== 'http') return '{}'
  const runtime = (each: string): Name => new Name(scope.imports.value(each, RUNTIME))
  const reading = stream
    ? {
        accept: stream.mediaType,
        read: runtime('readNothing'),
        items: new Name(itemReader(stream, scope)),
      }
    : readingFacts(operation, declarations, scope.imports)
  const added = addedMembers(method, declarations)
  const { place, headers, ...sending } = sendingFacts(
    operation,
    declarations,
    scope.imports,
    'accept' in reading || added !== undefined,
  )
  const facts: Record<string, Value | undefined> = {
    name,
    method: binding.method,
    // Fragments tell operations of one path apart, and are never sent.
    path: binding.path.replace(/#.*$/s, ''),
    server,
    headers,
    ...(operation.idempotent && !sendsBytes(operation) ? { idempotent: true } : {}),
    ...(inputForm(operation).form === 'none' ? { bare: true } : {}),
    security,
    ...reading,
    place: added && place instanceof Name ? placeWith(scope, place, added) : place,
    ...sending,
  }
  return valueText(facts)
}

function placeWith(
  { imports }: ModuleScope,
  place: Name,
  { name, value, inside }: NonNullable<ReturnType<typeof addedMembers>>,
): Name {
  const members = valueText({ [name]: value })
  const where = inside ? ", 'body'" : ''
  const call = `${imports.value('placeWith', RUNTIME)}(${place.text}, ${members}${where})`
  return new Name(`/*@__PURE__*/ ${call}`)
}

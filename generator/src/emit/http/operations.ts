import { freeName, isReserved } from '../../model/names.js'
import { jsonShapes } from '../../model/operations/contents.js'
import type { Operation } from '../../model/operations/operation.js'
import type { Declaration } from '../../model/shapes/shape.js'
import { describedFailures } from '../../view/http/answering.js'
import { descriptor } from '../../view/http/descriptor.js'
import { type HttpMethod, httpMethods } from '../../view/http/methods.js'
import type { PackageView } from '../../view/package-view.js'
import { formatCheck } from '../client-parts.js'
import { type ModuleScope, moduleOf, moduleScope } from '../module-scope.js'
import { HTTP } from '../runtime-entries.js'
import { itemType, outputType } from '../types/outputs.js'
import { docs } from '../typescript/doc.js'
import { constantText, type EmittedModule, exportedConstant } from '../typescript/structures.js'
import { type Row, tableOf } from '../typescript/table.js'
import { literal, propertyKey } from '../typescript/text.js'
import { typeText } from '../typescript/type-text.js'
import { importedText } from '../typescript/value-text.js'
import { answerTypes } from './answer-types.js'
import { methodInputs } from './method-inputs.js'

/**
 * The descriptor of each operation: how it is sent and read, and its types. Each is an export of its own, because
 * bundlers leave out exports that nothing imports, but not the members of a table.
 */
export function emitHttpOperations(view: PackageView): EmittedModule {
  const methods = httpMethods(view.model.operations)
  const locals = localNames(methods, view.names)
  const scope = moduleScope(view, 'operations', [...locals.values()])
  const declarations = new Map(view.model.declarations.map((each) => [each.name, each]))
  const constants = methods.map((each) => {
    const name = locals.get(each.name) ?? each.name
    const value = importedText(descriptor(view.model, each, declarations), scope.imports)
    const type = descriptorType(scope, each, declarations)
    return constantText({ name, type, value, isExported: name === each.name })
  })
  const renamed = [...locals].filter(([name, local]) => name !== local && !TAKEN.includes(name))
  const rows = methods.map(({ name }): Row => {
    const local = locals.get(name) ?? name
    return { key: name, type: `typeof ${local}`, value: local }
  })
  const table = exportedConstant({
    name: TABLE,
    docs: docs('The operations of the service: what a call needs to know about each.'),
    ...tableOf(rows),
  })
  return moduleOf('src/operations.ts', scope, [
    ...constants,
    ...(renamed.length > 0
      ? [`export { ${renamed.map(([name, local]) => `${local} as ${name}`).join(', ')} }`]
      : []),
    table,
    formatCheck(scope),
  ])
}

const TABLE = 'operations'
/** What the module exports besides operations. */
const TAKEN: readonly string[] = [TABLE, 'CodeFormat']

/** The constant of each operation: its name, unless that is a word of the language or a type of the document. */
function localNames(
  methods: readonly HttpMethod[],
  types: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const names = methods.map(({ name }) => name)
  const taken = new Set([...types, ...TAKEN])
  const all = new Set([...names, ...taken])
  return new Map(
    names.map((name) => {
      if (!isReserved(name) && !taken.has(name)) return [name, name]
      const local = freeName(`${name}_`, all)
      all.add(local)
      return [name, local]
    }),
  )
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
  const answers = stream ? undefined : answerTypes(scope, operation, declarations)
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
  return describedFailures(operation).flatMap(({ key, failure }) => {
    const text = typeof key === 'string' ? propertyKey(key) : String(key)
    return jsonShapes(failure.contents).map(
      (shape) => `${text}: ${typeText(shape, scope.received)}`,
    )
  })
}

import {
  type CountedPages,
  countedPages,
  type Sequence,
  type Waiter,
} from '../../model/extensions.js'
import { certainNames } from '../../model/operations/certain-names.js'
import { inputForm } from '../../model/operations/inputs.js'
import type { Operation } from '../../model/operations/operation.js'
import { memberShape } from '../../model/shapes/member-shape.js'
import type { Shape } from '../../model/shapes/shape.js'
import type { PackageView } from '../../view/package-view.js'
import { Name, type Value } from '../../view/value.js'
import { waitText } from '../client-parts.js'
import type { ModuleScope } from '../module-scope.js'
import { RPC } from '../runtime-entries.js'
import { inputType } from '../types/inputs.js'
import { outputType } from '../types/outputs.js'
import { docs } from '../typescript/doc.js'
import { type Method, method, optional, type Parameter } from '../typescript/structures.js'
import { propertyAccess } from '../typescript/text.js'
import { typeText } from '../typescript/type-text.js'
import { memberText, valueText } from '../typescript/value-text.js'

/** A method that an extension of the document adds to the client. */
export interface ExtensionMethod {
  /** Its signature in the client's interface. */
  readonly signature: Method
  /** Its property in the object literal of the client. */
  readonly member: string
}

interface At {
  readonly view: PackageView
  readonly scope: ModuleScope
  readonly operation: Operation
}

/** Waiters, paginators and sequences of one method. */
export function rpcExtensionMethods(at: At): ExtensionMethod[] {
  const { waiter, sequence } = at.operation.extensions
  const paginator = countedPages(at.operation.extensions)
  return [
    ...(waiter ? [waiterMethod(at, waiter)] : []),
    ...(paginator ? [paginatorMethod(at, paginator)] : []),
    ...(sequence ? [sequenceMethod(at, sequence)] : []),
  ]
}

function waiterMethod({ view, scope, operation }: At, waiter: Waiter): ExtensionMethod {
  const { name, watch: _, begin: __, after: ___, until, ...extension } = waiter
  // A function of the runtime, so that clients that wait for no state do not bundle it.
  const ends = until && new Name(`${scope.imports.value('endsAt', RPC)}(${valueText(until)})`)
  const names = namesOfResult(view, operation)
  const output = outputType(scope, operation)
  const options = `${scope.imports.type('WaitOptions', RPC)}<${output}>`
  const call = callText(scope.imports.value('waitFor', RPC), operation, {
    until: ends,
    ...(until || names.length === 0 ? {} : { names }),
    ...extension,
  })
  const signature = method(name, {
    docs: docs(waitText(operation, until)),
    parameters: [...paramsOf(scope, operation), optional('options', options)],
    returnType: `Promise<${output}>`,
  })
  return { signature, member: memberText(name, `(params, options) => ${call}, params, options)`) }
}

function paginatorMethod({ view, scope, operation }: At, paginator: CountedPages): ExtensionMethod {
  const { name, ...extension } = paginator
  const items = memberShape(view.model, outputShape(operation), extension.items)
  const item = items?.kind === 'list' ? typeText(items.items, scope.received) : 'unknown'
  const options = scope.imports.type('CallOptions', RPC)
  const call = callText(scope.imports.value('paginate', RPC), operation, { ...extension })
  const given = inputForm(operation)
  const params = given.form !== 'none' && given.required ? 'params' : 'params = {}'
  const signature = method(name, {
    docs: docs(`All items of all pages of {@link ${operation.name}}, one after the other.`),
    parameters: [...paramsOf(scope, operation), optional('options', options)],
    returnType: `AsyncGenerator<${item}, undefined>`,
  })
  return {
    signature,
    member: memberText(name, `(${params}, options) => ${call}, params, options)`),
  }
}

function sequenceMethod({ view, scope, operation }: At, sequence: Sequence): ExtensionMethod {
  const { name, content, ...extension } = sequence
  const home = view.homeOf(content) ?? 'types'
  const type = scope.imports.type(content, `./${home}.js`)
  const call = callText(scope.imports.value('joinSequence', RPC), operation, { ...extension })
  const signature = method(name, {
    docs: docs(`All chunks of {@link ${operation.name}}, joined and parsed.`),
    parameters: [optional('options', scope.imports.type('CallOptions', RPC))],
    returnType: `Promise<${type}>`,
  })
  return { signature, member: memberText(name, `(options) => ${call}, options)`) }
}

export function paramsOf(scope: ModuleScope, operation: Operation): Parameter[] {
  const input = inputForm(operation)
  if (input.form === 'none') return []
  return [{ name: 'params', type: inputType(scope, input), hasQuestionToken: !input.required }]
}

/** `run(client, methods.block, { … }`, where more arguments follow. */
function callText(run: string, { name }: Operation, extension: Value): string {
  return `${run}(client, methods${propertyAccess(name)}, ${valueText(extension)}`
}

/** Without a state, what has none of these is not yet what is waited for. */
function namesOfResult({ model }: PackageView, operation: Operation): readonly string[] {
  const shape = outputShape(operation)
  const declarations = new Map(model.declarations.map((each) => [each.name, each]))
  return shape ? certainNames(shape, declarations) : []
}

function outputShape(operation: Operation): Shape | undefined {
  return operation.outputs[0]?.contents[0]?.shape
}

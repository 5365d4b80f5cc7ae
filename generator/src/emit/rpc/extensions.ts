import { inputForm } from '../../model/operations/inputs.js'
import type { Operation } from '../../model/operations/operation.js'
import { memberShape } from '../../model/shapes/member-shape.js'
import type { Shape } from '../../model/shapes/shape.js'
import type { PackageView } from '../../view/package-view.js'
import { Name, type Value } from '../../view/value.js'
import { waitText } from '../method-doc.js'
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

/** Waiters, paginators and sequences of one method. */
export function rpcExtensionMethods(
  view: PackageView,
  scope: ModuleScope,
  operation: Operation,
): ExtensionMethod[] {
  return [
    ...waiterMethod(scope, operation),
    ...paginatorMethod(view, scope, operation),
    ...sequenceMethod(view, scope, operation),
  ]
}

function waiterMethod(scope: ModuleScope, operation: Operation): ExtensionMethod[] {
  const found = operation.extensions.waiter
  if (!found) return []
  const { name, watch: _, begin: __, after: ___, until, ...word } = found
  // A function of the runtime, so that clients that wait for no state do not bundle it.
  const ends = until && new Name(`${scope.imports.value('endsAt', RPC)}(${valueText(until)})`)
  const output = outputType(scope, operation)
  const options = `${scope.imports.type('WaitOptions', RPC)}<${output}>`
  const call = callText(scope.imports.value('waitFor', RPC), operation, { until: ends, ...word })
  return [
    {
      signature: method(name, {
        docs: docs(waitText(operation, until)),
        parameters: [...paramsOf(scope, operation), optional('options', options)],
        returnType: `Promise<${output}>`,
      }),
      member: memberText(name, `(params, options) => ${call}, params, options)`),
    },
  ]
}

function paginatorMethod(
  view: PackageView,
  scope: ModuleScope,
  operation: Operation,
): ExtensionMethod[] {
  const found = operation.extensions.paginator
  if (!found) return []
  const { name, ...word } = found
  const items = memberShape(view.model, outputShape(operation), word.items)
  const item = items?.kind === 'list' ? typeText(items.items, scope.received) : 'unknown'
  const options = scope.imports.type('CallOptions', RPC)
  const call = callText(scope.imports.value('paginate', RPC), operation, { ...word })
  const given = inputForm(operation)
  const params = given.form !== 'none' && given.required ? 'params' : 'params = {}'
  return [
    {
      signature: method(name, {
        docs: docs(`All items of all pages of {@link ${operation.name}}, one after the other.`),
        parameters: [...paramsOf(scope, operation), optional('options', options)],
        returnType: `AsyncGenerator<${item}, undefined>`,
      }),
      member: memberText(name, `(${params}, options) => ${call}, params, options)`),
    },
  ]
}

function sequenceMethod(
  view: PackageView,
  scope: ModuleScope,
  operation: Operation,
): ExtensionMethod[] {
  const found = operation.extensions.sequence
  if (!found) return []
  const { name, content, ...word } = found
  const home = view.homeOf(content) ?? 'types'
  const type = scope.imports.type(content, `./${home}.js`)
  const call = callText(scope.imports.value('joinSequence', RPC), operation, { ...word })
  return [
    {
      signature: method(name, {
        docs: docs(`All chunks of {@link ${operation.name}}, joined and parsed.`),
        parameters: [optional('options', scope.imports.type('CallOptions', RPC))],
        returnType: `Promise<${type}>`,
      }),
      member: memberText(name, `(options) => ${call}, options)`),
    },
  ]
}

export function paramsOf(scope: ModuleScope, operation: Operation): Parameter[] {
  const input = inputForm(operation)
  if (input.form === 'none') return []
  return [{ name: 'params', type: inputType(scope, input), hasQuestionToken: !input.required }]
}

/** `run(client, methods.block, { … }`, where more arguments follow. */
function callText(run: string, { name }: Operation, word: Value): string {
  return `${run}(client, methods${propertyAccess(name)}, ${valueText(word)}`
}

function outputShape(operation: Operation): Shape | undefined {
  return operation.outputs[0]?.contents[0]?.shape
}

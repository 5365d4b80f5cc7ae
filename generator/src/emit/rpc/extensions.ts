import { inputForm } from '../../model/inputs.js'
import type { Operation } from '../../model/operation.js'
import type { Shape } from '../../model/shape.js'
import { methodLine } from '../client-parts.js'
import type { ModuleScope, PackageView } from '../package-view.js'
import { inputText } from '../types/inputs.js'
import { outputText, shapeText } from '../types/outputs.js'
import { docBlock } from '../typescript/doc.js'
import { objectKey } from '../typescript/text.js'
import { type Value, valueText } from '../typescript/value-text.js'
import { readPaginator, readSequence, readWaiter } from '../words.js'

const RPC = '@tagwire/runtime/rpc'

/** A method that a word of the document adds to the client. */
export interface WordMethod {
  readonly name: string
  /** Its line in the client's interface, comment included. */
  readonly signature: string
  /** Its line in the object that the client is. */
  readonly line: string
}

/** Waiters, paginators and sequences of one method. */
export function rpcWords(
  view: PackageView,
  scope: ModuleScope,
  operation: Operation,
): WordMethod[] {
  return [
    ...waiterMethod(scope, operation),
    ...paginatorMethod(view, scope, operation),
    ...sequenceMethod(view, scope, operation),
  ]
}

function waiterMethod(scope: ModuleScope, operation: Operation): WordMethod[] {
  const found = readWaiter(operation.words)
  if (!found) return []
  const { name, watch: _, begin: __, ...word } = found
  const output = outputText(scope, operation)
  const options = scope.imports.type('WaitOptions', RPC)
  const parameters = [...paramsOf(scope, operation), `options?: ${options}<${output}>`]
  const doc = docBlock({ text: `Repeats {@link ${operation.name}} until the answer is there.` }, 2)
  const wait = scope.imports.value('waitFor', RPC)
  return [
    {
      name,
      signature: `${doc}${methodLine(name, parameters, `Promise<${output}>`)}\n`,
      line: callLine(name, '(params, options)', wait, operation, { ...word }, 'params, options'),
    },
  ]
}

function paginatorMethod(
  view: PackageView,
  scope: ModuleScope,
  operation: Operation,
): WordMethod[] {
  const found = readPaginator(operation.words)
  if (!found) return []
  const { name, ...word } = found
  const items = memberShape(view, outputShape(operation), word.items)
  const item = items?.kind === 'list' ? shapeText(items.items, scope.received) : 'unknown'
  const options = scope.imports.type('CallOptions', RPC)
  const parameters = [...paramsOf(scope, operation), `options?: ${options}`]
  const doc = docBlock(
    { text: `All items of all pages of {@link ${operation.name}}, one after the other.` },
    2,
  )
  const paginate = scope.imports.value('paginate', RPC)
  const given = inputForm(operation)
  const params = given.form !== 'none' && given.required ? 'params' : 'params = {}'
  return [
    {
      name,
      signature: `${doc}${methodLine(name, parameters, `AsyncGenerator<${item}, undefined>`)}\n`,
      line: callLine(
        name,
        `(${params}, options)`,
        paginate,
        operation,
        { ...word },
        'params, options',
      ),
    },
  ]
}

function sequenceMethod(view: PackageView, scope: ModuleScope, operation: Operation): WordMethod[] {
  const found = readSequence(operation.words)
  if (!found) return []
  const { name, content, ...word } = found
  const home = view.homeOf(content) ?? 'types'
  const type = scope.imports.type(content, `./${home}.js`)
  const options = scope.imports.type('CallOptions', RPC)
  const doc = docBlock({ text: `All pieces of {@link ${operation.name}}, joined and read.` }, 2)
  const join = scope.imports.value('joinSequence', RPC)
  return [
    {
      name,
      signature: `${doc}${methodLine(name, [`options?: ${options}`], `Promise<${type}>`)}\n`,
      line: callLine(name, '(options)', join, operation, { ...word }, 'options'),
    },
  ]
}

function paramsOf(scope: ModuleScope, operation: Operation): string[] {
  const input = inputForm(operation)
  if (input.form === 'none') return []
  return [`params${input.required ? '' : '?'}: ${inputText(scope, input, shapeText)}`]
}

function callLine(
  name: string,
  parameters: string,
  run: string,
  operation: Operation,
  word: Value,
  rest: string,
): string {
  const head = `    ${objectKey(name)}: ${parameters} =>`
  const flat = ` ${run}(client, methods.${operation.name}, ${valueText(word, 0, -2000)}, ${rest}),\n`
  if (head.length + flat.length <= 101) return head + flat
  const lines = ['client', `methods.${operation.name}`, valueText(word, 8, 8), ...rest.split(', ')]
  return `${head}\n      ${run}(\n${lines.map((line) => `        ${line},\n`).join('')}      ),\n`
}

function outputShape(operation: Operation): Shape | undefined {
  return operation.outputs[0]?.contents[0]?.shape
}

/** The shape at a pointer into a record, references followed. */
function memberShape(
  view: PackageView,
  shape: Shape | undefined,
  pointer: string,
): Shape | undefined {
  let at = shape
  for (const name of pointer.split('/').slice(1)) {
    const record = recordOf(view, at)
    at = record?.fields.find((field) => field.name === name)?.shape
  }
  return at?.kind === 'nullable' ? at.shape : at
}

function recordOf(
  view: PackageView,
  shape: Shape | undefined,
): Extract<Shape, { kind: 'record' }> | undefined {
  if (shape?.kind === 'nullable') return recordOf(view, shape.shape)
  if (shape?.kind === 'record') return shape
  if (shape?.kind !== 'reference') return undefined
  return recordOf(view, view.model.declarations.find((each) => each.name === shape.name)?.shape)
}

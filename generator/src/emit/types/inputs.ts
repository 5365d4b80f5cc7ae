import { type InputForm, inputForm } from '../../model/inputs.js'
import type { Operation } from '../../model/operation.js'
import type { Field } from '../../model/shape.js'
import {
  type EmittedFile,
  type ModuleScope,
  moduleScope,
  moduleText,
  type PackageView,
  seeTag,
} from '../package-view.js'
import { docBlock, inCode } from '../typescript/doc.js'
import { fieldsText, type ShapeScope } from '../typescript/shape-text.js'

/** What the operations take, where the document has no schema of its own for it. */
export function emitInputs(view: PackageView): EmittedFile | undefined {
  const scope = moduleScope(view, 'inputs')
  const blocks = view.model.operations.flatMap((operation) => inputBlock(scope, operation))
  if (blocks.length === 0) return undefined
  return { path: 'src/inputs.ts', text: moduleText(view, scope, blocks) }
}

function inputBlock(module: ModuleScope, operation: Operation): string[] {
  const input = inputForm(operation)
  if (input.form === 'none' || input.form === 'body') return []
  const scope: ShapeScope = { ...module.sent, given: givenTypes(module, operation) }
  const what = input.form === 'query' ? 'The query' : 'The parameters'
  const text = `${what} of \`${inCode(operation.name)}\`.`
  const body = fieldsText(input.fields, undefined, scope, 2)
  return [
    `${docBlock({ text, tags: [seeTag(operation)] })}export interface ${input.name} {\n${body}}\n`,
  ]
}

const RUNTIME = '@tagwire/runtime/rpc'

/** Integers and bytes are given as people hold them; each transport writes them in its own way. */
function givenTypes(
  { imports }: ModuleScope,
  operation: Operation,
): (field: Field) => string | undefined {
  const encodings = new Map(
    operation.input.parameters.map(({ name, encoding }) => [name, encoding?.jsonrpc]),
  )
  return ({ name, shape }) => {
    if (shape.kind === 'scalar' && shape.type === 'binary') return binaryInput(imports)
    const encoding = encodings.get(name)
    if (encoding === 'decimal-string') return imports.type('IntegerInput', RUNTIME)
    if (encoding === 'base64' || encoding === 'hex') return imports.type('BytesInput', RUNTIME)
    return undefined
  }
}

/** A body of bytes is given as whatever holds bytes. */
function binaryInput(imports: ModuleScope['imports']): string {
  return imports.type('BinaryInput', '@tagwire/runtime/http')
}

/** The type of an operation's input, as other modules write it. */
export function inputText(module: ModuleScope, input: InputForm, print: PrintShape): string {
  if (input.form === 'none') return 'undefined'
  if (input.form === 'body') {
    const { shape } = input
    const isBytes = shape.kind === 'scalar' && shape.type === 'binary'
    return isBytes ? binaryInput(module.imports) : print(shape, module.sent)
  }
  return module.imports.type(input.name, './inputs.js')
}

export type PrintShape = (
  shape: Extract<InputForm, { form: 'body' }>['shape'],
  scope: ShapeScope,
) => string

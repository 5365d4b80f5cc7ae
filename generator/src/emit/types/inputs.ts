import { itemsSentBy, sentItems } from '../../model/operations/contents.js'
import { type ArgumentForm, argumentForm } from '../../model/operations/encodings.js'
import { contentShape, type InputForm, inputForm } from '../../model/operations/inputs.js'
import type { Content, Operation } from '../../model/operations/operation.js'
import type { Field, Shape } from '../../model/shapes/shape.js'
import type { PackageView } from '../../view/package-view.js'
import { useInstead } from '../former-names.js'
import { type ModuleScope, moduleOf, moduleScope } from '../module-scope.js'
import { HTTP, RPC } from '../runtime-entries.js'
import { docs, inCode } from '../typescript/doc.js'
import {
  type EmittedModule,
  exportedInterface,
  exportedType,
  type Statement,
} from '../typescript/structures.js'
import { propertiesOf, type ShapeScope, typeText } from '../typescript/type-text.js'

/** The inputs of operations for which the document has no schema. */
export function emitInputs(view: PackageView): EmittedModule | undefined {
  const scope = moduleScope(view, 'inputs')
  const statements = view.model.operations.flatMap((each) => inputInterface(scope, each))
  return statements.length === 0 ? undefined : moduleOf('src/inputs.ts', scope, statements)
}

function inputInterface(module: ModuleScope, operation: Operation): Statement[] {
  const input = inputForm(operation)
  if (input.form === 'none' || input.form === 'body') return []
  const scope: ShapeScope = { ...module.sent, given: givenTypes(module, operation) }
  const what = input.form === 'query' ? 'The query' : 'The parameters'
  return [
    exportedInterface({
      name: input.name,
      docs: docs(`${what} of \`${inCode(operation.name)}\`.`, module.seeTag(operation)),
      properties: propertiesOf(input.fields, undefined, scope),
    }),
    ...(operation.input.formerNames ?? []).map((name) =>
      exportedType({ name, docs: useInstead(input.name), type: input.name }),
    ),
  ]
}

/** Types of the runtime for arguments that have another type than in JSON. */
const INPUT_TYPES: Readonly<Record<ArgumentForm, string | undefined>> = {
  json: undefined,
  integer: 'IntegerInput',
  bytes: 'BytesInput',
}

/** Integers and bytes are accepted in several forms, and each transport encodes them. */
function givenTypes(
  module: ModuleScope,
  operation: Operation,
): (field: Field) => string | undefined {
  const { imports } = module
  const items = itemsSentBy(operation)
  const forms = new Map(
    operation.input.parameters.map(({ name, encoding }) => [name, argumentForm(encoding)]),
  )
  return ({ name, shape }) => {
    if (shape.kind === 'scalar' && shape.type === 'binary')
      return items && name === 'body' ? itemsInput(module, items.item) : binaryInput(imports)
    const type = INPUT_TYPES[forms.get(name) ?? 'json']
    return type && imports.type(type, RPC)
  }
}

/** A binary body accepts every type of bytes. */
function binaryInput(imports: ModuleScope['imports']): string {
  return imports.type('BinaryInput', HTTP)
}

/** Items of a stream, in every form in which they can be given. */
function itemsInput({ imports, sent }: ModuleScope, item: Shape): string {
  return `${imports.type('ItemsInput', HTTP)}<${typeText(item, sent)}>`
}

/** The input type of one content type of a body. */
export function bodyType(module: ModuleScope, content: Content): string {
  const { item } = sentItems(content) ?? {}
  const shape = contentShape(content)
  return inputType(module, { form: 'body', shape, required: true, ...(item ? { item } : {}) })
}

/** The type of an operation's input, as other modules refer to it. */
export function inputType(module: ModuleScope, input: InputForm): string {
  if (input.form === 'none') return 'undefined'
  if (input.form === 'body') {
    const { shape, item } = input
    if (item) return itemsInput(module, item)
    const isBytes = shape.kind === 'scalar' && shape.type === 'binary'
    return isBytes ? binaryInput(module.imports) : typeText(shape, module.sent)
  }
  return module.imports.type(input.name, './inputs.js')
}

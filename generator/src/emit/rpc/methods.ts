import { inputForm } from '../../model/inputs.js'
import type { Operation, Parameter } from '../../model/operation.js'
import { type ModuleScope, moduleOf, moduleScope, type PackageView } from '../package-view.js'
import { inputType } from '../types/inputs.js'
import { outputType } from '../types/outputs.js'
import { docs } from '../typescript/doc.js'
import {
  type EmittedModule,
  exportedConstant,
  objectType,
  property,
  type Statement,
} from '../typescript/structures.js'
import { propertyKey } from '../typescript/text.js'
import {
  listText,
  memberText,
  objectText,
  type Value,
  valueText,
} from '../typescript/value-text.js'
import { readErrors, texts } from '../words.js'

const RUNTIME = '@tagwire/runtime/rpc'

/** What the client knows about each method: its name, its parameters, and when it may be repeated. */
export function emitRpcMethods(view: PackageView): EmittedModule {
  const scope = moduleScope(view, 'methods')
  return moduleOf('src/methods.ts', scope, [methodTable(view, scope), ...errorTable(view, scope)])
}

function methodTable(view: PackageView, scope: ModuleScope): Statement {
  const { operations } = view.model
  const type = scope.imports.type('RpcMethod', RUNTIME)
  const types = operations.map((each) => {
    const input = inputForm(each)
    const params = input.form === 'none' ? 'object' : inputType(scope, input)
    return property({
      name: propertyKey(each.name),
      type: `${type}<${params}, ${outputType(scope, each)}>`,
      isReadonly: true,
    })
  })
  const rows = operations.map((each) => memberText(each.name, rowText(each)))
  return exportedConstant({
    name: 'methods',
    docs: docs('The methods of the server: what a call needs to know about each.'),
    type: objectType(types),
    value: `/*@__PURE__*/ ${scope.imports.value('methodTable', RUNTIME)}(${objectText(rows)})`,
  })
}

/** `[{ hash: 'bytes!' }, { safe: false }]`: the parameters, and what is special. */
function rowText({ name, id, safe, words, input, outputs, binding }: Operation): string {
  const transports = texts(words.transports)
  const { requires } = words
  const special: Readonly<Record<string, Value>> = {
    ...(snakeCase(name) === id ? {} : { name: id }),
    ...(safe ? {} : { safe }),
    ...(binding.kind === 'call' && binding.byPosition ? { byPosition: true } : {}),
    ...(outputs.length === 0 ? { notifies: true } : {}),
    ...(transports.length > 0 ? { transports } : {}),
    ...(typeof requires === 'string' ? { requires } : {}),
  }
  const params = Object.fromEntries(input.parameters.map((each) => [each.name, paramKind(each)]))
  const isSpecial = Object.keys(special).length > 0
  if (!isSpecial && input.parameters.length === 0) return '[]'
  return valueText(isSpecial ? [params, special] : [params])
}

/** What the runtime makes of the name of a method. */
function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The encodings that have a name; `jsonrpc uri` of the vocabulary. */
const NAMED: Readonly<Record<string, string>> = {
  'decimal-string decimal': 'integer',
  'base64 0x-hex': 'bytes',
  'hex 0x-hex': 'hex',
  'json quoted': 'text',
  'json json': 'json',
}

function paramKind({ encoding, required }: Parameter): Value {
  const { jsonrpc, uri } = encoding ?? { jsonrpc: 'json', uri: 'json' }
  const kind = NAMED[`${jsonrpc} ${uri}`]
  if (kind) return required ? `${kind}!` : kind
  return { jsonrpc, uri, ...(required ? { required } : {}) }
}

/** How the texts of errors become reasons, and the reasons there are. */
function errorTable({ model }: PackageView, scope: ModuleScope): Statement[] {
  const rules = readErrors(model.words)
  if (rules.length === 0) return []
  const rows = rules.map(({ reason, code, match }) =>
    valueText(code === undefined ? [reason, match] : [reason, match, code]),
  )
  return [
    exportedConstant({
      name: 'errorRules',
      docs: docs('Texts of errors and what they mean; the first that fits counts.'),
      type: `readonly ${scope.imports.type('RpcErrorRule', RUNTIME)}[]`,
      value: `/*@__PURE__*/ ${scope.imports.value('errorTable', RUNTIME)}(${listText(rows)})`,
    }),
  ]
}

import { inputForm } from '../../model/operations/inputs.js'
import type { Operation, Parameter } from '../../model/operations/operation.js'
import type { PackageView } from '../../view/package-view.js'
import type { Value } from '../../view/value.js'
import { formatCheck } from '../client-parts.js'
import { type ModuleScope, moduleOf, moduleScope } from '../module-scope.js'
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
import { listText, memberText, objectText, valueText } from '../typescript/value-text.js'

const RUNTIME = '@tagwire/runtime/rpc'

/** What the client knows about each method: its name, its parameters, and when it may be repeated. */
export function emitRpcMethods(view: PackageView): EmittedModule {
  const scope = moduleScope(view, 'methods')
  return moduleOf('src/methods.ts', scope, [
    methodTable(view, scope),
    ...errorTable(view, scope),
    formatCheck(scope),
  ])
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

/**
 * `[{ hash: 'bytes' }, { required: ['hash'] }]`: the parameters and what is special. Before them stands
 * the name on the wire, unless that is the generated one in snake case.
 */
function rowText({ id, name, safe, extensions, input, outputs, binding }: Operation): string {
  const { transports = [], requires } = extensions
  const required = input.parameters.filter((each) => each.required).map((each) => each.name)
  const facts: Readonly<Record<string, Value>> = {
    ...(required.length > 0 ? { required } : {}),
    ...(safe ? {} : { safe }),
    ...(binding.kind === 'call' && binding.byPosition ? { byPosition: true } : {}),
    ...(outputs.length === 0 ? { notifies: true } : {}),
    ...(transports.length > 0 ? { transports } : {}),
    ...(requires === undefined ? {} : { requires }),
  }
  const params = Object.fromEntries(input.parameters.map((each) => [each.name, paramKind(each)]))
  const wireName = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const names = id === wireName ? [] : [id]
  if (Object.keys(facts).length > 0) return valueText([...names, params, facts])
  return valueText(input.parameters.length > 0 ? [...names, params] : names)
}

/** The encodings that have a name; `jsonrpc uri` of the vocabulary. */
const NAMED: Readonly<Record<string, string>> = {
  'decimal-string decimal': 'integer',
  'base64 0x-hex': 'bytes',
  'hex 0x-hex': 'hex',
  'json quoted': 'text',
  'json json': 'json',
}

function paramKind({ encoding }: Parameter): Value {
  const { jsonrpc, uri } = encoding ?? { jsonrpc: 'json', uri: 'json' }
  return NAMED[`${jsonrpc} ${uri}`] ?? { jsonrpc, uri }
}

/** How the texts of errors become reasons, and the reasons there are. */
function errorTable({ model }: PackageView, scope: ModuleScope): Statement[] {
  const { errors: rules = [] } = model.extensions
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

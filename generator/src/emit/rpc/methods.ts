import { inputForm } from '../../model/operations/inputs.js'
import type { Operation } from '../../model/operations/operation.js'
import type { PackageView } from '../../view/package-view.js'
import { errorCodes, methodDescriptor } from '../../view/rpc/method-descriptor.js'
import { FORMAT_TYPE, formatCheck } from '../client-parts.js'
import { descriptorsOf } from '../descriptors.js'
import { type ModuleScope, moduleOf, moduleScope } from '../module-scope.js'
import { RPC } from '../runtime-entries.js'
import { inputType } from '../types/inputs.js'
import { outputType } from '../types/outputs.js'
import { docs } from '../typescript/doc.js'
import { type EmittedModule, exportedConstant, type Statement } from '../typescript/structures.js'
import type { Row } from '../typescript/table.js'
import { importedText, listText, valueText } from '../typescript/value-text.js'

/** The descriptor of each method: its name, its parameters, and whether a call may be repeated. */
export function emitRpcMethods(view: PackageView): EmittedModule {
  const names = view.model.operations.map(({ name }) => name)
  const own = ['errorRules', FORMAT_TYPE]
  const { locals, statements } = descriptorsOf('methods', names, view.names, own)
  const scope = moduleScope(view, 'methods', [...locals.values()])
  return moduleOf('src/methods.ts', scope, [
    ...statements(
      view.model.operations.map((each) => described(view, scope, each)),
      'The methods of the server: what a call needs to know about each.',
      view.model.operations.flatMap(({ name, aliases = [] }) =>
        aliases.map((former) => [former, name] as const),
      ),
      false,
    ),
    ...errorRules(view, scope),
    formatCheck(scope),
  ])
}

function described({ model }: PackageView, scope: ModuleScope, method: Operation): Row {
  const type = scope.imports.type('RpcMethod', RPC)
  const input = inputForm(method)
  const params = input.form === 'none' ? 'object' : inputType(scope, input)
  const codes = errorCodes(method, model)
  const code = codes.length > 0 ? `, ${codes.join(' | ')}` : ''
  return {
    key: method.name,
    type: `${type}<${params}, ${outputType(scope, method)}${code}>`,
    value: importedText(methodDescriptor(method, codes), scope.imports),
  }
}

/** How texts of errors are mapped to reasons, and the list of reasons. */
function errorRules({ model }: PackageView, scope: ModuleScope): Statement[] {
  const { errors: rules = [] } = model.extensions
  if (rules.length === 0) return []
  const rows = rules.map(({ reason, code, match }) =>
    valueText(code === undefined ? [reason, match] : [reason, match, code]),
  )
  return [
    exportedConstant({
      name: 'errorRules',
      docs: docs('Maps texts of errors to reasons; the first match wins.'),
      type: `readonly ${scope.imports.type('RpcErrorRule', RPC)}[]`,
      value: listText(rows),
    }),
  ]
}

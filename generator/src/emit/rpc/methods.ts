import { inputForm } from '../../model/operations/inputs.js'
import type { PackageView } from '../../view/package-view.js'
import { errorCodes, methodRow } from '../../view/rpc/method-row.js'
import { formatCheck } from '../client-parts.js'
import { type ModuleScope, moduleOf, moduleScope } from '../module-scope.js'
import { RPC } from '../runtime-entries.js'
import { inputType } from '../types/inputs.js'
import { outputType } from '../types/outputs.js'
import { docs } from '../typescript/doc.js'
import { type EmittedModule, exportedConstant, type Statement } from '../typescript/structures.js'
import { type Row, tableOf } from '../typescript/table.js'
import { importedText, listText, valueText } from '../typescript/value-text.js'

/** The table of methods: names, parameters, and whether a call may be repeated. */
export function emitRpcMethods(view: PackageView): EmittedModule {
  const scope = moduleScope(view, 'methods')
  return moduleOf('src/methods.ts', scope, [
    methodTable(view, scope),
    ...errorRules(view, scope),
    formatCheck(scope),
  ])
}

function methodTable(view: PackageView, scope: ModuleScope): Statement {
  const { operations } = view.model
  const type = scope.imports.type('RpcMethod', RPC)
  const rows = operations.map((each): Row => {
    const input = inputForm(each)
    const params = input.form === 'none' ? 'object' : inputType(scope, input)
    const codes = errorCodes(each, view.model)
    const code = codes.length > 0 ? `, ${codes.join(' | ')}` : ''
    return {
      key: each.name,
      type: `${type}<${params}, ${outputType(scope, each)}${code}>`,
      value: importedText(methodRow(each, codes), scope.imports),
    }
  })
  const table = tableOf(rows)
  return exportedConstant({
    name: 'methods',
    docs: docs('The methods of the server: what a call needs to know about each.'),
    type: table.type,
    value: `/*@__PURE__*/ ${scope.imports.value('methodTable', RPC)}(${table.value})`,
  })
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

import { eventNames } from '../../view/client-names.js'
import type { PackageView } from '../../view/package-view.js'
import { moduleOf, moduleScope } from '../module-scope.js'
import { dialectModule } from '../runtime-entries.js'
import { docs } from '../typescript/doc.js'
import { type EmittedModule, exportedConstant } from '../typescript/structures.js'
import { stringLiteral } from '../typescript/text.js'

/** Reading the past is a separate import, so that bundles only contain it if it is used. */
export function emitHistory(view: PackageView): EmittedModule | undefined {
  const { model } = view
  const dialect = dialectModule(model)
  const kinds = model.operations.flatMap(({ extensions }) => extensions.events?.kinds ?? [])
  const readable = kinds.filter(({ resume }) => resume === 'backfill').map(({ name }) => name)
  if (!dialect || readable.length === 0) return undefined
  const scope = moduleScope(view, 'history')
  const { imports } = scope
  const type = imports.type('History', dialect)
  const known = imports.type(eventNames(view.clientName).events, './client.js')
  const events = `Pick<${known}, ${readable.map(stringLiteral).join(' | ')}>`
  const methods = imports.value('methods', './methods.js')
  const history = exportedConstant({
    name: 'history',
    docs: docs(
      'Reads past heights in order, over any transport: the events of some `kinds`, those that match a `query`, or the results of some `methods` for each height.',
    ),
    type: `${type}<${events}, typeof ${methods}>`,
    value: `/*@__PURE__*/ ${imports.value('createHistory', dialect)}(${methods}, ${stringLiteral(model.version)})`,
  })
  return moduleOf('src/history.ts', scope, [history])
}

import type { Operation } from '../../model/operations/operation.js'
import type { Shape } from '../../model/shapes/shape.js'
import { clientNames } from '../../view/client-names.js'
import type { PackageView } from '../../view/package-view.js'
import { decodedClientName } from '../client-function.js'
import type { ModuleScope } from '../module-scope.js'
import { outputType } from '../types/outputs.js'
import { typeText } from '../typescript/type-text.js'
import { changes, clientDecodes, decodedShape, decodingOf } from './decoded-model.js'
import { decodedNames } from './decoded-names.js'

/** The type of the client that a package creates without further options. */
export function createdClientName(view: PackageView): string {
  const { client } = clientNames(view.clientName)
  return clientDecodes(view) === 'always' ? decodedClientName(view, client) : client
}

/** The type that a method of that client resolves to. */
export function createdOutputType(
  view: PackageView,
  scope: ModuleScope,
  operation: Operation,
): string {
  const decoding = decodingOf(view)
  if (clientDecodes(view) !== 'always') return outputType(scope, operation)
  const changed = view.model.declarations.filter(({ name }) => decoding.names.has(name))
  const names = decodedNames(changed, view.names)
  const nameOf = (wire: string): string => names.get(wire)?.name ?? wire
  const decoded = new Set([...names.values()].map(({ name }) => name))
  const refer = (name: string): string =>
    decoded.has(name) ? scope.imports.type(name, './decode.js') : scope.received.refer(name)
  const textOf = (shape: Shape): string =>
    changes(shape, decoding)
      ? typeText(decodedShape(shape, { decoding, nameOf }), { ...scope.received, refer })
      : typeText(shape, scope.received)
  return outputType(scope, operation, textOf)
}

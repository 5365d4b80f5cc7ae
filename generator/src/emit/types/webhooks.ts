import { freeName } from '../../model/names.js'
import type { Incoming } from '../../model/operations/operation.js'
import type { PackageView } from '../../view/package-view.js'
import { type ModuleScope, moduleOf, moduleScope, seeTag } from '../module-scope.js'
import { docs, docsOf } from '../typescript/doc.js'
import {
  type EmittedModule,
  exportedInterface,
  objectType,
  type Property,
  property,
  type Statement,
} from '../typescript/structures.js'
import { propertyKey } from '../typescript/text.js'
import { typeText, unionOf } from '../typescript/type-text.js'

/** Types of webhooks, which a program receives without calling a client. */
export function emitWebhooks(view: PackageView): EmittedModule | undefined {
  const { webhooks = [], operations } = view.model
  const calling = operations.filter((each) => each.callbacks !== undefined)
  if (webhooks.length + calling.length === 0) return undefined
  const scope = moduleScope(view, 'webhooks')
  const statements: Statement[] = []
  if (webhooks.length > 0) {
    statements.push(
      exportedInterface({
        name: freeName('Webhooks', view.names),
        docs: docs('The bodies that the service sends to webhooks, by name.'),
        properties: webhooks.map((each) => incomingProperty(scope, each)),
      }),
    )
  }
  if (calling.length > 0) {
    statements.push(
      exportedInterface({
        name: freeName('Callbacks', view.names),
        docs: docs(
          'The bodies that the service sends to callbacks, by the method that registers them.',
        ),
        properties: calling.map(({ name, callbacks = [] }) =>
          property({
            name: propertyKey(name),
            type: objectType(callbacks.map((each) => incomingProperty(scope, each))),
          }),
        ),
      }),
    )
  }
  return moduleOf('src/webhooks.ts', scope, statements)
}

function incomingProperty({ received }: ModuleScope, incoming: Incoming): Property {
  const types = new Set(incoming.contents.map(({ shape }) => typeText(shape, received)))
  return property({
    name: propertyKey(incoming.name),
    type: unionOf([...types]) || 'undefined',
    docs: docsOf(incoming, seeTag(incoming)),
  })
}

import { freeName } from '../../model/names.js'
import type { Incoming } from '../../model/operations/operation.js'
import type { PackageView } from '../../view/package-view.js'
import { type ModuleScope, moduleOf, moduleScope } from '../module-scope.js'
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
  const interfaceOf = (name: string, text: string, properties: Property[]): Statement[] =>
    properties.length === 0
      ? []
      : [exportedInterface({ name: freeName(name, view.names), docs: docs(text), properties })]
  return moduleOf('src/webhooks.ts', scope, [
    ...interfaceOf(
      'Webhooks',
      'The bodies that the service sends to webhooks, by name.',
      webhooks.map((each) => incomingProperty(scope, each)),
    ),
    ...interfaceOf(
      'Callbacks',
      'The bodies that the service sends to callbacks, by the method that registers them.',
      calling.map(({ name, callbacks = [] }) => {
        const type = objectType(callbacks.map((each) => incomingProperty(scope, each)))
        return property({ name: propertyKey(name), type })
      }),
    ),
  ])
}

function incomingProperty({ received }: ModuleScope, incoming: Incoming): Property {
  const types = new Set(incoming.contents.map(({ shape }) => typeText(shape, received)))
  return property({
    name: propertyKey(incoming.name),
    type: unionOf([...types]) || 'undefined',
    docs: docsOf(incoming),
  })
}

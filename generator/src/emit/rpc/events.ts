import type { Events } from '../../model/extensions.js'
import { eventNames } from '../../view/client-names.js'
import type { PackageView } from '../../view/package-view.js'
import { eventVariant, type Subscription, statedResumption } from '../../view/rpc/subscription.js'
import { eventKey } from '../../view/validate/validators.js'
import type { ModuleScope } from '../module-scope.js'
import { dialectModule, RPC } from '../runtime-entries.js'
import { docs } from '../typescript/doc.js'
import {
  exportedConstant,
  exportedFunction,
  exportedInterface,
  exportedType,
  property,
  type Statement,
} from '../typescript/structures.js'
import { propertyAccess, propertyKey, stringLiteral } from '../typescript/text.js'
import { unionOf } from '../typescript/type-text.js'
import { memberText, objectText, valueText } from '../typescript/value-text.js'

interface EventScope {
  readonly view: PackageView
  readonly scope: ModuleScope
}

/** The types of events by kind, and the function that starts a query for them. */
export function eventStatements(at: EventScope, { events: found }: Subscription): Statement[] {
  const names = eventNames(at.view.clientName)
  return [
    eventsInterface(at, found),
    exportedType({
      name: names.kind,
      docs: docs('The kinds of events.'),
      type: `keyof ${names.events}`,
    }),
    exportedInterface({
      name: names.keys,
      docs: docs(
        'Keys that a query for a kind of event can use, in addition to those that the application emits.',
      ),
      properties: found.kinds.map((kind) => {
        const keys = [found.key, ...kind.keys.map((each) => each.name)].map(stringLiteral)
        return property({ name: propertyKey(kind.name), type: unionOf(keys) })
      }),
    }),
    exportedConstant({
      name: 'eventKinds',
      docs: docs('The kinds of events, as a list.'),
      value: `/*@__PURE__*/ Object.freeze(${valueText(found.kinds.map((kind) => kind.name))} as const)`,
    }),
    ...queryFunction(at, found),
  ]
}

/** Queries are built in the language of the dialect. */
function queryFunction(at: EventScope, found: Events): Statement[] {
  const dialect = dialectModule(at.view.model)
  if (!dialect) return []
  const { imports } = at.scope
  const names = eventNames(at.view.clientName)
  const start = imports.renamed('eventQuery', 'startQuery', dialect)
  return [
    exportedFunction({
      name: 'eventQuery',
      docs: docs('Starts a query for the events of a kind; `.where(key, op, value)` narrows it.'),
      typeParameters: [`Kind extends ${names.kind}`],
      parameters: [{ name: 'kind', type: 'Kind' }],
      returnType: `${imports.type('EventQuery', dialect)}<Kind, ${names.keys}[Kind]>`,
      statements: [`return ${start}(kind, ${stringLiteral(found.key)})`],
    }),
  ]
}

function eventsInterface(at: EventScope, found: Events): Statement {
  const notification = at.scope.imports.type(
    found.notification,
    `./${at.view.homeOf(found.notification) ?? 'types'}.js`,
  )
  const without = `Omit<${notification}, ${stringLiteral(found.data)}>`
  const properties = found.kinds.map(({ name, tag, description }) => {
    const variant = eventVariant(at.view.model, found, tag)
    const payload = variant && at.scope.imports.type(variant, './unions.js')
    const type = payload ? `${without} & { ${propertyKey(found.data)}: ${payload} }` : notification
    return property({ name: propertyKey(name), type, docs: docs(description) })
  })
  const { events: name } = eventNames(at.view.clientName)
  return exportedInterface({ name, docs: docs('The type of each kind of event.'), properties })
}

/** The method that subscribes, in the object of the client. */
export function subscribeMember(at: EventScope, { operation: { name } }: Subscription): string {
  const stream = at.scope.imports.value('eventStream', RPC)
  return memberText(name, `${stream}<${eventNames(at.view.clientName).events}>(client, source)`)
}

/**
 * How subscribing works, for the runtime. At the top level of the module, it would be in every
 * bundle.
 */
export function sourceConstant(
  { view, scope }: EventScope,
  { operation, events: found }: Subscription,
): string {
  const unsubscribe = view.model.operations.find((each) => each.id === found.unsubscribe)
  const members = objectText([
    `subscribe: methods${propertyAccess(operation.name)}`,
    `unsubscribe: methods${propertyAccess((unsubscribe ?? operation).name)}`,
    `query: ${stringLiteral(found.query)}`,
    `key: ${stringLiteral(found.key)}`,
    `kinds: ${valueText(statedResumption(found))}`,
    `validator: ${stringLiteral(eventKey(view.model.operations, operation))}`,
  ])
  return `const source: ${scope.imports.type('EventSource', RPC)} = ${members}`
}

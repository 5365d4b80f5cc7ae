import type { Operation, Statement } from 'tagwire/emitter'
import { callFacts, runtimeType, type ServerModule } from './module.js'

type Subscribing = NonNullable<Operation['extensions']['subscription']>

/** A method that subscribes, as the document describes it. */
export interface SubscribingOperation {
  readonly operation: Operation
  readonly subscription: Subscribing
  /** The names of the parameters of the method that unsubscribes. */
  readonly ending: readonly string[]
}

export function subscribingOf(operations: readonly Operation[]): SubscribingOperation[] {
  return operations.flatMap((operation) => {
    const { subscription } = operation.extensions
    if (!subscription) return []
    const end = operations.find((each) => each.id === subscription.unsubscribe.method)
    const ending = end?.input.parameters.map((each) => each.name) ?? []
    return [{ operation, subscription, ending }]
  })
}

/** `newHeads: RpcSubscription<params, Header>` */
export function subscriptionsInterface(
  at: ServerModule,
  subscribing: readonly SubscribingOperation[],
  paramsType: (at: ServerModule, operation: Operation) => string,
): Statement {
  const { structures, module, own } = at
  return structures.exportedInterface({
    name: own.subscriptions,
    docs: structures.docs('A handler for each kind of events.'),
    properties: subscribing.flatMap(({ operation, subscription }) =>
      subscription.kinds.map(({ name, payload }) => {
        const data = module.received(referenceTo(at, payload, operation))
        return structures.property({
          name: structures.propertyKey(name),
          type: `${runtimeType(at, 'RpcSubscription')}<${paramsType(at, operation)}, ${data}>`,
          docs: structures.docsOf(operation, structures.seeTag(operation)),
          isReadonly: true,
        })
      }),
    ),
  })
}

/** What the runtime needs to know about a method that subscribes. */
export function subscriptionText(
  at: ServerModule,
  { operation, subscription, ending }: SubscribingOperation,
): string {
  const { structures, module } = at
  const { memberText, objectText, valueText, stringLiteral } = structures
  const { unsubscribe, notification, parameter, kinds } = subscription
  const kindTexts = kinds.map(({ name, payload }) => {
    const rule = { reference: payload }
    const validator = module.validator({
      name: `${operation.name}Event`,
      rule,
      type: 'unknown',
      side: 'received',
    })
    return memberText(name, objectText([memberText('check', validator)]))
  })
  return objectText([
    ...callFacts(at, operation),
    memberText('unsubscribe', valueText({ ...unsubscribe, params: ending })),
    memberText('notification', valueText({ ...notification })),
    ...(hasNumericIds(operation) ? [memberText('hasNumericIds', 'true')] : []),
    ...(parameter === undefined ? [] : [memberText('parameter', stringLiteral(parameter))]),
    memberText('kinds', objectText(kindTexts)),
  ])
}

/** The result of a method that subscribes is the id. */
function hasNumericIds({ outputs }: Operation): boolean {
  const rule = outputs[0]?.contents[0]?.rule
  return rule?.types?.some((each) => each === 'integer' || each === 'number') ?? false
}

function referenceTo({ model }: ServerModule, name: string, { source }: Operation) {
  const declaration = model.declarations.find((each) => each.name === name)
  return { kind: 'reference', name, source: declaration?.source ?? source } as const
}

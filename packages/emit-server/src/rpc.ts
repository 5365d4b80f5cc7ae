import type { EmitterModule, Operation, Statement } from 'tagwire/emitter'
import { callFacts, FACTS, runtimeType, SERVER, type ServerModule } from './module.js'
import {
  type SubscribingOperation,
  subscribingOf,
  subscriptionsInterface,
  subscriptionText,
} from './subscriptions.js'

/** `./server` of a document of OpenRPC: a handler for each method that can be called over HTTP. */
export function rpcServer(at: ServerModule): EmitterModule {
  const { module, structures, model, own } = at
  const subscribing = subscribingOf(model.operations)
  const ends = new Set(subscribing.map(({ subscription }) => subscription.unsubscribe.method))
  const methods = model.operations.filter(
    (each) => isCalled(each) && !each.extensions.subscription && !ends.has(each.id),
  )
  const docs = structures.docs('A handler for each method.')
  const operations = structures.exportedInterface({
    name: own.operations,
    docs,
    properties: methods.map((operation) =>
      structures.property({
        name: structures.propertyKey(operation.name),
        type: `${runtimeType(at, 'RpcHandler')}<${paramsType(at, operation)}, ${module.outputOf(operation)}>`,
        docs: structures.docsOf(operation, structures.seeTag(operation)),
        isReadonly: true,
      }),
    ),
  })
  const options = structures.exportedInterface({
    name: own.options,
    docs: structures.docs('The handlers of a server, and its settings.'),
    extends: [runtimeType(at, 'RpcServerSettings')],
    properties: [
      structures.property({ name: 'operations', type: own.operations, isReadonly: true, docs }),
      ...(subscribing.length === 0
        ? []
        : [
            structures.property({
              name: 'subscriptions',
              type: own.subscriptions,
              isReadonly: true,
              docs: structures.docs('A handler for each kind of events, which yields them.'),
            }),
          ]),
    ],
  })
  const create = structures.exportedFunction({
    name: own.create,
    docs: structures.docs(
      `Creates a server for \`${structures.inCode(model.title)}\`: calls are checked, handlers respond.`,
    ),
    parameters: [{ name: 'options', type: own.options }],
    returnType: runtimeType(at, subscribing.length === 0 ? 'Server' : 'SocketServer'),
    statements: [
      `return ${module.imports.value(subscribing.length === 0 ? 'rpcServerOf' : 'socketServerOf', SERVER)}(${FACTS}, options)`,
    ],
  })
  const subscriptions =
    subscribing.length === 0 ? [] : [subscriptionsInterface(at, subscribing, paramsType)]
  const facts = factsConstant(at, methods, subscribing)
  return module.file([facts, operations, ...subscriptions, options, create])
}

/** Subscriptions need a connection. */
function isCalled({ extensions: { transports, events } }: Operation): boolean {
  return events === undefined && !(transports?.every((each) => each === 'websocket') ?? false)
}

/** Parameters that messages have as text, such as integers of CometBFT. */
function isEncoded({ encoding }: Operation['input']['parameters'][number]): boolean {
  return encoding !== undefined && encoding.jsonrpc !== 'json'
}

function paramsType({ structures, module }: ServerModule, { input }: Operation): string {
  const fields = input.parameters.map((each) => {
    const type = isEncoded(each) ? 'string' : module.sent(each.shape)
    return structures.property({
      name: structures.propertyKey(each.name),
      type,
      hasQuestionToken: !each.required,
      isReadonly: true,
      docs: structures.docsOf(each),
    })
  })
  return fields.length === 0 ? 'object' : structures.objectType(fields)
}

function factsConstant(
  at: ServerModule,
  methods: readonly Operation[],
  subscribing: readonly SubscribingOperation[],
): Statement {
  const { structures } = at
  const { listText, memberText, objectText } = structures
  const texts = subscribing.map((each) => subscriptionText(at, each))
  return structures.constantText({
    name: FACTS,
    type: runtimeType(at, subscribing.length === 0 ? 'RpcServerFacts' : 'SocketServerFacts'),
    value: objectText([
      memberText(
        'methods',
        objectText(methods.map((each) => memberText(each.name, methodText(at, each)))),
      ),
      ...(texts.length === 0 ? [] : [memberText('subscriptions', listText(texts))]),
    ]),
  })
}

function methodText(at: ServerModule, operation: Operation): string {
  const { structures, module } = at
  const { memberText, objectText } = structures
  const { name, outputs } = operation
  const [content] = outputs[0]?.contents ?? []
  const isKnown = content !== undefined && content.shape.kind !== 'json'
  return objectText([
    ...callFacts(at, operation),
    ...(isKnown
      ? [
          memberText(
            'result',
            module.validator({
              name: `${name}Result`,
              rule: content.rule,
              type: 'unknown',
              side: 'received',
            }),
          ),
        ]
      : []),
  ])
}

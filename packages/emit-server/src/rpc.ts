import type { EmitterModule, Operation, Rule, Statement } from 'tagwire/emitter'
import { FACTS, runtimeType, SERVER, type ServerModule } from './module.js'

/** `./server` of a document of OpenRPC: a handler for each method that can be called over HTTP. */
export function rpcServer(at: ServerModule): EmitterModule {
  const { module, structures, model, own } = at
  const methods = model.operations.filter(isCalled)
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
    ],
  })
  const create = structures.exportedFunction({
    name: own.create,
    docs: structures.docs(
      `Creates a server for \`${structures.inCode(model.title)}\`: calls are checked, handlers respond.`,
    ),
    parameters: [{ name: 'options', type: own.options }],
    returnType: runtimeType(at, 'Server'),
    statements: [`return ${module.imports.value('rpcServerOf', SERVER)}(${FACTS}, options)`],
  })
  return module.file([methodsConstant(at, methods), operations, options, create])
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

function methodsConstant(at: ServerModule, methods: readonly Operation[]): Statement {
  const { structures } = at
  const { memberText, objectText } = structures
  return structures.constantText({
    name: FACTS,
    type: runtimeType(at, 'RpcServerFacts'),
    value: objectText([
      memberText(
        'methods',
        objectText(methods.map((each) => memberText(each.name, methodText(at, each)))),
      ),
    ]),
  })
}

function methodText({ structures, module }: ServerModule, operation: Operation): string {
  const { memberText, objectText, valueText, stringLiteral } = structures
  const { name, input, outputs, id } = operation
  const fields = input.parameters.map((each) => {
    const rule: Rule = isEncoded(each) ? { types: ['string'] } : each.rule
    return { name: each.name, rule, required: each.required }
  })
  const record = { fields, required: [], patterns: [], dependents: [], dependentRules: [] }
  const rule: Rule = { types: ['object'], record }
  const [content] = outputs[0]?.contents ?? []
  const isKnown = content !== undefined && content.shape.kind !== 'json'
  return objectText([
    memberText('name', stringLiteral(id)),
    memberText('params', valueText(input.parameters.map((each) => each.name))),
    ...(fields.length === 0
      ? []
      : [
          memberText(
            'check',
            module.validator({ name: `${name}Params`, rule, type: 'unknown', side: 'sent' }),
          ),
        ]),
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

import type { Events } from '../../model/extensions.js'
import type { Operation } from '../../model/operations/operation.js'
import { type ClientNames, clientNames, eventNames } from '../../view/client-names.js'
import type { PackageView } from '../../view/package-view.js'
import {
  eventVariant,
  liveMethods,
  plainMethods,
  type Subscription,
  statedResumption,
  subscription,
} from '../../view/rpc/methods.js'
import { eventKey } from '../../view/validators.js'
import {
  connectFunction,
  decodedClientName,
  decodedClientType,
  decodeOption,
  decodingOverload,
  exampleOf,
  returned,
  serversConstant,
} from '../client-parts.js'
import { clientDecodes } from '../decode/decoded-model.js'
import { methodDocs } from '../method-doc.js'
import { type ModuleScope, moduleOf, moduleScope } from '../module-scope.js'
import { outputType } from '../types/outputs.js'
import { docs, inCode } from '../typescript/doc.js'
import {
  type EmittedModule,
  exportedConstant,
  exportedFunction,
  exportedInterface,
  exportedType,
  type Method,
  method,
  type Overload,
  optional,
  property,
  type Statement,
} from '../typescript/structures.js'
import { objectKey, propertyAccess, propertyKey, stringLiteral } from '../typescript/text.js'
import { unionOf } from '../typescript/type-text.js'
import { memberText, objectText, valueText } from '../typescript/value-text.js'
import { dialectModule, RPC } from './dialect.js'
import { type ExtensionMethod, paramsOf, rpcExtensionMethods } from './extensions.js'

const CORE = '@tagwire/runtime/core'

interface RpcView {
  readonly view: PackageView
  readonly scope: ModuleScope
  readonly names: ClientNames
  readonly events: Subscription | undefined
  readonly extra: readonly ExtensionMethod[]
}

/** The client of a JSON-RPC server: one line per method, everything else is in the runtime. */
export function emitRpcClient(view: PackageView): EmittedModule {
  const scope = moduleScope(view, 'client', Object.values(clientNames(view.name)))
  const at: RpcView = {
    view,
    scope,
    names: clientNames(view.name),
    events: subscription(view.model),
    extra: view.model.operations.flatMap((each) => rpcExtensionMethods(view, scope, each)),
  }
  const statements = [
    serversConstant(view),
    ...reasonType(view),
    ...eventStatements(at),
    optionsInterface(at),
    clientInterface(at),
    ...liveInterface(at),
    connectingFunction(at),
    ...decodedTypes(at),
    createFunction(at),
  ]
  // For `Symbol.asyncDispose`.
  return { ...moduleOf('src/client.ts', scope, statements), libraries: ['esnext.disposable'] }
}

// errors

function reasonType({ model }: PackageView): Statement[] {
  const { errors: rules = [] } = model.extensions
  if (rules.length === 0) return []
  const reasons = [...new Set(rules.map((rule) => rule.reason))]
  const members = [...reasons, 'other'].map(stringLiteral)
  return [
    exportedType({
      name: 'RpcReason',
      docs: docs('What the `reason` of an `RpcError` can be.'),
      type: unionOf([...members, '(string & {})']),
    }),
  ]
}

// events

function eventStatements(at: RpcView): Statement[] {
  const { events } = at
  if (!events) return []
  const { word: found } = events
  const names = eventNames(at.view.name)
  return [
    eventsInterface(at, found),
    exportedType({
      name: names.kind,
      docs: docs('The kinds of events.'),
      type: `keyof ${names.events}`,
    }),
    exportedInterface({
      name: names.keys,
      docs: docs('Keys that a query for a kind can name, beside those that the application emits.'),
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
function queryFunction(at: RpcView, found: Events): Statement[] {
  const dialect = dialectModule(at.view.model)
  if (!dialect) return []
  const { imports } = at.scope
  const names = eventNames(at.view.name)
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

function eventsInterface(at: RpcView, found: Events): Statement {
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
  const { events: name } = eventNames(at.view.name)
  return exportedInterface({ name, docs: docs('What arrives for each kind of event.'), properties })
}

// the client

/** `T extends Transport = Transport` */
function transportParameter({ imports }: ModuleScope): string {
  const transport = imports.type('Transport', RPC)
  return `T extends ${transport} = ${transport}`
}

function optionsInterface({ view, scope, names, events }: RpcView): Statement {
  const validators = view.parts.has('validate')
    ? ': `responseValidators` of the entry `validate`'
    : ', with a validator for each method'
  return exportedInterface({
    name: names.options,
    docs: docs(`What {@link ${names.create}} takes.`),
    typeParameters: [transportParameter(scope)],
    properties: [
      property({
        name: 'transport',
        type: 'T',
        docs: docs(
          'How calls reach the server: `http(url)`, `uri(url)`, `webSocket(url)`, `fallback([…])`.',
        ),
        isReadonly: true,
      }),
      property({
        name: 'validate',
        type: `${scope.imports.type('Validate', CORE)} | undefined`,
        docs: docs(
          `Validates results${events ? ' and events' : ''} against the document${validators}.`,
        ),
        hasQuestionToken: true,
        isReadonly: true,
      }),
      ...(dialectModule(view.model) ? [CHAIN_OPTION, releaseOption(view.model.version)] : []),
    ],
  })
}

const CHAIN_OPTION = property({
  name: 'chainId',
  type: 'string | undefined',
  docs: docs('Pins the chain: a node of any other one is not used.'),
  hasQuestionToken: true,
  isReadonly: true,
})

function releaseOption(version: string) {
  const text = [
    `Asks the node for its release beside the first call and before events, and refuses one that is not ${inCode(version)}`,
    'or a later one of the same shapes. Otherwise a warning is printed once when an answer of `status` tells',
    'another release; `false` prints none.',
  ].join(' ')
  return property({
    name: 'checkRelease',
    type: 'boolean | undefined',
    docs: docs(text),
    hasQuestionToken: true,
    isReadonly: true,
  })
}

function clientInterface(at: RpcView): Statement {
  const { view, scope, names, extra } = at
  return exportedInterface({
    name: names.client,
    docs: docs(
      `A client for \`${inCode(view.model.title)}\`; make one with {@link ${names.create}}.`,
    ),
    typeParameters: [transportParameter(scope)],
    properties: [property({ name: 'transport', type: 'T', isReadonly: true })],
    methods: [
      ...plainMethods(at.view.model).map((operation) => rpcMethod(scope, operation)),
      ...extra.map((each) => each.signature),
      method('close', {
        docs: docs('Closes the transport for good.'),
        parameters: [],
        returnType: 'Promise<void>',
      }),
      { name: '[Symbol.asyncDispose]', docs: [], parameters: [], returnType: 'Promise<void>' },
    ],
  })
}

function rpcMethod(scope: ModuleScope, operation: Operation): Method {
  const options = scope.imports.type('CallOptions', RPC)
  return method(operation.name, {
    docs: methodDocs(operation),
    parameters: [...paramsOf(scope, operation), optional('options', options)],
    returnType: `Promise<${outputType(scope, operation)}>`,
  })
}

function liveName(names: ClientNames): string {
  return names.client.replace(/Client$/, 'LiveClient')
}

/** Methods that need a streaming transport; without one, they are a type error. */
function liveInterface(at: RpcView): Statement[] {
  const { events, scope, names } = at
  if (!events) return []
  const subscribe = scope.imports.type('Subscribe', RPC)
  const streaming = scope.imports.type('StreamingTransport', RPC)
  return [
    exportedInterface({
      name: liveName(names),
      docs: docs(`A {@link ${names.client}} on a transport that also delivers events.`),
      extends: [`${names.client}<${streaming}>`],
      properties: [
        property({
          name: objectKey(events.operation.name),
          type: `${subscribe}<${eventNames(at.view.name).events}>`,
          docs: methodDocs(events.operation),
          isReadonly: true,
        }),
      ],
      methods: liveMethods(at.view.model).map((operation) => rpcMethod(scope, operation)),
    }),
  ]
}

function connectingFunction({ view, scope, names }: RpcView): Statement {
  const { imports } = scope
  const dialect = dialectModule(view.model)
  const create = imports.value('createRpcClient', dialect ?? RPC)
  const pinned = dialect ? ', chainId, checkRelease' : ''
  const release = dialect ? `, release: ${stringLiteral(view.model.version)}` : ''
  const check = imports.value('responseCheck', RPC)
  const methods = imports.value('methods', './methods.js')
  const hasRules = (view.model.extensions.errors ?? []).length > 0
  const rules = hasRules ? `, ${imports.value('errorRules', './methods.js')}` : ''
  return connectFunction(names, {
    api: imports.type('RpcClient', RPC),
    options: { type: names.options },
    statements: [
      `const { transport, validate${pinned} } = options`,
      `const check = ${check}(${methods}, validate)`,
      `return ${create}({ transport, check${pinned}${release} }${rules})`,
    ],
    example: exampleOf(view, 'methods'),
  })
}

/** Types of clients that decode what they give, whatever their options. */
function decodedTypes({ view, scope, names, events }: RpcView): Statement[] {
  if (clientDecodes(view) !== 'always') return []
  const clients = events ? [names.client, liveName(names)] : [names.client]
  return clients.map((client) => decodedClientType(view, scope, client))
}

function createFunction(at: RpcView): Statement {
  const { view, scope, names, events, extra } = at
  const members = [
    `...${scope.imports.value('callsOf', RPC)}(client, methods)`,
    'transport: client.transport',
    ...extra.map((each) => each.member),
    ...(events ? [subscribeMember(at, events.operation)] : []),
    'close: client.close',
    '[Symbol.asyncDispose]: client[Symbol.asyncDispose]',
  ]
  const decodes = clientDecodes(view)
  const own = objectText(members)
  const type = decodes === 'on demand' ? `${names.options} & ${decodeOption(scope)}` : names.options
  const live = liveName(names)
  const returnType = events ? `${names.client} & Omit<${live}, 'transport'>` : names.client
  const made = {
    name: names.create,
    parameters: [{ name: 'options', type }],
    statements: [
      `const client = ${names.connect}(options)`,
      ...sourceConstant(at),
      ...returned(scope, returnType, own, decodes, 'client.transport.redact'),
    ],
  }
  const text = docs(`Makes a client for \`${inCode(view.model.title)}\`.`)
  const plain = { options: names.options, client: names.client, docs: text }
  const kinds = events ? [lively(at, live, text), plain] : [plain]
  const overloads = [
    ...(decodes === 'on demand' ? kinds.map((each) => decodingOverload(scope, each)) : []),
    ...kinds.map(
      ({ options, client }): Overload => ({
        docs: text,
        parameters: [{ name: 'options', type: options }],
        returnType: decodes === 'always' ? decodedClientName(view, client) : client,
        isExported: true,
      }),
    ),
  ]
  if (overloads.length === 1 && decodes === 'never')
    return exportedFunction({ ...made, docs: text, returnType })
  // What comes back is one of several types that only the overloads know.
  return exportedFunction({
    ...made,
    returnType: decodes === 'never' ? returnType : 'object',
    overloads,
  })
}

/** A client on a transport that delivers events. */
function lively({ scope, names }: RpcView, client: string, docs: string[]) {
  const streaming = scope.imports.type('StreamingTransport', RPC)
  return { options: `${names.options}<${streaming}>`, client, docs }
}

function subscribeMember(at: RpcView, { name }: Operation): string {
  const stream = at.scope.imports.value('eventStream', RPC)
  return memberText(name, `${stream}<${eventNames(at.view.name).events}>(client, source)`)
}

/** What the document says about subscribing, for the runtime. At the top of the module it would be in every bundle. */
function sourceConstant({ view, scope, events }: RpcView): string[] {
  if (!events) return []
  const { operation, word: found } = events
  const unsubscribe = view.model.operations.find((each) => each.id === found.unsubscribe)
  const members = objectText([
    `subscribe: methods${propertyAccess(operation.name)}`,
    `unsubscribe: methods${propertyAccess((unsubscribe ?? operation).name)}`,
    `query: ${stringLiteral(found.query)}`,
    `key: ${stringLiteral(found.key)}`,
    `kinds: ${valueText(statedResumption(found))}`,
    `validator: ${stringLiteral(eventKey(view.model.operations, operation))}`,
  ])
  return [`const source: ${scope.imports.type('EventSource', RPC)} = ${members}`]
}

import type { Operation } from '../../model/operations/operation.js'
import { type ClientNames, clientNames, eventNames } from '../../view/client-names.js'
import type { PackageView } from '../../view/package-view.js'
import { type DescribedKind, describedKinds } from '../../view/rpc/described-subscriptions.js'
import {
  liveMethods,
  plainMethods,
  type Subscription,
  subscription,
} from '../../view/rpc/subscription.js'
import { clientFunction, decodedClientTypes } from '../client-function.js'
import { connectFunction, exampleOf, methodDocs, serversConstant } from '../client-parts.js'
import { useInstead } from '../former-names.js'
import { MIDDLEWARE, middlewareTypes } from '../middleware.js'
import { type ModuleScope, moduleOf, moduleScope } from '../module-scope.js'
import { dialectModule, RPC } from '../runtime-entries.js'
import { outputType } from '../types/outputs.js'
import { docs, inCode } from '../typescript/doc.js'
import {
  type EmittedModule,
  exportedInterface,
  exportedType,
  type Method,
  method,
  optional,
  type Property,
  property,
  type Statement,
} from '../typescript/structures.js'
import { objectKey, propertyAccess, stringLiteral } from '../typescript/text.js'
import { unionOf } from '../typescript/type-text.js'
import { memberText, objectText } from '../typescript/value-text.js'
import {
  describedConstants,
  describedInterface,
  describedMember,
} from './described-subscriptions.js'
import { eventStatements, sourceConstant, subscribeMember } from './events.js'
import { type ExtensionMethod, paramsOf, rpcExtensionMethods } from './extensions.js'
import { optionsInterface, transportParameter } from './options.js'

interface RpcView {
  readonly view: PackageView
  readonly scope: ModuleScope
  readonly names: ClientNames
  readonly events: Subscription | undefined
  readonly described: readonly DescribedKind[]
  readonly extra: readonly ExtensionMethod[]
}

/** The client of a JSON-RPC server: one line per method, everything else is in the runtime. */
export function emitRpcClient(view: PackageView): EmittedModule {
  const scope = moduleScope(view, 'client', [
    ...Object.values(clientNames(view.clientName)),
    ...Object.values(MIDDLEWARE),
  ])
  const at: RpcView = {
    view,
    scope,
    names: clientNames(view.clientName),
    events: subscription(view.model),
    described: describedKinds(view.model),
    extra: [
      ...view.model.operations.flatMap((each) =>
        rpcExtensionMethods({ view, scope, operation: each }),
      ),
      ...formerMethods({ view, scope }),
    ],
  }
  const statements = [
    serversConstant(view),
    ...reasonType(view),
    ...middlewareTypes(view, scope),
    ...(at.events ? eventStatements(at, at.events) : []),
    ...(at.described.length > 0 ? [describedInterface(at, at.described)] : []),
    optionsInterface(view, scope, at.names, streams(at)),
    clientInterface(at),
    ...liveInterface(at),
    connectingFunction(at),
    ...decodedClientTypes(
      view,
      scope,
      streams(at) ? [at.names.client, liveName(at.names)] : [at.names.client],
    ),
    createFunction(at),
  ]
  // For `Symbol.asyncDispose`.
  return { ...moduleOf('src/client.ts', scope, statements), libraries: ['esnext.disposable'] }
}

function reasonType({ model }: PackageView): Statement[] {
  const { errors: rules = [] } = model.extensions
  if (rules.length === 0) return []
  const reasons = [...new Set(rules.map((rule) => rule.reason))]
  const members = [...reasons, 'other'].map(stringLiteral)
  return [
    exportedType({
      name: 'RpcReason',
      docs: docs('The values of `reason` of an `RpcError`.'),
      type: unionOf([...members, '(string & {})']),
    }),
  ]
}

function clientInterface(at: RpcView): Statement {
  const { view, scope, names, extra } = at
  return exportedInterface({
    name: names.client,
    docs: docs(
      `A client for \`${inCode(view.model.title)}\`; create one with {@link ${names.create}}.`,
    ),
    typeParameters: [transportParameter(scope)],
    properties: [
      property({ name: 'transport', type: 'T', isReadonly: true }),
      property({
        name: 'attempt',
        type: attemptsType(at),
        docs: docs(
          'The same methods without throwing: `{ data }`, or `{ error, described }`, where `described` is `true` if the server answered with an error that the document describes.',
        ),
        isReadonly: true,
      }),
    ],
    methods: [
      ...plainMethods(at.view.model).map((operation) => rpcMethod(scope, operation)),
      ...extra.map((each) => each.signature),
      method('close', {
        docs: docs('Closes the transport permanently.'),
        parameters: [],
        returnType: 'Promise<void>',
      }),
      { name: '[Symbol.asyncDispose]', docs: [], parameters: [], returnType: 'Promise<void>' },
    ],
  })
}

function attemptsType({ view, scope, names }: RpcView): string {
  const attempts = scope.imports.type('RpcAttempts', RPC)
  const table = `typeof ${scope.imports.value('methods', './methods.js')}`
  const reason = (view.model.extensions.errors ?? []).length > 0 ? ', RpcReason' : ''
  return `${attempts}<${names.client}, ${table}${reason}>`
}

/** The names that methods had before. They are in no table: the methods of today are. */
function formerMethods({ view, scope }: Pick<RpcView, 'view' | 'scope'>): ExtensionMethod[] {
  return plainMethods(view.model).flatMap((operation) =>
    (operation.aliases ?? []).map((former) => {
      const hasInput = paramsOf(scope, operation).length > 0
      const input = hasInput ? 'params, options' : 'options'
      const given = hasInput ? 'params, options' : '{}, options'
      const call = `client.call(methods${propertyAccess(operation.name)}, ${given})`
      return {
        signature: rpcMethod(scope, operation, former),
        member: memberText(former, `(${input}) => ${call}`),
      }
    }),
  )
}

function rpcMethod(scope: ModuleScope, operation: Operation, former?: string): Method {
  const options = scope.imports.type('CallOptions', RPC)
  return method(former ?? operation.name, {
    docs: former === undefined ? methodDocs(scope, operation) : useInstead(operation.name),
    parameters: [...paramsOf(scope, operation), optional('options', options)],
    returnType: `Promise<${outputType(scope, operation)}>`,
  })
}

/** Whether there are events, of one kind of description or the other. */
function streams({ events, described }: RpcView): boolean {
  return events !== undefined || described.length > 0
}

function liveName(names: ClientNames): string {
  return names.client.replace(/Client$/, 'LiveClient')
}

/** Methods that need a streaming transport; without one, they are a type error. */
function liveInterface(at: RpcView): Statement[] {
  const { scope, names } = at
  if (!streams(at)) return []
  const streaming = scope.imports.type('StreamingTransport', RPC)
  return [
    exportedInterface({
      name: liveName(names),
      docs: docs(`A {@link ${names.client}} on a transport that also delivers events.`),
      extends: [`${names.client}<${streaming}>`],
      properties: subscribeProperties(at),
      methods: liveMethods(at.view.model).map((operation) => rpcMethod(scope, operation)),
    }),
  ]
}

function subscribeProperties({ view, scope, events, described }: RpcView): Property[] {
  const { imports } = scope
  const { events: type } = eventNames(view.clientName)
  return [
    ...(events
      ? [
          property({
            name: objectKey(events.operation.name),
            type: `${imports.type('Subscribe', RPC)}<${type}>`,
            docs: methodDocs(scope, events.operation),
            isReadonly: true,
          }),
        ]
      : []),
    ...(described.length > 0
      ? [
          property({
            name: 'subscribe',
            type: `${imports.type('DescribedSubscribe', RPC)}<${type}>`,
            docs: docs('Subscribes to a kind of events.'),
            isReadonly: true,
          }),
        ]
      : []),
  ]
}

function connectingFunction({ view, scope, names }: RpcView): Statement {
  const { imports } = scope
  const dialect = dialectModule(view.model)
  const create = imports.value('createRpcClient', dialect ?? RPC)
  const pinned = dialect ? ', chainId, checkRelease' : ''
  const release = dialect ? `, release: ${stringLiteral(view.model.version)}` : ''
  const check = imports.value('responseCheck', RPC)
  const hasRules = (view.model.extensions.errors ?? []).length > 0
  const rules = hasRules ? `, ${imports.value('errorRules', './methods.js')}` : ''
  return connectFunction(names, {
    api: imports.type('RpcClient', RPC),
    options: { type: names.options },
    statements: [
      `const { transport, validate, middleware${pinned} } = options`,
      `const check = ${check}(validate)`,
      `return ${create}({ transport, check, middleware${pinned}${release} }${rules})`,
    ],
    example: exampleOf(view, 'methods'),
  })
}

function createFunction(at: RpcView): Statement {
  const { view, scope, names, events, described, extra } = at
  const members = [
    `...${scope.imports.value('callsOf', RPC)}(client, methods)`,
    'transport: client.transport',
    `attempt: ${scope.imports.value('attemptsOf', RPC)}(client, methods)`,
    ...extra.map((each) => each.member),
    ...(events ? [subscribeMember(at, events)] : []),
    ...(described.length > 0 ? [describedMember(at, described)] : []),
    'close: client.close',
    '[Symbol.asyncDispose]: client[Symbol.asyncDispose]',
  ]
  const live = liveName(names)
  const plain = { options: names.options, client: names.client }
  const streaming = streams(at) && scope.imports.type('StreamingTransport', RPC)
  return clientFunction(view, scope, {
    names,
    docs: docs(`Creates a client for \`${inCode(view.model.title)}\`.`),
    kinds: streaming
      ? [{ options: `${names.options}<${streaming}>`, client: live }, plain]
      : [plain],
    optional: false,
    statements: [
      `const client = ${names.connect}(options)`,
      ...(events ? [sourceConstant(at, events)] : []),
      ...describedConstants(at, described),
    ],
    client: {
      value: objectText(members),
      type: streams(at) ? `${names.client} & Omit<${live}, 'transport'>` : names.client,
    },
    redact: 'client.transport.redact',
  })
}

import { clientNames } from '../../view/client-names.js'
import type { PackageView } from '../../view/package-view.js'
import { describedKinds } from '../../view/rpc/described-subscriptions.js'
import { plainMethods, subscription } from '../../view/rpc/subscription.js'
import { clientFunction, decodedClientTypes } from '../client-function.js'
import { connectFunction, exampleOf, serversConstant } from '../client-parts.js'
import { MIDDLEWARE, middlewareTypes } from '../middleware.js'
import { moduleOf, moduleScope } from '../module-scope.js'
import { dialectModule, RPC } from '../runtime-entries.js'
import { docs, inCode } from '../typescript/doc.js'
import { type EmittedModule, exportedType, type Statement } from '../typescript/structures.js'
import { propertyAccess, stringLiteral } from '../typescript/text.js'
import { unionOf } from '../typescript/type-text.js'
import { memberText, objectText } from '../typescript/value-text.js'
import {
  clientInterface,
  liveInterface,
  liveName,
  type RpcView,
  rpcMethod,
  streams,
} from './client-interface.js'
import {
  describedConstants,
  describedInterface,
  describedMember,
} from './described-subscriptions.js'
import { eventStatements, sourceConstant, subscribeMember } from './events.js'
import { type ExtensionMethod, paramsOf, rpcExtensionMethods } from './extensions.js'
import { optionsInterface } from './options.js'

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

import type { Operation } from '../../model/operations/operation.js'
import { type ClientNames, eventNames } from '../../view/client-names.js'
import type { PackageView } from '../../view/package-view.js'
import type { DescribedKind } from '../../view/rpc/described-subscriptions.js'
import { liveMethods, plainMethods, type Subscription } from '../../view/rpc/subscription.js'
import { methodDocs } from '../client-parts.js'
import { useInstead } from '../former-names.js'
import type { ModuleScope } from '../module-scope.js'
import { RPC } from '../runtime-entries.js'
import { outputType } from '../types/outputs.js'
import { docs, inCode } from '../typescript/doc.js'
import {
  exportedInterface,
  type Method,
  method,
  optional,
  type Property,
  property,
  type Statement,
} from '../typescript/structures.js'
import { objectKey } from '../typescript/text.js'
import { type ExtensionMethod, paramsOf } from './extensions.js'
import { transportParameter } from './options.js'

/** What the parts of a client are made of. */
export interface RpcView {
  readonly view: PackageView
  readonly scope: ModuleScope
  readonly names: ClientNames
  readonly events: Subscription | undefined
  readonly described: readonly DescribedKind[]
  readonly extra: readonly ExtensionMethod[]
}

export function clientInterface(at: RpcView): Statement {
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

export function liveName(names: ClientNames): string {
  return names.client.replace(/Client$/, 'LiveClient')
}

/** Methods that need a streaming transport; without one, they are a type error. */
export function liveInterface(at: RpcView): Statement[] {
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

export function rpcMethod(scope: ModuleScope, operation: Operation, former?: string): Method {
  const options = scope.imports.type('CallOptions', RPC)
  return method(former ?? operation.name, {
    docs: former === undefined ? methodDocs(scope, operation) : useInstead(operation.name),
    parameters: [...paramsOf(scope, operation), optional('options', options)],
    returnType: `Promise<${outputType(scope, operation)}>`,
  })
}

/** Whether there are events, of one kind of description or the other. */
export function streams({ events, described }: RpcView): boolean {
  return events !== undefined || described.length > 0
}

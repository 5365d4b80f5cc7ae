import { asTagged, unionNames } from '../../model/exported-names.js'
import { inputForm } from '../../model/inputs.js'
import type { Operation } from '../../model/operation.js'
import type { Case, Shape } from '../../model/shape.js'
import {
  type ClientNames,
  clientNames,
  connectBlock,
  exampleOf,
  methodLine,
  serversBlock,
} from '../client-parts.js'
import { methodDoc } from '../method-doc.js'
import {
  type EmittedFile,
  type ModuleScope,
  moduleScope,
  moduleText,
  type PackageView,
} from '../package-view.js'
import { inputText } from '../types/inputs.js'
import { outputText, shapeText } from '../types/outputs.js'
import { docBlock, inCode } from '../typescript/doc.js'
import { functionHead, functionText } from '../typescript/function-text.js'
import { unionOf, word } from '../typescript/layout.js'
import { aliasText } from '../typescript/shape-text.js'
import { objectKey, propertyKey, stringLiteral } from '../typescript/text.js'
import { type Value, valueText } from '../typescript/value-text.js'
import { eventKey } from '../validate/responses.js'
import { type EventsWord, readErrors, readEvents } from '../words.js'
import { dialectModule, RPC } from './dialect.js'
import { rpcWords, type WordMethod } from './extensions.js'

const CORE = '@tagwire/runtime/core'

interface RpcView {
  readonly view: PackageView
  readonly scope: ModuleScope
  readonly names: ClientNames
  readonly events: { readonly operation: Operation; readonly word: EventsWord } | undefined
  readonly extra: readonly WordMethod[]
}

/** The client of a JSON-RPC server: one line per method, everything else is the runtime's. */
export function emitRpcClient(view: PackageView): EmittedFile {
  const scope = moduleScope(view, 'client', Object.values(clientNames(view.name)))
  const operation = view.model.operations.find((each) => readEvents(each.words))
  const found = operation && readEvents(operation.words)
  const at: RpcView = {
    view,
    scope,
    names: clientNames(view.name),
    events: operation && found ? { operation, word: found } : undefined,
    extra: view.model.operations.flatMap((each) => rpcWords(view, scope, each)),
  }
  const blocks = [
    serversBlock(view),
    ...reasonType(view),
    ...eventBlocks(at),
    optionsBlock(at),
    interfaceBlock(at),
    ...liveInterface(at),
    connecting(at),
    factoryBlock(at),
  ]
  return { path: 'src/client.ts', text: moduleText(view, scope, blocks) }
}

/** Methods that a caller uses as they are; subscribing is an iterator instead. */
function plainMethods({ view, events }: RpcView): readonly Operation[] {
  return view.model.operations.filter((each) => each !== events?.operation && !onlyLive(each))
}

function onlyLive({ words }: Operation): boolean {
  return Array.isArray(words.transports) && words.transports.every((each) => each === 'websocket')
}

// errors

function reasonType({ model }: PackageView): string[] {
  const rules = readErrors(model.words)
  if (rules.length === 0) return []
  const reasons = [...new Set(rules.map((rule) => rule.reason))]
  const members = [...reasons, 'other'].map((reason) => word(stringLiteral(reason)))
  const doc = docBlock({ text: 'What the `reason` of an `RpcError` can be.' })
  return [doc + aliasText('RpcReason', unionOf([...members, word('(string & {})')]))]
}

// events

/** Named after the client: a document may well have an `Events` of its own. */
export function eventNames(packageName: string) {
  const prefix = clientNames(packageName).client.replace(/Client$/, '')
  return { events: `${prefix}Events`, kind: `${prefix}EventKind`, keys: `${prefix}EventKeys` }
}

function eventBlocks(at: RpcView): string[] {
  const { events, scope } = at
  if (!events) return []
  const { word: found } = events
  const notification = scope.imports.type(
    found.notification,
    `./${at.view.homeOf(found.notification) ?? 'types'}.js`,
  )
  const data = stringLiteral(found.data)
  const members = found.kinds.map((kind) => {
    const payload = payloadType(at, found, kind.tag)
    const doc = docBlock({ text: kind.description }, 2)
    const head = `${doc}  ${propertyKey(kind.name)}: `
    if (!payload) return `${head}${notification}\n`
    return `${head}Omit<${notification}, ${data}> & { ${propertyKey(found.data)}: ${payload} }\n`
  })
  const keys = found.kinds.map((kind) => {
    const names = [found.key, ...kind.keys.map((each) => each.name)].map(stringLiteral)
    return `  ${propertyKey(kind.name)}: ${names.join(' | ')}\n`
  })
  const kinds = found.kinds.map((kind) => kind.name)
  return [
    `${docBlock({ text: 'What arrives for each kind of event.' })}export interface ${eventNames(at.view.name).events} {\n${members.join('\n')}}\n`,
    `${docBlock({ text: 'The kinds of events.' })}export type ${eventNames(at.view.name).kind} = keyof ${eventNames(at.view.name).events}\n`,
    `${docBlock({ text: 'Keys that a query for a kind can name, beside those that the application emits.' })}export interface ${eventNames(at.view.name).keys} {\n${keys.join('')}}\n`,
    `${docBlock({ text: 'The kinds of events, as a list.' })}export const eventKinds = /*@__PURE__*/ Object.freeze(${valueText(kinds)} as const)\n`,
    ...queryBlock(at, found),
  ]
}

/** Queries are built in the language of the dialect. */
function queryBlock(at: RpcView, found: EventsWord): string[] {
  const dialect = dialectModule(at.view.model)
  if (!dialect) return []
  const { imports } = at.scope
  const start = imports.renamed('eventQuery', 'startQuery', dialect)
  const query = imports.type('EventQuery', dialect)
  return [
    docBlock({
      text: 'Starts a query for the events of a kind; `.where(key, op, value)` narrows it.',
    }) +
      functionText({
        name: `eventQuery<Kind extends ${eventNames(at.view.name).kind}>`,
        parameters: ['kind: Kind'],
        result: `${query}<Kind, ${eventNames(at.view.name).keys}[Kind]>`,
        body: `return ${start}(kind, ${stringLiteral(found.key)})`,
      }),
  ]
}

/** The variant that carries a kind's payload in the union at `data`. */
function payloadType(at: RpcView, found: EventsWord, tag: string): string | undefined {
  const { declarations } = at.view.model
  const message = declarations.find((each) => each.name === found.notification)?.shape
  const field =
    message?.kind === 'record' ? message.fields.find((each) => each.name === found.data) : undefined
  const target = declarations.find((each) => each.name === referenceIn(field?.shape))
  const tagged = target && asTagged(target)
  if (!tagged) return undefined
  const member = tagged.shape.cases.find((each: Case) => each.tag === tag)
  return member && at.scope.imports.type(unionNames(tagged).of(member).type, './unions.js')
}

function referenceIn(shape: Shape | undefined): string | undefined {
  if (shape?.kind === 'nullable') return referenceIn(shape.shape)
  return shape?.kind === 'reference' ? shape.name : undefined
}

// the client

function optionsBlock({ view, scope, names, events }: RpcView): string {
  const transport = scope.imports.type('Transport', RPC)
  const validate = scope.imports.type('Validate', CORE)
  const validators = view.parts.has('validate')
    ? ': `responseValidators` of the entry `validate`'
    : ', with a validator for each method'
  return `${docBlock({ text: `What {@link ${names.create}} takes.` })}export interface ${names.options}<T extends ${transport} = ${transport}> {
  /** How calls reach the server: \`http(url)\`, \`uri(url)\`, \`webSocket(url)\`, \`fallback([…])\`. */
  readonly transport: T

  /** Holds results${events ? ' and events' : ''} to the document${validators}. */
  readonly validate?: ${validate} | undefined
${dialectModule(view.model) ? CHAIN_OPTION : ''}}
`
}

const CHAIN_OPTION = `
  /** Pins the chain: a node of any other one is not used. */
  readonly chainId?: string | undefined
`

function interfaceBlock(at: RpcView): string {
  const { view, scope, names, extra } = at
  const transport = scope.imports.type('Transport', RPC)
  const doc = docBlock({
    text: `A client for \`${inCode(view.model.title)}\`; make one with {@link ${names.create}}.`,
  })
  const members = [
    '  readonly transport: T\n',
    ...plainMethods(at).map((operation) => methodSignature(scope, operation)),
    ...extra.map((each) => each.signature),
    '  /** Closes the transport for good. */\n  close(): Promise<void>\n',
    '  [Symbol.asyncDispose](): Promise<void>\n',
  ]
  const head = `export interface ${names.client}<T extends ${transport} = ${transport}>`
  return `${doc}${head} {\n${members.join('\n')}}\n`
}

function methodSignature(scope: ModuleScope, operation: Operation): string {
  const options = `options?: ${scope.imports.type('CallOptions', RPC)}`
  const line = methodLine(
    operation.name,
    [...paramsParameter(scope, operation), options],
    `Promise<${outputText(scope, operation)}>`,
  )
  return `${methodDoc(operation, 2)}${line}\n`
}

function paramsParameter(scope: ModuleScope, operation: Operation): string[] {
  const input = inputForm(operation)
  if (input.form === 'none') return []
  return [`params${input.required ? '' : '?'}: ${inputText(scope, input, shapeText)}`]
}

function liveName(names: ClientNames): string {
  return names.client.replace(/Client$/, 'LiveClient')
}

/** What only a lasting connection can do is only there with one: without, it is a type error. */
function liveInterface(at: RpcView): string[] {
  const { events, scope, names } = at
  if (!events) return []
  const subscribe = scope.imports.type('Subscribe', RPC)
  const streaming = scope.imports.type('StreamingTransport', RPC)
  const name = objectKey(events.operation.name)
  const members = [
    `${methodDoc(events.operation, 2)}  readonly ${name}: ${subscribe}<${eventNames(at.view.name).events}>\n`,
    ...liveMethods(at).map((operation) => methodSignature(scope, operation)),
  ]
  const doc = docBlock({
    text: `A {@link ${names.client}} on a transport that also delivers events.`,
  })
  const head = `export interface ${liveName(names)} extends ${names.client}<${streaming}>`
  return [`${doc}${head} {\n${members.join('\n')}}\n`]
}

function liveMethods({ view, events }: RpcView): Operation[] {
  return view.model.operations.filter((each) => onlyLive(each) && each !== events?.operation)
}

function connecting({ view, scope, names }: RpcView): string {
  const dialect = dialectModule(view.model)
  const create = scope.imports.value('createRpcClient', dialect ?? RPC)
  const pinned = dialect ? ', chainId' : ''
  const check = scope.imports.value('responseCheck', RPC)
  scope.imports.value('methods', './methods.js')
  const hasRules = readErrors(view.model.words).length > 0
  const rules = hasRules ? `, ${scope.imports.value('errorRules', './methods.js')}` : ''
  return connectBlock(names, {
    api: scope.imports.type('RpcClient', RPC),
    options: `options: ${names.options}`,
    body: [
      `const { transport, validate${pinned} } = options`,
      `const check = ${check}(methods, validate)`,
      `return ${create}({ transport, check${pinned} }${rules})`,
    ],
    example: exampleOf(view, 'methods'),
  })
}

function factoryBlock(at: RpcView): string {
  const { view, scope, names, events, extra } = at
  const calls = scope.imports.value('callsOf', RPC)
  const lines = [
    `    ...${calls}(client, methods),\n`,
    '    transport: client.transport,\n',
    ...extra.map((each) => each.line),
    ...(events ? [subscribeLine(at)] : []),
    '    close: client.close,\n',
    '    [Symbol.asyncDispose]: client[Symbol.asyncDispose],\n',
  ]
  const body = `  const client = ${names.connect}(options)
  return {
${lines.join('')}  }
}
`
  const doc = docBlock({ text: `Makes a client for \`${inCode(view.model.title)}\`.` })
  if (!events) {
    const head = functionHead(names.create, `options: ${names.options}`, names.client, ' {')
    return `${doc}${head}\n${body}`
  }
  const streaming = scope.imports.type('StreamingTransport', RPC)
  const live = liveName(names)
  return `${sourceBlock(at)}
${doc}${functionHead(names.create, `options: ${names.options}<${streaming}>`, live)}
${functionHead(names.create, `options: ${names.options}`, names.client)}
export function ${names.create}(
  options: ${names.options},
): ${names.client} & Omit<${live}, 'transport'> {
${body}`
}

function subscribeLine(at: RpcView): string {
  const { scope, events } = at
  const stream = scope.imports.value('eventStream', RPC)
  return `    ${objectKey(events?.operation.name ?? 'subscribe')}: ${stream}<${eventNames(at.view.name).events}>(client, source),\n`
}

/** How the runtime goes on with kinds that it is told nothing about. */
const DEFAULT_RESUME = 'reconnect'

/** What the document says about subscribing, for the runtime. */
function sourceBlock({ view, scope, events }: RpcView): string {
  if (!events) return ''
  const { operation, word: found } = events
  const type = scope.imports.type('EventSource', RPC)
  const stated = found.kinds.filter(({ resume }) => resume !== DEFAULT_RESUME)
  const kinds: Value = Object.fromEntries(stated.map(({ name, resume }) => [name, resume]))
  const unsubscribe = view.model.operations.find((each) => each.id === found.unsubscribe)?.name
  const lines = [
    `  subscribe: methods.${operation.name},\n`,
    `  unsubscribe: methods.${unsubscribe ?? operation.name},\n`,
    `  query: ${stringLiteral(found.query)},\n`,
    `  key: ${stringLiteral(found.key)},\n`,
    `  kinds: ${valueText(kinds, 2, 9)},\n`,
    `  validator: ${stringLiteral(eventKey(view, operation))},\n`,
  ]
  return `const source: ${type} = {\n${lines.join('')}}\n`
}

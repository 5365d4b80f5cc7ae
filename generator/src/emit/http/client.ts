import { inputForm } from '../../model/inputs.js'
import type { Operation } from '../../model/operation.js'
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
import { codeList, docBlock, inCode } from '../typescript/doc.js'
import { functionHead } from '../typescript/function-text.js'
import { freeName } from '../typescript/imports.js'
import { LINE_WIDTH, objectKey, propertyAccess } from '../typescript/text.js'
import { type Value, valueText } from '../typescript/value-text.js'
import { type BeginWord, readWaiter, type WaiterWord } from '../words.js'
import { connectLines, ownServerMembers, ownServerNote } from './connection.js'
import { errorBodies, fieldShape, guardBlock, messagePlaces } from './errors.js'
import { type HttpMethod, httpMethods, itemText } from './methods.js'
import { credentialsText, schemesBlock, serverUrlBlocks } from './security.js'

const HTTP = '@tagwire/runtime/http'
const CORE = '@tagwire/runtime/core'

/** The client of an HTTP service: what it does is the runtime's, by the table of operations. */
export function emitHttpClient(view: PackageView): EmittedFile {
  const names = clientNames(view.name)
  const scope = moduleScope(view, 'client', Object.values(names))
  const waiters = view.model.operations.flatMap((operation) => {
    const word = readWaiter(operation.words)
    return word ? [{ operation, word }] : []
  })
  const blocks = [
    serversBlock(view),
    ...serverUrlBlocks(view, scope),
    serviceBlock(view, scope),
    schemesBlock(view, scope),
    optionsBlock(view, scope, names),
    interfaceBlock(view, scope, names, waiters),
    connectBlock(names, {
      api: scope.imports.type('HttpApi', HTTP),
      options: `options: ${names.options} = {}`,
      body: connectLines(view, scope),
      example: exampleOf(view, 'operations'),
    }),
    factoryBlock(view, scope, names, waiters),
    guardBlock(view, scope),
  ]
  return { path: 'src/client.ts', text: moduleText(view, scope, blocks) }
}

interface WaitingOperation {
  readonly operation: Operation
  readonly word: WaiterWord
}

function serviceBlock(view: PackageView, scope: ModuleScope): string {
  const { model } = view
  const type = scope.imports.type('HttpService', HTTP)
  const server = model.servers[0]?.url ?? ''
  const places = messagePlaces(view)
  const lines = [
    `  server: ${valueText(server)},\n`,
    ...(model.credential ? [`  keyHeader: ${valueText(model.credential.header)},\n`] : []),
    ...(places.length > 0 ? [`  messageAt: ${valueText(places, 2, 13)},\n`] : []),
    ...(speaksGrpc(view) ? [`  codeNames: ${scope.imports.value('grpcCodeNames', HTTP)},\n`] : []),
  ]
  return `const service: ${type} = {\n${lines.join('')}}\n`
}

/** Errors with a numeric `code` and `details` are gRPC statuses written as JSON. */
function speaksGrpc(view: PackageView): boolean {
  const [body] = errorBodies(view)
  return body !== undefined && ['code', 'details'].every((name) => fieldShape(view, body, name))
}

function optionsBlock(view: PackageView, scope: ModuleScope, names: ClientNames): string {
  const type = scope.imports.type('HttpClientOptions', HTTP)
  const doc = docBlock({ text: `What {@link ${names.create}} takes; everything has a default.` })
  const name = freeName(`${names.client}Credentials`, view.names)
  const credentials = credentialsText(view, scope, name)
  const text = 'Sent to the origin of `baseUrl` and nowhere else.'
  const members = [
    ...(credentials === ''
      ? []
      : [`${docBlock({ text }, 2)}  readonly credentials?: ${name} | undefined\n`]),
    ...ownServerMembers(view.model),
  ]
  if (members.length === 0) return `${doc}export type ${names.options} = ${type}\n`
  const head = `${doc}export interface ${names.options} extends ${type} {`
  return `${credentials}${credentials && '\n'}${head}\n${members.join('\n')}}\n`
}

function interfaceBlock(
  view: PackageView,
  scope: ModuleScope,
  names: ClientNames,
  waiters: readonly WaitingOperation[],
): string {
  const client = scope.imports.type('Client', 'openapi-fetch')
  const paths = scope.imports.type('paths', './schema.js')
  const methods = httpMethods(view.model.operations).map((each) =>
    methodSignature(view, scope, each),
  )
  const others = [
    `  /** The plain openapi-fetch client for the same server. */\n  readonly http: ${client}<${paths}>\n`,
    ...waiters.flatMap((each) => waiterSignatures(scope, each)),
  ]
  const title = inCode(view.model.title)
  const doc = docBlock({
    text: `A client for \`${title}\`; make one with {@link ${names.create}}.`,
  })
  const methodsDoc = docBlock({ text: `The operations of \`${title}\`.` })
  return `${methodsDoc}interface ${names.methods} {\n${methods.join('\n')}}

${doc}export interface ${names.client} extends ${names.methods} {\n${others.join('\n')}}\n`
}

function methodSignature(
  view: PackageView,
  scope: ModuleScope,
  { name, operation, stream }: HttpMethod,
): string {
  const options = `options?: ${scope.imports.type(stream ? 'StreamOptions' : 'CallOptions', HTTP)}`
  const parameters = [...inputParameter(scope, operation), options]
  const doc = methodDoc(operation, 2, ownServerNote(view.model, operation))
  if (!stream) return signature(doc, name, parameters, outputText(scope, operation))
  const item = itemText(scope, stream, 4)
  const isShort =
    item.length + '  ): AsyncIterableIterator<>'.length <= LINE_WIDTH && !item.includes('\n')
  const result = isShort ? item : `\n    ${item}\n  `
  return `${doc}${methodLine(name, parameters, `AsyncIterableIterator<${result}>`)}\n`
}

function inputParameter(scope: ModuleScope, operation: Operation): string[] {
  const input = inputForm(operation)
  if (input.form === 'none') return []
  const name = input.form === 'body' ? 'body' : input.form === 'query' ? 'query' : 'input'
  return [`${name}${input.required ? '' : '?'}: ${inputText(scope, input, shapeText)}`]
}

function signature(
  doc: string,
  name: string,
  parameters: readonly string[],
  output: string,
): string {
  return `${doc}${methodLine(name, parameters, `Promise<${output}>`)}\n`
}

function waiterSignatures(scope: ModuleScope, { operation, word }: WaitingOperation): string[] {
  const output = outputText(scope, operation)
  const input = inputParameter(scope, operation)
  const waitOptions = scope.imports.type('WaitOptions', CORE)
  const parameters = [...input, `options?: ${waitOptions}<${output}>`]
  const doc = docBlock({ text: waitText(operation, word) }, 2)
  const waits = [
    signature(doc, word.name, parameters, output),
    ...(word.begin ? [beginSignature(word, word.begin, parameters, output)] : []),
  ]
  if (word.watch === undefined) return waits
  const watchOptions = scope.imports.type('WatchOptions', CORE)
  const watchDoc = docBlock(
    {
      text: `Repeats {@link ${operation.name}} and gives each answer that differs from the one before, the last one whatever it says.`,
    },
    2,
  )
  const result = `AsyncIterableIterator<${output}>`
  const watch = methodLine(word.watch, [...input, `options?: ${watchOptions}`], result)
  return [...waits, `${watchDoc}${watch}\n`]
}

function waitText(operation: Operation, { until }: WaiterWord): string {
  const start = `Repeats {@link ${operation.name}} until it has come to its end.`
  if (!until) return start
  const bad = [...(until.failure ?? []), ...(until.givenUp ?? [])]
  const rejects = `Rejects with \`WaitFailedError\` at ${codeList(bad)}.`
  return `${start} Resolves at ${codeList(until.values)}.${bad.length > 0 ? ` ${rejects}` : ''}`
}

function beginSignature(
  { name }: WaiterWord,
  begin: BeginWord,
  parameters: readonly string[],
  output: string,
): string {
  const text = `Calls {@link ${begin.operation}} for what was begun elsewhere, then waits like {@link ${name}}. The call goes on when the page that made it closes.`
  return signature(docBlock({ text }, 2), begin.name, parameters, output)
}

function factoryBlock(
  view: PackageView,
  scope: ModuleScope,
  names: ClientNames,
  waiters: readonly WaitingOperation[],
): string {
  const operations = scope.imports.value('operations', './operations.js')
  const paths = scope.imports.type('paths', './schema.js')
  const waiterLines = waiters.map(({ word }, index) => {
    const at = waiters[index]?.operation.name ?? ''
    const make = scope.imports.value('waiterOf', HTTP)
    const head = `  const ${word.name} = ${make}(api, ${operations}.${at}, `
    return `${head}${valueText(waiterValue(word), 2, head.length)})\n${beginLine(scope, word)}`
  })
  const methodsOf = scope.imports.value('methodsOf', HTTP)
  const methods = `    ...${methodsOf}<${names.methods}>(api, ${operations}),\n`
  const streams = httpMethods(view.model.operations).flatMap(({ name, operation, stream }) => {
    if (!stream) return []
    const { form } = inputForm(operation)
    const call = `${scope.imports.value('streamOf', HTTP)}(api, ${operations}.${name}, `
    const key = objectKey(name)
    if (form === 'none') return [memberLine(`${key}: (options) =>`, `${call}undefined, options)`)]
    const input = form === 'body' || form === 'query' ? form : 'input'
    return [memberLine(`${key}: (${input}, options) =>`, `${call}${input}, options)`)]
  })
  const waits = waiters.flatMap(({ word }) => [
    `    ${objectKey(word.name)}: ${word.name}.waitFor,\n`,
    ...(word.begin ? [`    ${objectKey(word.begin.name)},\n`] : []),
    ...(word.watch === undefined ? [] : [`    ${objectKey(word.watch)}: ${word.name}.watch,\n`]),
  ])
  const create = scope.imports.standard('createClient', 'openapi-fetch')
  const doc = docBlock({ text: `Makes a client for \`${inCode(view.model.title)}\`.` })
  const head = functionHead(names.create, `options: ${names.options} = {}`, names.client, ' {')
  return `${doc}${head}
  const api = ${names.connect}(options)
${waiterLines.join('')}  return {
    http: ${create}<${paths}>(api.settings),
${methods}${streams.join('')}${waits.join('')}  }
}
`
}

function memberLine(head: string, body: string): string {
  const flat = `    ${head} ${body},`
  return `${flat.length <= LINE_WIDTH ? flat : `    ${head}\n      ${body},`}\n`
}

function beginLine(scope: ModuleScope, word: WaiterWord): string {
  const { begin } = word
  if (!begin) return ''
  const run = scope.imports.value('beginAndWait', HTTP)
  const operation = `${scope.imports.value('operations', './operations.js')}${propertyAccess(begin.operation)}`
  const spec = {
    name: begin.name,
    ...(word.tolerate ? { tolerate: word.tolerate } : {}),
    ...(word.intervalMs ? { intervalMs: word.intervalMs } : {}),
    ...(begin.timeoutMs === undefined ? {} : { timeoutMs: begin.timeoutMs }),
  }
  const args = ['api', operation, valueText(spec, 4), word.name]
  const lines = args.map((each) => `    ${each},\n`).join('')
  return `  const ${begin.name} = ${run}(\n${lines}  )\n`
}

function waiterValue({ watch: _, begin: __, ...word }: WaiterWord): Value {
  return { ...word }
}

import { canFail, linkedPages } from '../../model/extensions.js'
import type { Model } from '../../model/model.js'
import { camelCase } from '../../model/names.js'
import { sendableContents, streamsOnly } from '../../model/operations/contents.js'
import { inputForm } from '../../model/operations/inputs.js'
import type { Operation } from '../../model/operations/operation.js'
import { ownServer } from '../../model/servers/own-server.js'
import { baseName, clientNames, httpClientName, mockNames } from '../../view/client-names.js'
import { describedFailures } from '../../view/http/answer-descriptor.js'
import { httpMethods } from '../../view/http/methods.js'
import { isReadByType } from '../../view/http/response-descriptor.js'
import type { PackageView } from '../../view/package-view.js'
import { exampleUnion } from '../../view/readme/example-union.js'
import { failingOperation, firstReason, showcase } from '../../view/readme/showcase.js'
import { hasResponseValidators } from '../../view/validate/validators.js'
import { exampleInput } from '../samples/samples.js'
import { codeList, inCode } from '../typescript/doc.js'
import { propertyAccess, stringLiteral } from '../typescript/text.js'
import { valueText } from '../typescript/value-text.js'
import { authenticationGuide } from './authentication.js'
import { renderTemplate } from './template.js'
import { describerOf } from './union.js'

/** The parts of a README about a client: the guide for everyone, and the details. */
export interface ClientGuide {
  readonly tasks: string
  readonly details: string
}

/** The guide to an HTTP client, with operations of the document. */
export function httpGuide(view: PackageView, unionGuide: string): ClientGuide {
  const client = camelCase(baseName(view.clientName))
  const inputText = exampleInputText(view.model)
  const isCallable = (each: Operation): boolean => inputText(each) !== '' || !needsInput(each)
  const shown = showcase(view, isCallable)
  // What only the caller has, such as a file, is left to the reader.
  const given = isCallable(shown.operation) ? inputText(shown.operation) : 'input'
  const waiting = view.model.operations.find(({ extensions }) => extensions.waiter)
  const waiter = waiting?.extensions.waiter
  const paged = view.model.operations.find((each) => isShowablePage(each, inputText(each)))
  const pages = paged && linkedPages(paged.extensions)
  const pageInput = inputText(paged)
  const hasInput = paged !== undefined && inputForm(paged).form !== 'none'
  const ruled = view.model.operations.find(({ extensions }) => (extensions.rules ?? []).length > 0)
  const asksForRequests = view.model.operations.some(({ extensions }) =>
    extensions.rules?.some((rule) => 'asSent' in rule),
  )
  const reason = firstReason(view.model)
  const failing = failingOperation([shown.operation, ...view.model.operations])
  const elsewhere = view.model.operations.flatMap((each) =>
    ownServer(view.model, each) === undefined ? [] : [`\`${inCode(each.name)}\``],
  )
  const formats = formatsOf(view, client)
  const union = exampleUnion(view)
  const facts = {
    name: view.name,
    client,
    create: clientNames(view.clientName).create,
    createHttp: httpClientName(view.clientName),
    hasTable: !view.names.has('operations'),
    connect: clientNames(view.clientName).connect,
    // The same call by its descriptor: `calls.route, { … }`.
    smallCall: [`calls${propertyAccess(shown.operation.name)}`, given].filter(Boolean).join(', '),
    call: `${client}${propertyAccess(shown.operation.name)}(${given})`,
    ...formCalls(client, shown.operation, given),
    clientType: clientNames(view.clientName).client,
    declared: isCallable(shown.operation)
      ? ''
      : `Parameters<${clientNames(view.clientName).client}[${stringLiteral(shown.operation.name)}]>[0]`,
    operation: shown.operation.name,
    result: shown.result,
    list: shown.list ?? '',
    anchor: `handle-every-kind-of-${union?.name.toLowerCase() ?? ''}`,
    describer: union ? describerOf(union) : '',
    reason: reason === undefined ? '' : stringLiteral(reason),
    failing: failing ? propertyAccess(failing.name) : '',
    failingStatus: failing?.status ?? '',
    hasKey: view.model.credential !== undefined && !view.model.schemes,
    hasCredentials: view.model.schemes !== undefined,
    authentication: authenticationGuide(view, client),
    waitFor: waiter?.name ?? '',
    watch: waiter?.watch ?? '',
    waitInput: inputText(waiting),
    pages: pages?.name ?? '',
    pageInput,
    pageInputAnd: hasInput ? `${pageInput || '{}'}, ` : '',
    canFail: waiter !== undefined && canFail(waiter),
    errorAt: waiter?.until?.error?.replace(/^.*\//, '') ?? '',
    parts: waiter?.until?.each?.replace(/^.*\//, '') ?? '',
    ends: codeList(waiter?.until?.values ?? []),
    failures: codeList(waiter?.until?.failure ?? []),
    givenUp: codeList(waiter?.until?.givenUp ?? []),
    begin: waiter?.begin?.name ?? '',
    beginOperation: waiter?.begin?.operation ?? '',
    ruled: ruled ? stringLiteral(ruled.name) : '',
    earlier: asksForRequests ? 'answers, requests' : 'answers',
    mock: mockNames(view.clientName).mock,
    hasFormats: formats.choosing !== '' || formats.reading !== '',
    ...formats,
    ownServers: elsewhere.join(', '),
    hasSchema: view.parts.has('schema'),
    hasValidators: hasResponseValidators(view),
    hasRequestValidators: view.parts.has('validate'),
    hasMock: view.parts.has('mock'),
    hasWorld: view.model.world !== undefined,
    worldPackage: view.worldPackage ?? '',
    unionGuide,
  }
  return {
    tasks: renderTemplate('README.http.md', facts).trimEnd(),
    details: renderTemplate('README.http.details.md', facts).trimEnd(),
  }
}

/** Without an example, only a call that needs no input can be shown. */
function isShowablePage(operation: Operation, example: string): boolean {
  const isComplete = example !== '' || !needsInput(operation)
  return linkedPages(operation.extensions) !== undefined && isComplete
}

function needsInput(operation: Operation): boolean {
  const input = inputForm(operation)
  return input.form !== 'none' && input.required
}

/** The arguments of example calls: `{ tx_hash: '…', chain_id: '…' }`, or none. */
export function exampleInputText(model: Model): (operation: Operation | undefined) => string {
  return (operation) => {
    const given = operation && exampleInput(model, operation)
    return given === undefined ? '' : valueText(given)
  }
}

/** The same call in the other forms, which methods that stream do not have. */
function formCalls(client: string, operation: Operation, given: string) {
  if (streamsOnly(operation)) return { answerCall: '', attemptCall: '', describesErrors: false }
  const inForm = (form: string): string =>
    `${client}.${form}${propertyAccess(operation.name)}(${given})`
  return {
    answerCall: inForm('answer'),
    attemptCall: inForm('attempt'),
    describesErrors: describedFailures(operation).length > 0,
  }
}

/** The operations with a choice of content types for bodies or responses. */
function formatsOf({ model }: PackageView, client: string) {
  const methods = httpMethods(model.operations).filter(({ stream }) => !stream)
  const choosing = methods.filter(({ operation }) => contentTypesOf(operation).length > 1)
  const [first] = choosing
  const [, other = ''] = first ? contentTypesOf(first.operation) : []
  const reading = methods.filter(({ operation }) => isReadByType(operation))
  return {
    choosing: listed(choosing),
    choice: `${client}.${first?.name ?? ''}(…, { contentType: ${stringLiteral(inCode(other))} })`,
    reading: listed(reading),
  }
}

/** The first few names of methods. */
function listed(methods: readonly { readonly name: string }[]): string {
  const names = methods.map(({ name }) => name)
  const shown = names.slice(0, MAX_NAMES)
  return (
    codeList(shown) +
    (names.length > shown.length ? ` and ${names.length - shown.length} more` : '')
  )
}

const MAX_NAMES = 6

function contentTypesOf({ input }: Operation): string[] {
  return input.body ? sendableContents(input.body).map(({ mediaType }) => mediaType) : []
}

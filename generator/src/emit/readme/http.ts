import type { TaggedDeclaration } from '../../model/exported-names.js'
import { declarationNamed } from '../../model/find.js'
import { camelCase } from '../../model/names.js'
import { inputForm } from '../../model/operations/inputs.js'
import type { Operation } from '../../model/operations/operation.js'
import { ownServer } from '../../model/servers/own-server.js'
import type { Field, Shape } from '../../model/shapes/shape.js'
import { baseName, clientNames, mockNames } from '../../view/client-names.js'
import type { PackageView } from '../../view/package-view.js'
import { dataOf } from '../../view/value.js'
import { codeList, inCode } from '../typescript/doc.js'
import { propertyAccess, stringLiteral } from '../typescript/text.js'
import { valueText } from '../typescript/value-text.js'
import { renderTemplate } from './template.js'
import { describerOf, exampleUnion } from './union.js'

/** From the first call to tests, with the operations of this very document. */
export function httpGuide(view: PackageView): string {
  const client = camelCase(baseName(view.name))
  const shown = showcase(view)
  const waiting = view.model.operations.find(({ extensions }) => extensions.waiter)
  const waiter = waiting?.extensions.waiter
  const ruled = view.model.operations.find(({ extensions }) => (extensions.rules ?? []).length > 0)
  const asksForRequests = view.model.operations.some(({ extensions }) =>
    extensions.rules?.some((rule) => 'asSent' in rule),
  )
  const reason = firstReason(view)
  const failing = failingOperation([shown.operation, ...view.model.operations])
  const elsewhere = view.model.operations.flatMap((each) =>
    ownServer(view.model, each) === undefined ? [] : [`\`${inCode(each.name)}\``],
  )
  const { mock } = mockNames(view.name)
  const union = exampleUnion(view)
  return renderTemplate('README.http.md', {
    name: view.name,
    client,
    create: clientNames(view.name).create,
    hasTable: !view.names.has('operations'),
    connect: clientNames(view.name).connect,
    smallCall: smallCall(shown.operation),
    call: callText(client, shown.operation),
    operation: shown.operation.name,
    result: shown.result,
    hasList: shown.list !== undefined,
    list: shown.list ?? '',
    anchor: `every-kind-of-${union?.name.toLowerCase() ?? ''}`,
    describer: union ? describerOf(union) : '',
    hasReason: reason !== undefined,
    reason: reason === undefined ? '' : stringLiteral(reason),
    hasFailing: failing !== undefined,
    failing: failing?.access ?? '',
    failingStatus: failing?.status ?? '',
    hasKey: view.model.credential !== undefined,
    hasWaiter: waiter !== undefined,
    waitFor: waiter?.name ?? '',
    hasWatch: waiter?.watch !== undefined,
    watch: waiter?.watch ?? '',
    waitInput: waiting ? placeholderText(waiting) : '',
    canFail: waiter?.until?.failure !== undefined || waiter?.until?.givenUp !== undefined,
    ends: codeList(waiter?.until?.values ?? []),
    failures: codeList(waiter?.until?.failure ?? []),
    givenUp: codeList(waiter?.until?.givenUp ?? []),
    begin: waiter?.begin?.name ?? '',
    beginOperation: waiter?.begin?.operation ?? '',
    hasRules: ruled !== undefined,
    ruled: stringLiteral(ruled?.name ?? ''),
    earlier: asksForRequests ? 'answers, requests' : 'answers',
    mock,
    hasOwnServers: elsewhere.length > 0,
    ownServers: elsewhere.join(', '),
    hasSchema: view.parts.has('schema'),
    hasValidators: view.parts.has('validate'),
    hasMock: view.parts.has('mock'),
    hasWorld: view.model.world !== undefined,
    worldPackage: view.worldPackage ?? '',
  })
}

/** The first operation that describes the body of a failure by its status. */
function failingOperation(
  operations: readonly Operation[],
): { readonly access: string; readonly status: string } | undefined {
  for (const { name, failures } of operations) {
    const failure = failures.find(
      ({ status = '', contents }) => /^\d+$/.test(status) && contents[0],
    )
    if (failure?.status) return { access: propertyAccess(name), status: failure.status }
  }
  return undefined
}

interface Showcase {
  readonly operation: Operation
  /** What the answer, or the part of it that is of interest, is called. */
  readonly result: string
  /** The list of tagged values in it. */
  readonly list?: string
}

/** The operation that answers with a list of the richest union, else one that takes nothing. */
function showcase(view: PackageView): Showcase {
  const { operations } = view.model
  const union = exampleUnion(view)
  const callable = operations.filter((each) => each.safe && canShow(each))
  for (const operation of callable) {
    const list = union && listOf(view, operation, union)
    if (list !== undefined) return { operation, result: `{ ${list} }`, list }
  }
  const [operation = operations[0]] = callable
  if (!operation) throw new TypeError('a guide needs an operation')
  return { operation, result: 'answer' }
}

/** Whether a call can be written down: nothing is needed, or the document has an example. */
function canShow(operation: Operation): boolean {
  const { form } = inputForm(operation)
  return form !== 'body' || operation.example?.request !== undefined
}

function listOf(
  view: PackageView,
  { outputs }: Operation,
  union: TaggedDeclaration,
): string | undefined {
  const shape = outputs[0]?.contents[0]?.shape
  return fieldsOf(view, shape).find(
    ({ shape: field }) =>
      field.kind === 'list' && field.items.kind === 'reference' && field.items.name === union.name,
  )?.name
}

function fieldsOf({ model }: PackageView, shape: Shape | undefined): readonly Field[] {
  const known =
    shape?.kind === 'reference' ? declarationNamed(model.declarations, shape.name)?.shape : shape
  return known?.kind === 'record' ? known.fields : []
}

function callText(client: string, operation: Operation): string {
  return `${client}${propertyAccess(operation.name)}(${givenText(operation)})`
}

/** The example of the document, or what has to be given. */
function givenText(operation: Operation): string {
  const { form } = inputForm(operation)
  const isBody = form === 'body' && operation.example !== undefined
  if (!isBody) return placeholderText(operation)
  return valueText(dataOf(operation.example?.request))
}

/** The same by its description: `calls.route, { … }`. */
function smallCall(operation: Operation): string {
  const description = `calls${propertyAccess(operation.name)}`
  return [description, givenText(operation)].filter(Boolean).join(', ')
}

/** `{ tx_hash: '…', chain_id: '…' }`: what has to be given, with nothing in it. */
export function placeholderText(operation: Operation): string {
  const form = inputForm(operation)
  if (form.form === 'none' || form.form === 'body') return ''
  const needed = form.fields.filter((field) => field.required)
  if (needed.length === 0) return ''
  const encodings = new Map(operation.input.parameters.map((each) => [each.name, each.encoding]))
  return valueText(
    Object.fromEntries(
      needed.map(({ name, shape }) => [name, placeholderOf(shape, encodings.get(name)?.jsonrpc)]),
    ),
  )
}

function placeholderOf(shape: Shape, encoding: string | undefined): string | number | boolean {
  if (encoding === 'base64' || encoding === 'hex') return '0x…'
  if (shape.kind !== 'scalar') return '…'
  if (shape.type === 'boolean') return true
  return shape.type === 'integer' || shape.type === 'number' ? 1 : '…'
}

/** One of the reasons that errors give, where the document lists them. */
function firstReason({ model }: PackageView): string | undefined {
  const failing = model.operations.flatMap(({ failures }) => failures)
  const names = failing.flatMap(({ contents }) =>
    contents.flatMap(({ shape }) => (shape.kind === 'reference' ? [shape.name] : [])),
  )
  const find = (name: string) => declarationNamed(model.declarations, name)?.shape
  for (const name of names) {
    const body = find(name)
    const details =
      body?.kind === 'record' ? body.fields.find((each) => each.name === 'details') : undefined
    const item = details?.shape.kind === 'list' ? details.shape.items : undefined
    const detail = item?.kind === 'reference' ? find(item.name) : item
    const reason =
      detail?.kind === 'record' ? detail.fields.find((each) => each.name === 'reason') : undefined
    const values = reason?.shape.kind === 'reference' ? find(reason.shape.name) : reason?.shape
    const [first] = values?.kind === 'enumeration' ? values.values : []
    if (typeof first === 'string') return first
  }
  return undefined
}

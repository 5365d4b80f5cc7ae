import type { BlockRead, SubscribedKind, Subscribing } from '../../model/extensions.js'
import { inputForm } from '../../model/operations/inputs.js'
import type { Operation } from '../../model/operations/operation.js'
import { eventNames } from '../../view/client-names.js'
import type { PackageView } from '../../view/package-view.js'
import {
  type DescribedKind,
  eventMembers,
  hasNumericHeights,
  kindKey,
  kindStem,
  readParams,
} from '../../view/rpc/described-subscriptions.js'
import { Name, type Value } from '../../view/value.js'
import type { ModuleScope } from '../module-scope.js'
import { RPC } from '../runtime-entries.js'
import { inputType } from '../types/inputs.js'
import { docs, inCode } from '../typescript/doc.js'
import { exportedInterface, property, type Statement } from '../typescript/structures.js'
import { propertyAccess, propertyKey, stringLiteral } from '../typescript/text.js'
import { memberText, objectText, valueText } from '../typescript/value-text.js'

interface DescribedScope {
  readonly view: PackageView
  readonly scope: ModuleScope
}

/** The parameters and the payload of each kind of events. */
export function describedInterface(
  { view, scope }: DescribedScope,
  kinds: readonly DescribedKind[],
): Statement {
  return exportedInterface({
    name: eventNames(view.clientName).events,
    docs: docs('The kinds of events: the parameters to subscribe with, and the data of an event.'),
    properties: kinds.map(({ operation, subscription, kind }) => {
      const data = scope.imports.type(kind.payload, `./${view.homeOf(kind.payload) ?? 'types'}.js`)
      return property({
        name: propertyKey(kind.name),
        type: `{ params: ${paramsText(scope, operation, subscription)}; data: ${data} }`,
        docs: docs(kindText(kind)),
      })
    }),
  })
}

function kindText({ chain, contents, name }: SubscribedKind): string {
  if (chain) return 'Blocks, each once and in order; those that were replaced are reported.'
  if (contents) return `What each block of \`${inCode(contents.blocks)}\` contains.`
  return `Events of \`${inCode(name)}\`. What may be missing after an interruption is reported.`
}

/** What callers pass: the parameters without that of the kind. */
function paramsText(scope: ModuleScope, operation: Operation, { parameter }: Subscribing): string {
  const input = inputForm(operation)
  if (input.form !== 'params') return 'object'
  const all = inputType(scope, input)
  return parameter === undefined ? all : `Omit<${all}, ${stringLiteral(parameter)}>`
}

/** How each method subscribes, and what is known of chains, inside the function that creates a client. */
export function describedConstants(
  { view, scope }: DescribedScope,
  kinds: readonly DescribedKind[],
): string[] {
  const methods = new Map(kinds.map((each) => [each.operation, each.subscription]))
  const chains = kinds.filter(({ kind }) => kind.chain)
  return [
    ...[...methods].map(([operation, subscription]) => {
      const type = scope.imports.type('KindSource', RPC)
      return `const ${sourceName(operation)}: ${type} = ${sourceText({ view, scope }, operation, subscription)}`
    }),
    ...chains.map((each) => {
      const type = scope.imports.type('ChainFacts', RPC)
      return `const ${chainName(each)}: ${type} = ${chainText(view, each)}`
    }),
  ]
}

const sourceName = ({ name }: Operation): string => `${name.replace(/\W/g, '_')}Source`
const chainName = ({ kind }: DescribedKind): string => `${kindStem(kind)}Chain`

function sourceText(
  { view, scope }: DescribedScope,
  operation: Operation,
  { unsubscribe, notification }: Subscribing,
): string {
  const { method, id = '', payload } = notification
  const ends = unsubscribe.parameter
  const delivery =
    method === undefined
      ? `${scope.imports.value('answeredAgain', RPC)}(${stringLiteral(payload)}, ${stringLiteral(ends)})`
      : `${scope.imports.value('notifiedBy', RPC)}(${valueText({ method, id, payload, ends })})`
  return objectText([
    `subscribe: methods${propertyAccess(operation.name)}`,
    `unsubscribe: ${methodText(view, unsubscribe.method)}`,
    `delivery: ${delivery}`,
  ])
}

function methodText({ model }: PackageView, id: string): string {
  const name = model.operations.find((each) => each.id === id)?.name ?? id
  return `methods${propertyAccess(name)}`
}

function chainText(view: PackageView, { kind }: DescribedKind): string {
  const { chain } = kind
  if (!chain) return '{}'
  const numeric = hasNumericHeights(view.model, kind)
  const members = eventMembers(view.model, kind)
  const read = (one: BlockRead): string => readText(view, one, numeric)
  return objectText([
    ...(['height', 'hash', 'parent'] as const).map((key) =>
      memberText(key, stringLiteral(chain[key])),
    ),
    `read: ${read(chain.read)}`,
    ...(chain.readNewest ? [`readNewest: ${read(chain.readNewest)}`] : []),
    ...(chain.readByHash ? [`readByHash: ${read(chain.readByHash)}`] : []),
    ...(members ? [`members: ${valueText(members)}`] : []),
  ])
}

function readText(view: PackageView, read: BlockRead, numeric: boolean): string {
  const { variables, params } = readParams(view.model, read, numeric)
  const given = Object.keys(read.with).length > 0
  const block = variables.length > 0 ? `{ ${variables.join(', ')} }` : given ? '_' : ''
  return objectText([
    `method: ${methodText(view, read.method)}`,
    `params: (${given ? `${block}, given` : block}) => (${valueText(withGiven(params, read))})`,
  ])
}

/** The members of parameters of the subscription are put before those of the document. */
function withGiven(params: Value, { with: given }: BlockRead): Value {
  if (Object.keys(given).length === 0 || typeof params !== 'object' || params === null)
    return params
  const own = new Map(Object.entries(params))
  for (const [name, from] of Object.entries(given)) {
    const rest = own.get(name)
    const spread = `...Object(given[${stringLiteral(from)}])`
    const members = typeof rest === 'object' ? valueText(rest).slice(1, -1).trim() : ''
    own.set(name, new Name(`{ ${[spread, members].filter(Boolean).join(', ')} }`))
  }
  return Object.fromEntries(own)
}

/** `subscribe`, in the object of the client. */
export function describedMember(
  { view, scope }: DescribedScope,
  kinds: readonly DescribedKind[],
): string {
  const rows = kinds.map((each) => {
    const { operation, subscription, kind } = each
    const fixed = (name: string): string[] =>
      subscription.parameter === undefined
        ? []
        : [`fixed: ${valueText({ [subscription.parameter]: name })}`]
    const source = `...${sourceName(operation)}`
    const members = [
      source,
      ...fixed(kind.name),
      `validator: ${stringLiteral(kindKey(view.model.operations, kind))}`,
      ...(kind.removed === undefined ? [] : [`removed: ${stringLiteral(kind.removed)}`]),
      ...backfill({ view, scope }, each, kinds, (name) => [source, ...fixed(name)]),
    ]
    return memberText(kind.name, `{ ${members.join(', ')} }`)
  })
  const stream = scope.imports.value('describedStream', RPC)
  return memberText(
    'subscribe',
    `${stream}<${eventNames(view.clientName).events}>(client, ${objectText(rows)})`,
  )
}

function backfill(
  { view, scope }: DescribedScope,
  each: DescribedKind,
  kinds: readonly DescribedKind[],
  sourceOf: (kind: string) => readonly string[],
): string[] {
  const { chain, contents, removed } = each.kind
  if (chain) return [`backfill: ${scope.imports.value('blocksOf', RPC)}(${chainName(each)})`]
  const blocks = contents && kinds.find(({ kind }) => kind.name === contents.blocks)
  if (!contents || !blocks) return []
  const read = readText(view, contents.read, hasNumericHeights(view.model, blocks.kind))
  const flag = removed === undefined ? '' : `, removed: ${stringLiteral(removed)}`
  const source = `{ ${sourceOf(contents.blocks).join(', ')} }`
  const items = scope.imports.value('itemsOfBlocks', RPC)
  return [`backfill: ${items}(${source}, ${chainName(blocks)}, { read: ${read}${flag} })`]
}

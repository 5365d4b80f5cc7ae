import type { Model } from '../../model/model.js'
import { shapesIn } from '../../model/operations/contents.js'
import { type InputForm, inputForm } from '../../model/operations/inputs.js'
import type { Operation, Parameter } from '../../model/operations/operation.js'
import { recordRule } from '../../model/rules/record-rule.js'
import type { Rule } from '../../model/rules/rule.js'
import { ownServer } from '../../model/servers/own-server.js'
import type { Shape } from '../../model/shapes/shape.js'
import { type Comparison, report, type Spot, withRules } from '../comparison.js'
import { compareOperationExtensions } from '../extensions.js'
import type { OperationPair } from '../renames.js'
import { compareBounds } from '../schemas/bounds.js'
import {
  compareDocs,
  compareMembers,
  type Member,
  reportAdded,
  reportRemoved,
  spotOf,
} from '../schemas/fields.js'
import { BOTH, receivedShapes, SENT, sentShapes } from '../schemas/flow.js'
import { createRoot } from '../schemas/schema-pair.js'
import { compareShapes } from '../schemas/shapes.js'
import { bindingText } from '../text.js'
import { compareContents } from './contents.js'
import { addressOf, renamedInPath } from './pair-operations.js'
import { compareEncoding } from './parameter-encoding.js'
import { compareIncoming, compareResponses } from './responses.js'
import { compareSecurity } from './security.js'

export function compareOperations(
  on: Comparison,
  before: Model,
  after: Model,
  pairs: readonly OperationPair[],
): void {
  const stays = new Set(pairs.flat())
  for (const each of before.operations) {
    if (stays.has(each)) continue
    const detail = { side: 'old', removed: shapesOf(each) } as const
    const message = `method removed (${bindingText(each.binding)})`
    report(on, 'operation-removed', operationSpot(each, each), message, detail)
  }
  for (const each of after.operations) {
    if (stays.has(each)) continue
    const message = `method added (${bindingText(each.binding)})`
    report(on, 'operation-added', operationSpot(each, each), message, { added: shapesOf(each) })
  }
  for (const [old, now] of pairs) {
    compareOperation(on, old, now)
    const servers = [ownServer(before, old), ownServer(after, now)] as const
    if (servers[0] === servers[1]) continue
    const [was, is] = servers.map((each) => each ?? 'the one of the document')
    report(on, 'operation-server', operationSpot(old, now), `its server is ${is} now, was ${was}`)
  }
}

function shapesOf(operation: Operation): Shape[] {
  return [...sentShapes(operation), ...receivedShapes(operation)]
}

function operationSpot(before: Operation, after: Operation): Spot {
  const { name } = after
  return { owner: name, subject: name, flow: BOTH, before: before.source, after: after.source }
}

function compareOperation(on: Comparison, before: Operation, after: Operation): void {
  const spot = operationSpot(before, after)
  if (before.name !== after.name) {
    report(on, 'operation-renamed', spot, `was called ${before.name}`)
  }
  if (addressOf(before) !== addressOf(after) || !takesSameForm(before, after)) {
    const message = `is ${bindingText(after.binding)} now, was ${bindingText(before.binding)}`
    report(on, 'operation-moved', spot, message)
  }
  compareArgument(on, before, after, spot)
  compareParameters(on, before, after, spot)
  compareBodies(on, before, after, spot)
  compareResponses(on, before, after, spot)
  compareIncoming(on, before.callbacks ?? [], after.callbacks ?? [], spot)
  compareSecurity(on, before, after, spot)
  compareRetries(on, before, after, spot)
  compareOperationExtensions(on, before, after, spot)
  compareDocs(on, before, after, spot, [textsOf(before), textsOf(after)])
}

/** Whether arguments can travel as they did, by name or by position. */
function takesSameForm({ binding: old }: Operation, { binding: now }: Operation): boolean {
  if (old.kind !== 'call' || now.kind !== 'call') return true
  return old.byPosition === now.byPosition || (now.byName ?? false)
}

function textsOf({ summary, tags }: Operation): Readonly<Record<string, unknown>> {
  return { summary, tags }
}

/** Code for one form of argument does not compile with another. */
function compareArgument(on: Comparison, before: Operation, after: Operation, spot: Spot): void {
  const [old, now] = [inputForm(before), inputForm(after)]
  if (old.form === now.form || old.form === 'none' || now.form === 'none') return
  const message = `takes ${formText(now)} now, was ${formText(old)}`
  report(on, 'argument-changed', spot, message)
}

function formText({ form }: InputForm): string {
  if (form === 'body') return 'the body itself as argument'
  if (form === 'query') return 'the query as argument'
  return form === 'parts' ? 'one object with parameters and body as argument' : 'named parameters'
}

function compareParameters(on: Comparison, old: Operation, now: Operation, spot: Spot): void {
  const [before, after] = [old.input.parameters, now.input.parameters]
  const sent = { ...spot, flow: SENT }
  const renamed = renamedInPath(old, now)
  const pairs = new Map(
    after.map((each) => [each, partnerOf(each, before, renamed.get(each.name))] as const),
  )
  const stays = new Set(pairs.values())
  for (const each of before) {
    if (stays.has(each)) continue
    reportRemoved(on, each, [each.shape], spotOf(sent, partOf(spot, each.name), each))
  }
  const holder = createRoot([[recordOf(before)], [recordOf(after)]], SENT)
  compareOrder(on, [old, now], pairs, sent)
  for (const [each, same] of pairs) {
    const here = { ...spotOf(sent, partOf(spot, each.name), same ?? each, each), holder }
    if (!same) {
      reportAdded(on, each, [each.shape], here)
      continue
    }
    const at = withRules(on, here, same.rule, each.rule)
    if (same.name !== each.name) report(on, 'parameter-renamed', at, `was called ${same.name}`)
    compareMembers(on, same, each, at)
    compareEncoding(on, same, each, at)
    compareShapes(on, same.shape, each.shape, at)
    compareBounds(on, same.rule, each.rule, at)
  }
}

/** All parameters as one object, for whether they have to be there. */
function recordOf(parameters: readonly Parameter[]): Rule {
  return recordRule(parameters.map(({ name, rule, required }) => ({ name, rule, required })))
}

/** Arguments that travel by position have to keep theirs. */
function compareOrder(
  on: Comparison,
  [old, now]: readonly [Operation, Operation],
  pairs: ReadonlyMap<Parameter, Parameter | undefined>,
  spot: Spot,
): void {
  const isByPosition = [old, now].every(
    ({ binding }) => binding.kind === 'call' && binding.byPosition,
  )
  if (!isByPosition) return
  for (const [index, each] of now.input.parameters.entries()) {
    const same = pairs.get(each)
    const before = same ? old.input.parameters.indexOf(same) : index
    if (!same || before === index) continue
    const at = spotOf(spot, partOf(spot, each.name), same, each)
    report(on, 'parameter-moved', at, `is argument ${index + 1} now, was ${before + 1}`)
  }
}

function partnerOf(
  { name, place }: Parameter,
  all: readonly Parameter[],
  oldName: string | undefined,
): Parameter | undefined {
  return (
    all.find((each) => each.name === name && each.place === place) ??
    all.find((each) => each.place === 'path' && each.name === oldName) ??
    all.find((each) => place === 'header' && isSameHeader(each, name)) ??
    all.find((each) => each.name === name)
  )
}

/** Names of headers are the same in any case. */
function isSameHeader(parameter: Parameter, name: string): boolean {
  return parameter.place === 'header' && parameter.name.toLowerCase() === name.toLowerCase()
}

function partOf(spot: Spot, name: string): string {
  return `${spot.subject}(${name})`
}

function compareBodies(on: Comparison, before: Operation, after: Operation, spot: Spot): void {
  const [old, now] = [before.input.body, after.input.body]
  const any = old ?? now
  if (!any) return
  const subject = partOf(spot, 'body')
  const sent = { ...spot, flow: SENT }
  const member = (body: typeof any): Member => ({ ...body, name: 'body' })
  const at = spotOf(sent, subject, member(old ?? any), member(now ?? any))
  const shapes = any.contents.flatMap(shapesIn)
  if (!now) reportRemoved(on, member(any), shapes, at)
  else if (!old) reportAdded(on, member(any), shapes, at)
  else {
    compareMembers(on, member(old), member(now), at)
    compareContents(on, old.contents, now.contents, at)
  }
}

function compareRetries(on: Comparison, before: Operation, after: Operation, spot: Spot): void {
  const traits = ['safe', 'idempotent'] as const
  const gained = traits.filter((trait) => !before[trait] && after[trait])
  const lost = traits.filter((trait) => before[trait] && !after[trait])
  if (gained.length > 0) report(on, 'retry-gained', spot, `is ${gained.join(' and ')} now`)
  if (lost.length > 0) report(on, 'retry-lost', spot, `is no longer ${lost.join(' or ')}`)
}

import { canonical } from '../../model/json.js'
import { shapesIn } from '../../model/operations/contents.js'
import type {
  Failure,
  Incoming,
  Operation,
  Output,
  ResponseHeader,
} from '../../model/operations/operation.js'
import { type Comparison, inside, report, type Spot, withRules } from '../comparison.js'
import { matched } from '../match.js'
import { compareBounds } from '../schemas/bounds.js'
import { compareDocs, compareMembers } from '../schemas/fields.js'
import { RECEIVED } from '../schemas/flow.js'
import { compareShapes } from '../schemas/shapes.js'
import { valueText } from '../text.js'
import { compareContents } from './contents.js'
import { compareEncoding } from './parameter-encoding.js'

export function compareResponses(
  on: Comparison,
  before: Operation,
  after: Operation,
  spot: Spot,
): void {
  compareAnswers(on, before.outputs, after.outputs, spot, 'success')
  compareAnswers(on, before.failures, after.failures, spot, 'failure')
}

type DescribedResponse = Output & Failure

function compareAnswers(
  on: Comparison,
  before: readonly DescribedResponse[],
  after: readonly DescribedResponse[],
  spot: Spot,
  outcome: 'success' | 'failure',
): void {
  const answers = matched(before, after, keyOf)
  for (const response of answers.removed) {
    const removed = response.contents.flatMap(shapesIn)
    const at = responseSpot(spot, response, response)
    report(on, `${outcome}-removed`, at, 'removed', { side: 'old', removed })
  }
  for (const [response, same] of answers.current) {
    const at = responseSpot(spot, same ?? response, response)
    if (same) {
      compareContents(on, same.contents, response.contents, at)
      compareHeaders(on, same.headers ?? [], response.headers ?? [], at)
      if (canonical(same.data) !== canonical(response.data)) {
        const isNew = same.data === undefined ? { class: 'additive' as const } : {}
        report(on, 'error-data-changed', at, dataText(same, response), isNew)
      }
      compareDocs(on, same, response, at)
    } else {
      const added = response.contents.flatMap(shapesIn)
      report(on, `${outcome}-added`, at, 'added', { added })
    }
  }
}

function dataText({ data: before }: DescribedResponse, { data: after }: DescribedResponse): string {
  const [old, now] = [before, after].map((each) => (each === undefined ? 'none' : valueText(each)))
  return `its data is ${now} now, was ${old}`
}

/** Header names are case-insensitive. */
function compareHeaders(
  on: Comparison,
  before: readonly ResponseHeader[],
  after: readonly ResponseHeader[],
  spot: Spot,
): void {
  const { removed, current } = matched(before, after, ({ name }) => name.toLowerCase())
  for (const each of removed) {
    const kind = each.required ? 'header-removed' : 'optional-header-removed'
    report(on, kind, headerSpot(spot, each, each), 'header removed', { side: 'old' })
  }
  for (const [each, same] of current) {
    const at = headerSpot(spot, same ?? each, each)
    if (!same) {
      report(on, 'header-added', at, 'header added')
      continue
    }
    compareMembers(on, same, each, at)
    compareEncoding(on, { ...same, place: 'header' }, { ...each, place: 'header' }, at)
    compareHeaderValues(on, same, each, withRules(on, at, same.rule, each.rule))
  }
}

/** Headers of failures have no types, since no code reads them by one. */
function compareHeaderValues(
  on: Comparison,
  before: ResponseHeader,
  after: ResponseHeader,
  spot: Spot,
): void {
  const [was, is] = [typeText(before), typeText(after)]
  if (before.shape && after.shape) compareShapes(on, before.shape, after.shape, spot)
  else if (was !== is) report(on, 'type-changed', spot, `is ${is} now, was ${was}`)
  compareBounds(on, before.rule, after.rule, spot)
}

/** Clients return headers unchanged: no validator rejects one. */
function headerSpot(spot: Spot, before: ResponseHeader, after: ResponseHeader): Spot {
  const subject = `${spot.subject} (header ${after.name})`
  return { ...spot, subject, before: before.source, after: after.source, isUnread: true }
}

function typeText({ rule }: ResponseHeader): string {
  const { types, values } = rule
  if (values) return `one of ${values.map(valueText).join(', ')}`
  return types?.join(' or ') ?? 'any value'
}

/** Several errors can share one status or code; they are distinguished by their texts. */
function keyOf(response: DescribedResponse): string {
  return `${nameOf(response)} ${response.message ?? ''}`
}

function nameOf({ status, code }: DescribedResponse): string {
  return status ?? (code === undefined ? 'result' : String(code))
}

function responseSpot(spot: Spot, before: DescribedResponse, after: DescribedResponse): Spot {
  const text = after.message === undefined ? '' : ` ${JSON.stringify(after.message)}`
  const subject = `${spot.subject} → ${nameOf(after)}${text}`
  return { ...spot, subject, flow: RECEIVED, before: before.source, after: after.source }
}

/** Compares webhooks of the service and callbacks of operations. */
export function compareIncoming(
  on: Comparison,
  before: readonly Incoming[],
  after: readonly Incoming[],
  spot: Spot,
): void {
  const { removed, current } = matched(before, after, ({ name }) => name)
  const spotOf = (left: Incoming, right: Incoming): Spot => {
    const subject = inside(spot.subject, right.name)
    return { ...spot, subject, flow: RECEIVED, before: left.source, after: right.source }
  }
  for (const each of removed) {
    const detail = { side: 'old', removed: each.contents.flatMap(shapesIn) } as const
    report(on, 'webhook-removed', spotOf(each, each), 'removed', detail)
  }
  for (const [each, same] of current) {
    const at = spotOf(same ?? each, each)
    if (!same) {
      report(on, 'webhook-added', at, 'added', { added: each.contents.flatMap(shapesIn) })
      continue
    }
    compareContents(on, same.contents, each.contents, at)
    compareDocs(on, same, each, at)
  }
}

import { isWrong } from '../../check/finding.js'
import type { SamplesOf } from '../../compare/schemas/samples/sample-values.js'
import type { Model } from '../../model/model.js'
import { type Operation, pathOf } from '../../model/operations/operation.js'
import type { Document } from '../../source/document.js'
import { placedArguments } from '../arguments/write-arguments.js'
import type { CheckPayload } from '../check-payload.js'
import { type Call, callName, type NoCall } from '../live/call.js'
import { bySpecificity, pathPattern } from '../recorded/path-pattern.js'
import { inputsOf } from '../recorded/recorded-inputs.js'
import { type Draft, draftsOf } from './drafts.js'

/** What cases are made of. */
export interface CaseOptions {
  /** How many, for each operation. */
  readonly cases: number
  readonly samplesOf: SamplesOf
}

/**
 * Requests for an operation, of which the document says whether they are valid: half of them are, if there are as many.
 * What is sent is read again, as the server will, so that a number for a text is not taken for a fault.
 */
export function httpCases(
  document: Document,
  model: Model,
  operation: Operation,
  checkPayload: CheckPayload,
  { cases, samplesOf }: CaseOptions,
): (Call | NoCall)[] {
  const { binding, id } = operation
  if (binding.kind !== 'http') return [{ name: id, reason: 'cases are only made for HTTP' }]
  const found = draftsOf(document, operation, samplesOf)
  if ('missing' in found) return [{ name: id, reason: `no case has ${found.missing}` }]
  const isOwn = createIsOwn(model, operation)
  const seen = new Set<string>()
  const all = found.drafts.flatMap((draft): Call[] => {
    const call = callOf(operation, draft, found.mediaType)
    const key = call && JSON.stringify([call.path, call.headers, call.body])
    if (!call || key === undefined || seen.has(key) || !isOwn(call.path)) return []
    seen.add(key)
    const expects = draft.broken ? 'invalid' : expectation(operation, call, checkPayload)
    const name = callName(operation, `${expects}: ${draft.label}`, true)
    return expects === undefined ? [] : [{ ...call, name, expects }]
  })
  return chosen(all, cases)
}

/** Half of each, and more of one if there are not enough of the other. */
function chosen(all: readonly Call[], cases: number): Call[] {
  const valid = all.filter((each) => each.expects === 'valid')
  const invalid = all.filter((each) => each.expects === 'invalid')
  const fromInvalid = Math.min(
    invalid.length,
    Math.max(Math.floor(cases / 2), cases - valid.length),
  )
  return [...valid.slice(0, cases - fromInvalid), ...invalid.slice(0, fromInvalid)]
}

function callOf(operation: Operation, draft: Draft, mediaType?: string): Call | undefined {
  const { binding } = operation
  if (binding.kind !== 'http') return undefined
  // Not every value can be sent at every place.
  const placed = placedArguments(operation, pathOf(binding), draft.given)
  if ('fault' in placed) return undefined
  const { body } = draft
  const type = mediaType === undefined || mediaType.includes('*') ? 'application/json' : mediaType
  return {
    name: operation.id,
    operation,
    method: binding.method,
    path: placed.path,
    headers: {
      accept: 'application/json, */*',
      ...placed.headers,
      ...(body === undefined ? {} : { 'content-type': type }),
    },
    ...(body === undefined ? {} : { body }),
  }
}

const ANYWHERE = 'http://server.invalid'

/** Whether a path is one of this operation, as a server reads it: `..` and names of other paths are not. */
function createIsOwn(model: Model, operation: Operation): (path: string) => boolean {
  const { binding } = operation
  const rivals = model.operations.flatMap((each) =>
    each.binding.kind === 'http' &&
    binding.kind === 'http' &&
    each.binding.method === binding.method
      ? [each.binding.path]
      : [],
  )
  const sorted = rivals.toSorted(bySpecificity)
  return (path) => {
    const { pathname } = new URL(ANYWHERE + path)
    const first = sorted.find((each) => pathPattern(each, '').test(pathname))
    return binding.kind === 'http' && first === binding.path
  }
}

/** Whether what is sent fits; `undefined` if only a strict reader would say that it does not. */
function expectation(
  operation: Operation,
  { method, path, headers, body }: Call,
  checkPayload: CheckPayload,
): Call['expects'] {
  const recorded = {
    name: '',
    method,
    url: ANYWHERE + path,
    asked: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    ),
    ...(body === undefined ? {} : { sent: body }),
    status: 0,
    headers: {},
    mediaType: '',
    text: '',
  }
  const findings = inputsOf(operation, recorded).flatMap(({ part }) => {
    const verdict = 'subject' in part ? checkPayload(part.subject, part.value) : part
    return 'findings' in verdict ? verdict.findings : []
  })
  if (findings.length === 0) return 'valid'
  return findings.some(isWrong) ? 'invalid' : undefined
}

import type { Finding, Path } from '../../check/finding.js'
import { type Dictionary, isDictionary } from '../../model/json.js'
import type { CheckPayload, Subject } from '../check-payload.js'
import { isOutage, type Lesson } from '../lessons.js'
import type { Collector } from '../mismatch.js'
import type { Payload } from '../payload.js'

/** Compares one payload, without the envelope of the protocol. */
export function payloadOutcome(
  name: string,
  subject: Subject,
  given: unknown,
  checkPayload: CheckPayload,
  collector: Collector,
  lesson = lessonOf(subject),
): Payload {
  const { as, value, prefix } = opened(subject, given)
  const verdict = checkPayload(as, value)
  if ('nothingSaid' in verdict) return { name, outcome: 'skipped', reason: verdict.nothingSaid }
  const { findings } = verdict
  collector.add(name, prefix, findings, lesson)
  // An outage that the document says nothing about does not confirm it either.
  const isUnsaid = findings.some((each) => each.kind === 'unknown-status')
  if (isUnsaid && lesson === 'outages' && !collector.learns(lesson)) {
    const status = subject.kind === 'status' ? ` with ${subject.status}` : ''
    return { name, outcome: 'skipped', reason: `responded${status}, as in an outage` }
  }
  const outcome = findings.some((each) => each.degree === 'problem') ? 'mismatch' : 'pass'
  return findings.length > 0 && outcome === 'pass' ? { name, outcome: 'drift' } : { name, outcome }
}

function lessonOf(subject: Subject): Lesson | undefined {
  return subject.kind === 'status' && isOutage(subject.status) ? 'outages' : undefined
}

/** The outcome of a payload with further findings, which are not of its value. */
export function withFindings(payload: Payload, findings: readonly Finding[]): Payload {
  const isWrong = findings.some((each) => each.degree === 'problem')
  if (findings.length > 0 && !isWrong && payload.outcome === 'pass')
    return { ...payload, outcome: 'drift' }
  if (!isWrong || payload.outcome === 'failed') return payload
  const { name, refused, reason } = payload
  return {
    name,
    outcome: 'mismatch',
    ...(refused && reason !== undefined ? { refused, reason } : {}),
  }
}

interface Opened {
  readonly as: Subject
  readonly value: unknown
  readonly prefix: Path
}

/** The payload of a JSON-RPC message: its result, its error or its parameters. */
function opened(subject: Subject, value: unknown): Opened {
  const plain = { as: subject, value, prefix: [] }
  if (subject.kind === 'schema' || subject.operation.binding.kind !== 'call') return plain
  if (!isDictionary(value) || !Object.hasOwn(value, 'jsonrpc')) return plain
  const { operation } = subject
  const key = messageKey(subject, value)
  if (key === undefined) return plain
  const as: Subject = key === 'error' ? { kind: 'error', operation } : subject
  return { as, value: value[key], prefix: [key] }
}

function messageKey(subject: Subject, message: Dictionary): string | undefined {
  if (subject.kind !== 'request' && isDictionary(message.error)) return 'error'
  const keys = subject.kind === 'request' ? ['params'] : ['result', 'params']
  return keys.find((key) => Object.hasOwn(message, key))
}

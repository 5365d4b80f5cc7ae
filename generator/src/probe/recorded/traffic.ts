import type { Model } from '../../model/model.js'
import type { Content, Operation } from '../../model/operations/operation.js'
import type { CheckPayload, Subject } from '../check-payload.js'
import type { UndescribedCall } from '../infer/describe-methods.js'
import type { Undescribed } from '../infer/describe-operations.js'
import { isIdentifier } from '../infer/path-templates.js'
import { isSignIn } from '../lessons.js'
import { missingHeaders } from '../live/response-headers.js'
import type { Collector } from '../mismatch.js'
import { parsedJson } from '../parsed-json.js'
import { type Payload, UNRECORDED, unknown } from '../payload.js'
import { contentOf, notJson, responseContents } from '../response-content.js'
import { createAddresses, hostOf } from './addresses.js'
import { bySpecificity } from './path-pattern.js'
import { payloadOutcome, withFindings } from './payload-outcome.js'
import type { Recorded, Traffic } from './recorded-exchange.js'
import { inputsOf } from './recorded-inputs.js'
import { createCalls } from './rpc-traffic.js'

export interface TrafficOptions {
  /** Further servers of the document. */
  readonly servers?: readonly string[]
  /** Called for traffic of its servers that belongs to no operation. */
  readonly onUndescribed?: (seen: Undescribed) => void
  /** Called for calls of JSON-RPC methods that the document does not have. */
  readonly onUndescribedCall?: (seen: UndescribedCall) => void
}

/** Checks recorded traffic against the document: requests, responses, and WebSocket messages. */
export function compareTraffic(
  { exchanges, messages }: Traffic,
  model: Model,
  checkPayload: CheckPayload,
  collector: Collector,
  { servers = [], onUndescribed = () => {}, onUndescribedCall = () => {} }: TrafficOptions = {},
): Payload[] {
  const calls = createCalls(model, checkPayload, collector, onUndescribedCall)
  const contents = responseContents(model)
  const addresses = createAddresses(model, servers)
  const operations = model.operations.toSorted((left, right) =>
    bySpecificity(pathIn(left), pathIn(right)),
  )
  const operationOf = (recorded: Recorded): Operation | undefined =>
    operations.find((each) => isMethodOf(each, recorded) && addresses.isOf(each, recorded.url))
  const mixed = mixedHosts(exchanges.filter(operationOf))
  const leftOut = ({ name, url }: { readonly name: string; readonly url: string }): Payload[] => {
    const host = hostOf(url)
    const isOneOfMany = mixed !== undefined && servers.length === 0 && addresses.isAnyHost
    const reason = addresses.elsewhere(url) ?? (isOneOfMany && host ? mixed : undefined)
    return reason === undefined ? [] : [{ name, outcome: 'left-out', reason }]
  }
  return [
    ...exchanges.flatMap((each) => {
      const outside = leftOut(each)
      if (outside.length > 0) return outside
      const operation = operationOf(each)
      if (operation) return compareHttp(each, operation, contents, checkPayload, collector)
      const called = calls.exchange(each)
      if (called) return called
      const path = addresses.pathBelow(each.url)
      if (path !== undefined) {
        const { searchParams } = new URL(each.url)
        const method = each.method.toUpperCase()
        onUndescribed({ ...each, path, method, query: searchParams })
      }
      return [unknown(each.name, `${each.method} ${pathOf(each)} is not an operation`)]
    }),
    ...messages.flatMap((each) => {
      const outside = leftOut(each)
      return outside.length > 0 ? outside : calls.message(each)
    }),
  ]
}

/** The traffic of several hosts is told apart by nothing if the document does not name its own. */
function mixedHosts(exchanges: readonly Recorded[]): string | undefined {
  const hosts = [...new Set(exchanges.flatMap(({ url }) => hostOf(url) ?? []))]
  if (hosts.length < 2) return undefined
  return `the document names no host, and operations of it are recorded at ${hosts.slice(0, 3).join(', ')}${hosts.length > 3 ? ', …' : ''}`
}

function pathIn({ binding }: Operation): string {
  return binding.kind === 'http' ? binding.path : ''
}

/** Without query, credentials or anything else that may be private: keys of an API may be in its path. */
function pathOf({ url }: Recorded): string {
  if (!URL.canParse(url)) return 'an invalid URL'
  const { pathname } = new URL(url)
  return pathname
    .split('/')
    .map((each) => (isIdentifier(each) || isLikeKey(each) ? '…' : each))
    .join('/')
}

function isLikeKey(segment: string): boolean {
  return segment.length >= 16 && /[a-z]/i.test(segment) && /[A-Z\d%]/.test(segment)
}

function isMethodOf({ binding }: Operation, { method }: Recorded): boolean {
  return binding.kind === 'http' && binding.method === method.toUpperCase()
}

function compareHttp(
  recorded: Recorded,
  operation: Operation,
  contents: readonly Content[],
  checkPayload: CheckPayload,
  collector: Collector,
): Payload[] {
  const { name, status, text, empty } = recorded
  // The browser had the body already.
  if (status === 304) return [{ name, outcome: 'skipped', reason: 'responded with 304' }]
  const { outputs, json, findings, lesson } = contentOf(operation, recorded, contents)
  // A request that the server rejected may be invalid.
  const payloads =
    status < 400 && lesson !== 'outages'
      ? inputsOf(operation, recorded).map(({ name: input, part }): Payload => {
          const own = `${name} ${input}`
          if ('subject' in part)
            return payloadOutcome(own, part.subject, part.value, checkPayload, collector)
          collector.add(own, [], part.findings)
          return { name: own, outcome: 'mismatch' }
        })
      : []
  const apart = [...findings, ...missingHeaders(operation, status, recorded.headers)]
  const value = parsedJson(text)
  // An outage has no body of the service; another content type is reported already.
  const isMissing =
    empty &&
    lesson !== 'outages' &&
    operation.binding.kind === 'http' &&
    operation.binding.method !== 'HEAD'
  const isOther =
    outputs.length > 0 && json && !value && (text !== '' || isMissing) && findings.length === 0
  const faults = isOther ? [...apart, notJson(operation, recorded)] : apart
  collector.add(name, [], faults, lesson)
  const subject: Subject = { kind: 'status', operation, status }
  const bodyPayload = (): Payload => {
    if (outputs.length > 0 && !json) return { name, outcome: 'pass' }
    if (value || (outputs.length === 0 && text !== '')) {
      return payloadOutcome(name, subject, value?.value, checkPayload, collector, lesson)
    }
    if (text !== '') return { name, outcome: 'mismatch' }
    const reason = isSignIn(status, recorded.headers.location)
      ? `redirected with status ${status} to a page for signing in`
      : UNRECORDED
    return { name, outcome: 'skipped', reason }
  }
  return [...payloads, withFindings(bodyPayload(), faults)]
}

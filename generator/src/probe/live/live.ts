import { setTimeout } from 'node:timers/promises'
import { createRedactor } from '@tagwire/runtime/core'
import { isDictionary } from '../../model/json.js'
import type { Model } from '../../model/model.js'
import type { Content } from '../../model/operations/operation.js'
import type { Document } from '../../source/document.js'
import { caseFindings } from '../cases/case-findings.js'
import { type CaseOptions, httpCases } from '../cases/http-cases.js'
import type { CheckPayload } from '../check-payload.js'
import { envelopeFindings, isComparable } from '../envelope.js'
import type { Collector } from '../mismatch.js'
import type { Payload } from '../payload.js'
import { payloadOutcome, withFindings } from '../recorded/payload-outcome.js'
import { contentOf, messageContent, responseContents } from '../response-content.js'
import { type Call, isCall, type NoCall } from './call.js'
import { type CallResponse, exchange, type Server, TransportFault } from './exchange.js'
import { httpCalls } from './http-calls.js'
import { missingHeaders } from './response-headers.js'
import { bufferFindings, type Journal, type Outcome, replay } from './resume.js'
import { CALL_ID, rpcCalls } from './rpc-calls.js'

/** The maximum number of concurrent calls: a probe is not a load test. */
const AT_ONCE = 4

export interface LiveOptions {
  readonly server: Server
  readonly signal: AbortSignal
  /** Also call operations that are not read-only. */
  readonly unsafe: boolean
  /** Makes requests of its own instead of those of the examples. */
  readonly cases?: CaseOptions
  /** Maximum number of calls per second. */
  readonly rate?: number
  /** Responses from an earlier run, which are not requested again. */
  readonly journal: Journal
  /** Responses of this server by call, which are not requested again. */
  readonly responses?: Map<string, CallResponse>
  /** Called after each call. */
  readonly onDone: (payload: Payload, done: number, all: number) => void
}

/** Makes the safe calls, with the document's examples as arguments, and compares the responses. */
export async function probeServer(
  document: Document,
  model: Model,
  checkPayload: CheckPayload,
  collector: Collector,
  { server, signal, unsafe, cases, rate, journal, responses, onDone }: LiveOptions,
): Promise<Payload[]> {
  const planned = model.operations
    .filter((operation) => operation.safe || unsafe)
    .flatMap((operation) => {
      if (cases) return httpCases(document, model, operation, checkPayload, cases)
      return operation.binding.kind === 'http'
        ? httpCalls(document, operation)
        : rpcCalls(document, operation)
    })
  const outcomes = planned.map((each): Outcome => ({ payloads: [notCalled(each)], buffered: [] }))
  const waiting = [...planned.entries()]
  const contents = responseContents(model)
  const retried = new Set<string>()
  let done = 0
  const turn = createTurns(rate, signal)
  const ask = async (key: string, call: Call, buffer: Collector): Promise<Payload> => {
    const known = responses?.get(callKey(call))
    if (!known) await turn()
    if (signal.aborted) return notCalled(call)
    journal.begin(key)
    const fetched = async (): Promise<CallResponse> => {
      const response = known ?? (await exchange(server, call, signal))
      responses?.set(callKey(call), response)
      return response
    }
    return compareResponse(fetched, {
      call,
      checkPayload: checkPayload,
      collector: buffer,
      contents,
      server,
      signal,
    })
  }
  /** A call, repeated without arguments if the server does not have what they refer to. */
  const askWithFallback = async (key: string, call: Call): Promise<Outcome> => {
    const { collector: buffer, buffered } = bufferFindings(collector)
    const first = await ask(key, call, buffer)
    const bare = first.refused ? call.bare : undefined
    const again = bare !== undefined && !retried.has(bare.name) && !signal.aborted
    if (again) retried.add(bare.name)
    const found = again ? [first, await ask(key, bare, buffer)] : [first]
    // A failed request is repeated in the next run.
    const isComplete = found.every(({ outcome }) => outcome !== 'failed') && !signal.aborted
    if (isComplete) journal.finish(key, { payloads: found, buffered })
    return { payloads: found, buffered }
  }
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
      const [index, each] = next
      const key = `${index} ${each.name}`
      const mayAsk = isCall(each) && (mayBeTwice(each) || !journal.started.has(key))
      const known = journal.finished.get(key)
      const outcome = known ?? (mayAsk ? await askWithFallback(key, each) : unknownOutcome(each))
      outcomes[index] = outcome
      done++
      for (const payload of outcome.payloads) onDone(payload, done, planned.length)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  // In document order, whichever response came first.
  for (const each of outcomes) replay(each, collector)
  return outcomes.flatMap((each) => each.payloads)
}

/** The outcome of a call without a response is unknown. */
function mayBeTwice({ operation }: Call): boolean {
  return operation.safe || operation.idempotent
}

function unknownOutcome(each: Call | NoCall): Outcome {
  const reason = 'it was under way when the probe was stopped, and is not safe to repeat'
  const underWay: Payload = { name: each.name, outcome: 'skipped', reason }
  return { payloads: [isCall(each) ? underWay : notCalled(each)], buffered: [] }
}

/** Waits until the next call may be made. */
function createTurns(rate: number | undefined, signal: AbortSignal): () => Promise<void> {
  let free = 0
  return async () => {
    if (rate === undefined) return
    const now = performance.now()
    const at = Math.max(now, free)
    free = at + 1000 / rate
    if (at > now) await setTimeout(at - now, undefined, { signal }).catch(() => undefined)
  }
}

function notCalled(each: Call | NoCall): Payload {
  const reason = isCall(each) ? 'interrupted' : each.reason
  return { name: each.name, outcome: 'skipped', reason }
}

function callKey({ method, path, headers, body = '' }: Call): string {
  return JSON.stringify([method, path, headers, body])
}

interface Request {
  readonly call: Call
  readonly checkPayload: CheckPayload
  readonly collector: Collector
  readonly contents: readonly Content[]
  readonly server: Server
  readonly signal: AbortSignal
}

async function compareResponse(
  fetched: () => Promise<CallResponse>,
  { call, checkPayload, collector, contents, server, signal }: Request,
): Promise<Payload> {
  try {
    const response = await fetched()
    const { kind } = call.operation.binding
    const expectation: Expectation = { checkPayload, collector, contents, secrets: server.secrets }
    return kind === 'http'
      ? compareHttp(call, response, expectation)
      : compareRpc(call, response, expectation)
  } catch (error) {
    if (!(error instanceof TransportFault)) throw error
    if (signal.aborted) return notCalled(call)
    return { name: call.name, outcome: 'failed', reason: error.message }
  }
}

/** What a response is compared with, and the secrets that must not be printed. */
interface Expectation {
  readonly checkPayload: CheckPayload
  readonly collector: Collector
  readonly secrets: readonly string[]
  readonly contents: readonly Content[]
}

function compareHttp(
  call: Call,
  response: CallResponse,
  { checkPayload, collector, secrets, contents }: Expectation,
): Payload {
  const { status } = response
  const { name, operation, method, expects } = call
  const subject = { kind: 'status', operation, status } as const
  const note = status >= 400 ? { reason: `responded with ${status}`, refused: true as const } : {}
  const { outputs, json, findings, lesson } = contentOf(operation, response, contents)
  const apart = [
    ...findings,
    ...missingHeaders(operation, status, response.headers),
    ...caseFindings(operation, expects, status),
  ]
  collector.add(name, [], apart, lesson)
  // A refusal is what an invalid request is for.
  const isRefusal = expects === 'invalid' && status >= 400 && status < 500
  if (isRefusal && outputs.length === 0) {
    return { ...withFindings({ name, outcome: 'pass' }, apart), ...note }
  }
  // No JSON is described, so there is nothing to read.
  if (outputs.length > 0 && (!json || method === 'HEAD')) {
    return { ...withFindings({ name, outcome: 'pass' }, apart), ...note }
  }
  const value = outputs.length > 0 ? parsed(response, secrets) : undefined
  const payload = payloadOutcome(name, subject, value, checkPayload, collector, lesson)
  return { ...withFindings(payload, apart), ...note }
}

function compareRpc(
  { name, operation }: Call,
  response: CallResponse,
  { checkPayload, collector, secrets }: Expectation,
): Payload {
  const { status } = response
  const message = parsed(response, secrets)
  if (!isDictionary(message) || !isComparable(message)) {
    throw new TransportFault(`responded with ${status} and no JSON-RPC message`)
  }
  const code = isDictionary(message.error) ? message.error.code : undefined
  const { requires } = operation.extensions
  if (code === METHOD_NOT_FOUND && requires !== undefined) {
    return { name, outcome: 'skipped', reason: `the server lacks ${requires}` }
  }
  const note = isDictionary(message.error)
    ? { reason: `responded with error ${code}`, refused: true as const }
    : {}
  const subject = { kind: 'response', operation } as const
  const { findings, lesson } = messageContent(operation, response)
  const faults = [...envelopeFindings(operation, message, CALL_ID), ...findings]
  collector.add(name, [], faults, lesson)
  const enveloped = { ...message, jsonrpc: '2.0' }
  const payload = payloadOutcome(name, subject, enveloped, checkPayload, collector)
  return { ...withFindings(payload, faults), ...note }
}

const METHOD_NOT_FOUND = -32601

function parsed({ status, mediaType, text }: CallResponse, secrets: readonly string[]): unknown {
  try {
    return createRedactor(secrets)(JSON.parse(text))
  } catch {
    const type = mediaType === '' ? 'something' : createRedactor(secrets)(mediaType)
    throw new TransportFault(`responded with ${status} and ${type} that is not JSON`)
  }
}

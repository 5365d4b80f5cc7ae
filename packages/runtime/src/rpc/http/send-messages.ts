import { checkOptions, isTransportError, TransportError } from '../../core/index.js'
import { RpcError, type RpcFailure } from '../errors.js'
import { type Message, readResponse } from '../message.js'
import type { CallOutcome, PassedOptions } from '../transport.js'
import { type HttpAnswer, unreadableAnswer } from './exchange.js'

/** A message and the options of its call. */
export interface SentMessage {
  readonly message: Message
  readonly own?: PassedOptions | undefined
}

/**
 * Sends one or more messages in as few requests as possible. Never rejects: errors are outcomes.
 */
export type SendMessages = (
  parts: readonly SentMessage[],
  signal: AbortSignal,
  limit?: number,
) => Promise<CallOutcome[]>

/** Sends one message, or a list of them, with the options of the first. */
type Post = (body: unknown, signal: AbortSignal, own?: PassedOptions) => Promise<HttpAnswer>

const tooLarge = 413

/** Puts at most `size` messages into one request, and fewer once the server has refused that many. */
export function createMessageSender(size: number, post: Post): SendMessages {
  let most = size

  /** Sends one request; `undefined` if the messages have to be split into several requests. */
  async function attempt(
    parts: readonly SentMessage[],
    signal: AbortSignal,
  ): Promise<CallOutcome[] | undefined> {
    const messages = parts.map(({ message }) => message)
    const isBatch = messages.length > 1
    try {
      const found = outcomesOf(
        parts,
        await post(isBatch ? messages : messages[0], signal, parts[0]?.own),
      )
      if (Array.isArray(found)) return found
      const said = /maximum \((\d+)\)/.exec(JSON.stringify(found?.data))
      most = Math.min(most, Number(said?.[1]) || most)
    } catch (error) {
      const isTooLarge = isBatch && isTransportError(error) && error.status === tooLarge
      if (!isTooLarge) return parts.map(() => ({ error }))
    }
    return undefined
  }

  return async function sendMessages(parts, signal, limit = most) {
    const { length } = parts
    checkOptions({ size: limit }, { 'number >= 1': 'size' })
    const outcomes = length <= Math.min(most, limit) && (await attempt(parts, signal))
    if (outcomes) return outcomes
    // The attempt may have lowered the limit.
    const fits = Math.min(most, limit)
    const step = fits < length ? fits : Math.ceil(length / 2)
    const pieces: Promise<CallOutcome[]>[] = []
    for (let at = 0; at < length; at += step) {
      pieces.push(sendMessages(parts.slice(at, at + step), signal, limit))
    }
    return (await Promise.all(pieces)).flat()
  }
}

/** The outcome of each message, or the error, if any, with which the server refused all of several. */
function outcomesOf(
  parts: readonly SentMessage[],
  answer: HttpAnswer,
): CallOutcome[] | RpcFailure | undefined {
  const { status } = answer.response
  // A batch with a single response is answered with a bare object.
  const responses = [answer.json].flat().map(readResponse)
  const answers = parts.map(({ message }) => responses.find((one) => one?.id === message.id))
  const isAnswered = answers.some(Boolean)
  const stray = responses.find((one) => one?.error && !answers.includes(one))
  // Too many calls, too large, or one of them crashed the node.
  if (parts.length > 1 && !isAnswered && (stray || status === tooLarge)) return stray?.error
  const size = answer.text.length / parts.length
  return parts.map(({ message }, index) => {
    const own = answers[index] ?? stray
    if (own) {
      const error = own.error && new RpcError(own.error, message.method)
      return { result: own.result, error, status, size }
    }
    if (!isAnswered) return { error: unreadableAnswer(answer) }
    const problem = 'The batch has no answer to this call'
    return { error: new TransportError(problem, { fault: 'body', status }) }
  })
}

import { type BodyPieces, isDeeper, textOfBytes } from '../core/body.js'
import { binaryBody, formBody, jsonBody, multipartBody } from '../http/bodies/bodies.js'
import type { HttpBody } from '../http/operation.js'
import { otherTypes, settle, stepsOf } from '../http/reading/other-readings.js'
import { readBody } from '../http/reading/read-body.js'
import { Unreadable } from '../http/reading/text-type.js'
import type { Receivable } from './facts.js'
import type { Incoming } from './incoming.js'
import { essence, includes } from './media-types.js'
import { HttpProblem, type RequestProblem } from './problems.js'
import type { Limits } from './types.js'

export type CheckedLimits = { readonly [Name in keyof Limits]-?: number }

export interface BodyOutcome {
  readonly value: unknown
  readonly problems: readonly RequestProblem[]
}

/** Reads and checks the body of an operation. */
export type ReceiveBody = (incoming: Incoming, limits: CheckedLimits) => Promise<BodyOutcome>

const nothing: BodyOutcome = { value: undefined, problems: [] }

export function bodyReceiver({ sent, body: facts }: Receivable): ReceiveBody {
  if (!facts) return async () => nothing
  const json: HttpBody = { type: 'application/json', write: jsonBody }
  const described = sent.body?.choices ?? [sent.body ?? json]
  const types = described.map(({ type }) => type).join(', ')

  return async (incoming, limits) => {
    const { maxBodyBytes: most } = limits
    const given = incoming.header('content-type')
    const length = incoming.header('content-length')
    const tooLarge = (): Error => new HttpProblem(413, `a body has at most ${most} bytes`)
    if (Number(length ?? 0) > most) throw tooLarge()
    const none = facts.required ? missing : nothing
    if (!incoming.hasBody || (given === null && length === '0')) return none
    const found = described.find(({ type }) => includes(type, given ?? ''))
    if (!found) {
      // In chunks, and with HTTP/2, no header says that a body is empty.
      if (given === null && (await incoming.pieces(most, tooLarge)).size === 0) return none
      const problem =
        given === null ? 'the body has no content type' : `no body is ${essence(given)}`
      throw new HttpProblem(415, `${problem}: send ${types}`, { headers: { accept: types } })
    }
    const coding = incoming.header('content-encoding')
    // Bytes are the handler's, who knows what they are.
    if (coding !== null && coding.toLowerCase() !== 'identity' && found.write !== binaryBody) {
      const headers = { 'accept-encoding': 'identity' }
      throw new HttpProblem(415, `a body cannot be compressed: send it without ${coding}`, {
        headers,
      })
    }
    let isEmpty = false
    let arrived: Promise<BodyPieces> | undefined
    const pieces = (): Promise<BodyPieces> => {
      arrived ??= incoming.pieces(most, tooLarge)
      return arrived
    }
    const text = (): Promise<string> =>
      pieces().then((body) => {
        isEmpty = body.size === 0
        return utf8Of(body)
      })
    const bytes = async (): Promise<Blob> =>
      new Blob((await pieces()).pieces, { type: given ?? '' })
    const count = (members: number): void => {
      if (members <= limits.maxParameters) return
      throw new HttpProblem(400, `a form has at most ${limits.maxParameters} members`)
    }
    const form = facts.form ?? { members: {}, rest: 'any' as const }
    try {
      const received = { text, bytes, type: given ?? '', body: found, form, count }
      const value = await readBody(received)
      if (
        typeof value === 'object' &&
        !(value instanceof Blob) &&
        isDeeper(value, limits.maxDepth)
      ) {
        throw new HttpProblem(400, `a body is nested at most ${limits.maxDepth} levels deep`)
      }
      const check = facts.checks?.[found.type]?.strict
      if (!check || check.is(value)) return { value, problems: nothing.problems }
      const isForm = found.write === formBody || found.write === multipartBody
      const others = isForm
        ? await Promise.all(otherTypes(form).map((each) => readBody({ ...received, form: each })))
        : []
      const settled = settle(
        value,
        others,
        (each) => check.check(each),
        ({ path }) => stepsOf(path),
      )
      return {
        value: settled.value,
        problems: settled.found.map((each) => ({ in: 'body', ...each })),
      }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      if (isEmpty) return none
      return {
        value: undefined,
        problems: [{ in: 'body', path: error.path, message: error.message }],
      }
    }
  }
}

/** In another encoding, letters would become replacement characters, which nobody can undo. */
function utf8Of(body: BodyPieces): string {
  const text = textOfBytes(body)
  if (!text.includes('\ufffd')) return text
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (const piece of body.pieces) decoder.decode(piece, { stream: true })
    decoder.decode()
    return text
  } catch {
    throw new Unreadable('expected a text in UTF-8')
  }
}

const missing: BodyOutcome = {
  value: undefined,
  problems: [
    { in: 'body', path: '', message: 'expected a body', expected: 'a body', received: 'nothing' },
  ],
}

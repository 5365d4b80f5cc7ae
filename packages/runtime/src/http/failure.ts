import { retryAfterMs } from '../core/backoff.js'
import { memberAt, valueAt } from '../core/member.js'
import { ApiError, type ErrorDetail } from './api-error.js'
import { parseExact } from './exact-json.js'
import type { Reading } from './exchange.js'

/** The error for an answer that is not 2xx, whatever its body is. */
export function failureOf(response: Response, text: string, reading: Reading): Error {
  const { codeNames, messageAt, fail, clean } = reading
  const { status, headers } = response
  const { body, isText } = bodyOf(text, clean)
  // Many services wrap everything that they say about a failure in `error`.
  const inside = memberAt(body, 'error')
  const given = memberAt(body, 'code') ?? memberAt(inside, 'code')
  const code = typeof given === 'number' || typeof given === 'string' ? given : undefined
  const list = memberAt(body, 'details') ?? memberAt(inside, 'details')
  const details = [list].flat().filter(isDetail)
  const reason = details.find((detail) => detail.reason)?.reason
  const codeName = code !== '' && codeNames?.[Number(code)]
  const names = [status, codeName, reason].filter(Boolean).join(' ')
  const message = isText ? pageText(String(body)) : messageIn(body, messageAt)
  return fail(ApiError, message ? `${names}: ${message}` : names, {
    status,
    retryAfterMs: retryAfterMs(headers.get('retry-after')),
    code,
    reason,
    details,
    body,
    ...(isText ? { isText: true } : {}),
    headers,
  })
}

function bodyOf(
  text: string,
  clean: Reading['clean'],
): { readonly body: unknown; readonly isText: boolean } {
  if (text === '') return { body: undefined, isText: false }
  try {
    return { body: parseExact(text), isText: false }
  } catch {
    return { body: clean(text), isText: true }
  }
}

/** Where services say what went wrong, the usual place first. A member that is no text holds more. */
const usual =
  'message detail error_description title msg error errors errorMessage error_message Message'.split(
    ' ',
  )

const deepest = 4

function messageIn(body: unknown, described: readonly string[] = []): string | undefined {
  for (const pointer of described) {
    const found = valueAt(body, pointer)
    if (typeof found === 'string' && found !== '') return found
  }
  return textIn(body, 0)
}

function textIn(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return value || undefined
  if (depth > deepest) return undefined
  if (Array.isArray(value)) return textIn(value[0], depth + 1)
  for (const name of usual) {
    const found = textIn(memberAt(value, name), depth + 1)
    if (found) return found
  }
  return undefined
}

/** A page says it in its title, and a text in its first line. */
function pageText(text: string): string | undefined {
  const title = /<title[^>]*>([^<]+)/i.exec(text)?.[1]
  const [line] = (title ?? text).trim().split(/[\r\n]/, 1)
  const isMarkup = title === undefined && text.trimStart().startsWith('<')
  return isMarkup ? undefined : line
}

function isDetail(value: unknown): value is ErrorDetail {
  const reason = memberAt(value, 'reason')
  return Object(value) === value && (!reason || typeof reason === 'string')
}

import { memberAt, valueAt } from '../../core/member.js'
import { parseExact } from '../bodies/exact-json.js'
import type { Exchange } from '../exchange.js'
import type { HttpService } from '../options.js'
import { ApiError, type ApiErrorInit, type ErrorDetail } from './api-error.js'

/** The error for a response that is not 2xx, whatever its body is. */
export function failureOf(response: Response, text: string, reading: Exchange): Error {
  const { service, fail, redact } = reading
  const { status, headers } = response
  let body: unknown
  let message: string | undefined
  let page: { readonly isText: true } | undefined
  try {
    body = text ? parseExact(text) : undefined
    message = messageOf(body, service)
  } catch {
    body = redact(text)
    message = pageText(text)
    page = { isText: true }
  }
  // Many services wrap the whole error in `error`.
  const property = (name: string): unknown =>
    memberAt(body, name) ?? memberAt(memberAt(body, 'error'), name)
  const given = property('code')
  const code = typeof given === 'number' || typeof given === 'string' ? given : undefined
  const details = [property('details')].flat().filter(isDetail)
  const reason = details.find((detail) => detail.reason)?.reason
  const init: ApiErrorInit<unknown, string> = {
    status,
    code,
    reason,
    details,
    body,
    ...page,
    headers,
  }
  const what = `${status}${reason ? ` ${reason}` : ''}${message ? `: ${message}` : ''}`
  return fail(ApiError, what, init, response)
}

/** What a JSON body says in words. */
export function messageOf(body: unknown, { messageIn }: HttpService): string | undefined {
  return messageIn?.(body) ?? textIn(body)
}

/**
 * Where services put the message, the most common place first; `0` begins a list. What is not a string there is searched
 * too.
 */
const usual =
  'message detail error_description title msg error errors errorMessage error_message Message 0'

const deepest = 4

/** For services with the message elsewhere: the text at the first of these pointers that leads to one. */
export function messageAt(pointers: readonly string[]): (body: unknown) => string | undefined {
  return (body) =>
    pointers
      .map((pointer) => valueAt(body, pointer))
      .find((found): found is string => typeof found === 'string' && found !== '')
}

function textIn(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value || undefined
  if (depth > deepest) return undefined
  for (const name of usual.split(' ')) {
    const found = textIn(memberAt(value, name), depth + 1)
    if (found) return found
  }
  return undefined
}

/** The message of an HTML page is its title, that of a text its first line. */
function pageText(text: string): string | undefined {
  const found = /<title[^>]*>\s*([^<\r\n]+)|^(?!\s*<)\s*(.*\S)/i.exec(text)
  return found?.[1] ?? found?.[2]
}

function isDetail(value: unknown): value is ErrorDetail {
  const reason = memberAt(value, 'reason')
  return Object(value) === value && (!reason || typeof reason === 'string')
}

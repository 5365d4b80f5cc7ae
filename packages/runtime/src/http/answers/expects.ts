import { memberAt } from '../../core/member.js'
import { messageOf } from '../errors/failure.js'
import type { ReadContext } from '../exchange.js'

/**
 * Whether the body of a success may be what the document describes, by a look at its top. What does not is something
 * else, usually an error.
 */
export type Expects = (body: unknown, context: ReadContext) => boolean

function isRecord(body: unknown): boolean {
  return Object(body) === body && !Array.isArray(body)
}

/** An object with at least one of `names`. */
export const anyName: Expects = (body, { operation: { names = [] } }) =>
  isRecord(body) && names.some((name) => memberAt(body, name) !== undefined)

/** An object with at least one of `names`, or `null`. */
export const anyNameOrNull: Expects = (body, context) => body === null || anyName(body, context)

/**
 * A value of a union by key. `names` are those of its kinds, and there may be others that are not known yet: a text, or
 * an object that is neither empty nor says what errors say.
 */
export const anyKind: Expects = (body, context) => {
  if (!isRecord(body)) return typeof body === 'string'
  const isEmpty = Object.keys(Object(body)).length === 0
  const saysError =
    messageOf(body, context.service) !== undefined || memberAt(body, 'code') !== undefined
  return anyName(body, context) || !(isEmpty || saysError)
}

/** A value of a union by key, or `null`. */
export const anyKindOrNull: Expects = (body, context) => body === null || anyKind(body, context)

/**
 * An object, without a `code` beside a `message` as errors have. If a validator checks the response afterwards, it
 * decides.
 */
export const anyRecord: Expects = (body, { validator }) =>
  validator !== undefined ||
  (isRecord(body) &&
    (memberAt(body, 'code') === undefined || memberAt(body, 'message') === undefined))

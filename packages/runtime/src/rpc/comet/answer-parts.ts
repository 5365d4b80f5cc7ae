/*
 * Responses and notifications are `unknown` here, because they are read before anything has checked them.
 * These functions read a part of one, whatever its actual type is.
 */
import { memberAt } from '../../core/index.js'

export { memberAt as at } from '../../core/index.js'

/** The header in the result of a method that returns one. */
export function headerIn(answer: unknown): unknown {
  return memberAt(
    memberAt(answer, 'block') ?? memberAt(answer, 'signed_header') ?? answer,
    'header',
  )
}

/** The items of an array; none for anything else, such as `null`. */
export function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A height or an index as received: a number, a decimal string, or absent for zero. */
export function count(value: unknown): number {
  return Number(value ?? 0)
}

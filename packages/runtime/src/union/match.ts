import { own, type Tag, type Tags } from './tags.js'

/** One arm per kind, or fewer and an `otherwise` for all others. */
export type Match<Arms, Rest, Otherwise extends string = 'otherwise'> =
  | Arms
  | (Partial<Arms> & { readonly [Name in Otherwise]: Rest })

/** What the arms that belong to no kind are called; a union may have a kind named like one. */
export interface Fallbacks {
  readonly unknown: string
  readonly otherwise: string
}

const usual: Fallbacks = { unknown: 'unknown', otherwise: 'otherwise' }

type Arm<Result> = (...values: readonly unknown[]) => Result

/**
 * Calls the arm of the value's kind. What has no arm goes to `otherwise`; what this version does
 * not know goes to `unknown`, or to `otherwise` where only that is given.
 */
export function match<Kind extends Tag, Result>(
  tags: Tags<Kind>,
  value: unknown,
  arms: object,
  fallbacks: Fallbacks = usual,
): Result {
  const kind = tags.kind(value)
  if (kind !== undefined) {
    const arm = armAt<Result>(arms, String(kind))
    if (arm) return arm(tags.payload(value, kind), value)
  }
  const unknown = kind === undefined ? armAt<Result>(arms, fallbacks.unknown) : undefined
  const fallback = unknown ?? armAt<Result>(arms, fallbacks.otherwise)
  if (fallback) return fallback(value)
  throw new TypeError(
    `No arm for ${kind === undefined ? 'an unknown kind' : `the kind ${JSON.stringify(kind)}`}.`,
  )
}

/** Only the caller's own functions are arms: a kind may be called `constructor`. */
function armAt<Result>(arms: object, name: string): Arm<Result> | undefined {
  const arm = own(arms, name)
  return isArm<Result>(arm) ? arm : undefined
}

/** What an arm returns is checked where it is written, by the type of the generated `match…`. */
function isArm<Result>(arm: unknown): arm is Arm<Result> {
  return typeof arm === 'function'
}

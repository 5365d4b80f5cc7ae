import { own, type Tag, type Tags } from './tags.js'

/** Some of the arms, and a fallback for all others. */
export type Some<Arms, Rest, Otherwise extends string = 'otherwise'> = Partial<Arms> & {
  readonly [Name in Otherwise]: Rest
}

// `unknown` would swallow `Result`, which is what the compiler suggests inside an arm.
// biome-ignore lint/complexity/noBannedTypes: a result may be anything
// biome-ignore lint/suspicious/noConfusingVoidType: an arm may return nothing
type Anything = {} | null | undefined | void

/** The suggested return type of an arm, for completion inside it; not a constraint. */
export type Hint<Given, Result> = [Given] extends [never]
  ? NoInfer<Result>
  : NoInfer<Result> | Anything

/**
 * One arm per kind, or fewer and an `otherwise` for all others. The given arms decide which of the two
 * applies, so that the compiler reports the one missing arm and not a mismatch with both forms.
 * `Given` is inferred from the arms; it is `never` before that, and if `Result` was written out.
 */
export type Match<Given, Arms, Rest, Otherwise extends string = 'otherwise'> = [Given] extends [
  never,
]
  ? Some<Arms, Rest, Otherwise> | (Arms & { readonly [Name in Otherwise]?: never })
  : Given extends unknown
    ? Otherwise extends keyof Given
      ? Some<Arms, Rest, Otherwise>
      : Arms
    : // Never chosen: `Given` is inferred from this branch.
      Given

type Returned<Arm> = Arm extends (...values: never) => infer Result ? Result : never

/** The result of a match: what its arms return, or `Result` if that was written out. */
export type Matched<Given, Result> = [Given] extends [never]
  ? Result
  : Given extends unknown
    ? Returned<Given[keyof Given]>
    : never

/** The names of the fallback arms, which differ if a union has a kind of the same name. */
export interface Fallbacks {
  readonly unknown: string
  readonly otherwise: string
}

const usual: Fallbacks = { unknown: 'unknown', otherwise: 'otherwise' }

type Arm<Result> = (...values: readonly unknown[]) => Result

/**
 * Calls the arm of the value's kind. Kinds without an arm go to `otherwise`; kinds that this version does
 * not know go to `unknown`, or to `otherwise` if there is no `unknown`.
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

/** Only own members are arms, because a kind may be named `constructor`. */
function armAt<Result>(arms: object, name: string): Arm<Result> | undefined {
  const arm = own(arms, name)
  return isArm<Result>(arm) ? arm : undefined
}

/** The return type of an arm is checked at the call, by the type of the generated `match…`. */
function isArm<Result>(arm: unknown): arm is Arm<Result> {
  return typeof arm === 'function'
}

import { own, type Tag, type Tags } from './tags.js'

/** Some arms, and a fallback for all others. */
export type Some<Arms, Rest, Otherwise extends string = 'otherwise'> = Partial<Arms> & {
  readonly [Name in Otherwise]: Rest
}

// `unknown` would swallow `Result`, which is what the compiler suggests inside an arm.
// biome-ignore lint/complexity/noBannedTypes: a result may be anything
// biome-ignore lint/suspicious/noConfusingVoidType: an arm may return nothing
type Anything = {} | null | undefined | void

/** What an arm should return: a guide for what is written inside it, and no demand. */
export type Hint<Given, Result> = [Given] extends [never]
  ? NoInfer<Result>
  : NoInfer<Result> | Anything

/**
 * One arm per kind, or fewer and an `otherwise` for all others. Which of the two is decided by what
 * was given, so that the compiler complains about the one missing arm and not about both forms.
 * `Given` is inferred from the arms; it is `never` before that, and where `Result` was written out.
 */
export type Match<Given, Arms, Rest, Otherwise extends string = 'otherwise'> = [Given] extends [
  never,
]
  ? Some<Arms, Rest, Otherwise> | (Arms & { readonly [Name in Otherwise]?: never })
  : Given extends unknown
    ? Otherwise extends keyof Given
      ? Some<Arms, Rest, Otherwise>
      : Arms
    : // Never taken: the place that `Given` is inferred from.
      Given

type Returned<Arm> = Arm extends (...values: never) => infer Result ? Result : never

/** What a match gives: whatever its arms return, or `Result` where that was written out. */
export type Matched<Given, Result> = [Given] extends [never]
  ? Result
  : Given extends unknown
    ? Returned<Given[keyof Given]>
    : never

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

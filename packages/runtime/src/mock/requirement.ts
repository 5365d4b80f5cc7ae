import { memberAt } from '../core/member.js'
import { fill } from './fill.js'
import { fits } from './pattern.js'
import { allAt } from './tree.js'

/** What has to be so for a response to be sent; otherwise the service refuses. */
export interface Requirement {
  /** Pointers to numbers in the response, each of which has to be above all those at `above`, or 0. */
  readonly numbers?: readonly string[]
  readonly above?: string
  /** A map in the request that has to have a key for each name at `names` in the response. */
  readonly keys?: string
  /** A list in the request that has to have each name at `names`, unless it is empty or absent. */
  readonly among?: string
  readonly names?: string
  /** Pointers at which the response has nothing, for requests that have these members, as in `pattern.ts`. */
  readonly when?: unknown
  readonly none?: readonly string[]
  readonly status: number
  readonly answer: unknown
}

/** The first requirement that a response does not meet, as the response to send instead. */
export function refusalOf(
  requirements: readonly Requirement[],
  parts: Readonly<Record<string, unknown>>,
  answer: unknown,
  input: unknown,
): { readonly status: number; readonly answer: unknown } | undefined {
  const broken = requirements.find((each) => !isMet(each, answer, input))
  return broken && { status: broken.status, answer: fill(broken.answer, parts, input) }
}

function isMet(requirement: Requirement, answer: unknown, input: unknown): boolean {
  const { numbers = [], above, keys, among, names = '', when, none = [] } = requirement
  if (when !== undefined && !fits(when, input)) return true
  if (none.some((at) => allAt(answer, at).some((found) => found !== undefined))) return false
  const floor = above === undefined ? [0n] : allAt(answer, above).map(integerOf)
  const own = numbers.flatMap((at) => allAt(answer, at)).map(integerOf)
  if (own.some((number) => floor.some((least) => number <= least))) return false
  const named = allAt(answer, names).filter((name) => name !== undefined)
  const [allowed] = among === undefined ? [] : allAt(input, among)
  if (Array.isArray(allowed) && allowed.length > 0) {
    return named.every((name) => allowed.includes(name))
  }
  if (keys === undefined) return true
  const [given] = allAt(input, keys)
  return named.every((name) => memberAt(given, String(name)) !== undefined)
}

function integerOf(value: unknown): bigint {
  return /^\d+$/.test(String(value)) ? BigInt(String(value)) : 0n
}

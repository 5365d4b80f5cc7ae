import type { Problem } from '../core/errors.js'
import { memberAt } from '../core/member.js'

/** `x-tagwire-rules` of a document. In a pointer, `*` is every item of a list or member of a map. */
export type RequestRule =
  /** Exactly one of these members. */
  | { readonly oneOf: readonly string[] }
  /** Members that each value at the pointer has to have. */
  | { readonly at: string; readonly needs: readonly string[] }
  /** Below each value at `at`, the numbers at `sameSum` add up to the same sum. */
  | { readonly at: string; readonly sameSum: string }
  /** The list at `at` has as many items as the one of an earlier answer. */
  | {
      readonly at: string
      readonly sameLength: { readonly operation: string; readonly at: string }
    }

/** What a request does not keep of the rules. An earlier answer that is not given is not asked for. */
export function checkRules(
  rules: readonly RequestRule[],
  request: unknown,
  answers: object = {},
): Problem[] {
  return rules.flatMap((rule) => {
    if ('oneOf' in rule) return checkOneOf(rule.oneOf, request)
    if ('needs' in rule) return checkNeeds(rule.at, rule.needs, request)
    if ('sameSum' in rule) return checkSums(rule.at, rule.sameSum, request)
    const { operation, at } = rule.sameLength
    return checkLength(rule.at, request, `${operation}.${at.slice(1)}`, [
      ...placesAt(memberAt(answers, operation), at),
    ])
  })
}

function checkOneOf(names: readonly string[], request: unknown): Problem[] {
  const given = names.filter((name) => isGiven(memberAt(request, name)))
  if (given.length === 1) return []
  const received = given.length === 0 ? 'none of them' : given.join(' and ')
  return [problem('', `exactly one of ${names.join(', ')}`, received)]
}

function checkNeeds(at: string, names: readonly string[], request: unknown): Problem[] {
  return placesAt(request, at).flatMap(({ path, value }) =>
    names
      .filter((name) => !isGiven(memberAt(value, name)))
      .map((name) => problem(`${path}.${name}`, 'a value', 'nothing')),
  )
}

function checkSums(at: string, numbers: string, request: unknown): Problem[] {
  const sums = placesAt(request, at).map(({ path, value }) => ({
    path,
    sum: placesAt(value, numbers).reduce((sum, each) => sum + integerOf(each.value), 0n),
  }))
  const [first] = sums
  return sums
    .filter(({ sum }) => sum !== first?.sum)
    .map(({ path, sum }) => problem(path, `the sum of ${first?.path}, ${first?.sum}`, `${sum}`))
}

function checkLength(
  at: string,
  request: unknown,
  other: string,
  [model]: readonly Placed[],
): Problem[] {
  const [own] = placesAt(request, at)
  if (!Array.isArray(model?.value)) return []
  const length = Array.isArray(own?.value) ? own.value.length : 0
  if (length === model.value.length) return []
  const path = own?.path ?? at.slice(1)
  return [problem(path, `${model.value.length} items, as in ${other}`, `${length}`)]
}

function problem(path: string, expected: string, received: string): Problem {
  return { path, message: `expected ${expected}, received ${received}`, expected, received }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** What is no integer counts nothing here; saying so is the validators' part. */
function integerOf(value: unknown): bigint {
  return /^\d+$/.test(String(value)) ? BigInt(String(value)) : 0n
}

interface Placed {
  readonly path: string
  readonly value: unknown
}

function placesAt(root: unknown, pointer: string): Placed[] {
  return pointer
    .split('/')
    .slice(1)
    .reduce<Placed[]>(
      (places, token) => places.flatMap((place) => below(place, token)),
      [{ path: '', value: root }],
    )
}

function below({ path, value }: Placed, token: string): Placed[] {
  if (token === '*' && Array.isArray(value)) {
    return value.map((item, index) => ({ path: `${path}[${index}]`, value: item }))
  }
  const names = token === '*' && typeof value === 'object' ? Object.keys(value ?? {}) : [token]
  return names.flatMap((name) => {
    const found = memberAt(value, name)
    return found === undefined ? [] : [{ path: joined(path, name), value: found }]
  })
}

function joined(path: string, name: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `${path}[${JSON.stringify(name)}]`
  return path === '' ? name : `${path}.${name}`
}

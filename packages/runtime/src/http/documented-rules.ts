import type { Problem } from '../core/errors.js'
import { memberAt } from '../core/member.js'
import { asValidator } from '../core/report.js'
import type { RequestValidator } from '../core/validation.js'
import { addressForm } from './address-forms.js'

/** `x-tagwire-rules` of a document. In a pointer, `*` is every item of an array or member of a map. */
export type RequestRule =
  /** Exactly one of these members. */
  | { readonly oneOf: readonly string[] }
  /** At least one of these members. */
  | { readonly someOf: readonly string[] }
  /** Members that, if given, are integers as text. */
  | { readonly integers: readonly string[] }
  /** Members that each value at the pointer must have. */
  | { readonly at: string; readonly needs: readonly string[] }
  /** Below each value at `at`, the numbers at `sameSum` add up to the same sum. */
  | { readonly at: string; readonly sameSum: string }
  /** The array at `at` has as many items as one in an earlier response. */
  | { readonly at: string; readonly sameLength: EarlierValue }
  /** Below each value at `at`, the numbers at `sum` add up to a number in an earlier request. */
  | { readonly at: string; readonly sum: string; readonly asSent: EarlierValue }
  /** Each text at `at` is an address on its chain. */
  | { readonly at: string; readonly addressOf: AddressRule }

interface EarlierValue {
  readonly operation: string
  readonly at: string
}

/** The first `*` of the pointer is the id of the chain, or, with `ids`, its index in that array. */
interface AddressRule {
  readonly ids?: EarlierValue
  /** The array of chains, and the members that describe one. */
  readonly chains: EarlierValue & {
    readonly id: string
    readonly family: string
    readonly prefix: string
  }
}

/** The rules that a request breaks. Rules about earlier calls are skipped if those are not given. */
export function checkRules(
  rules: readonly RequestRule[],
  request: unknown,
  answers: object = {},
  requests: object = {},
): Problem[] {
  return rules.flatMap((rule) => {
    if ('oneOf' in rule) return checkOneOf(rule.oneOf, request)
    if ('someOf' in rule) return checkSomeOf(rule.someOf, request)
    if ('integers' in rule) return checkIntegers(rule.integers, request)
    if ('needs' in rule) return checkNeeds(rule.at, rule.needs, request)
    if ('sameSum' in rule) return checkSums(rule.at, rule.sameSum, request)
    if ('asSent' in rule) {
      return checkSent(rule.at, rule.sum, request, earlier(requests, rule.asSent))
    }
    if ('addressOf' in rule) return checkAddresses(rule.at, rule.addressOf, request, answers)
    const { operation, at } = rule.sameLength
    const model = earlier(answers, rule.sameLength)?.value
    return checkLength(rule.at, request, `${operation}.${at.slice(1)}`, model)
  })
}

/**
 * Validates a request against its schema and its rules. Tolerant, because an echoed response may be newer than
 * this version and must be sent on. The rules come from a function, because bundlers must keep code that reads
 * a member of a table when a module is loaded. `isOptional` inputs may be left out.
 */
export function requestValidator(
  rules: () => readonly RequestRule[],
  schema?: RequestValidator,
  isOptional?: boolean,
): RequestValidator {
  const own = {
    check(request: unknown): readonly Problem[] {
      const isLeftOut = isOptional && request === undefined
      const found = isLeftOut ? [] : (schema?.check(request) ?? [])
      const reported = new Set(found.map(({ path }) => path))
      return [...found, ...checkRules(rules(), request).filter(({ path }) => !reported.has(path))]
    },
  }
  return asValidator(own)
}

function earlier(all: object, { operation, at }: EarlierValue): FoundValue | undefined {
  const [value] = valuesAt(memberAt(all, operation), at)
  return value && { ...value, path: `${operation}.${value.path}` }
}

function checkOneOf(names: readonly string[], request: unknown): Problem[] {
  const given = names.filter((name) => isGiven(memberAt(request, name)))
  if (given.length === 1) return []
  const received = given.length === 0 ? 'none of them' : given.join(' and ')
  return [problem('', `exactly one of ${names.join(', ')}`, received)]
}

function checkSomeOf(names: readonly string[], request: unknown): Problem[] {
  if (names.some((name) => isGiven(memberAt(request, name)))) return []
  return [problem('', `at least one of ${names.join(', ')}`, 'none of them')]
}

function checkIntegers(names: readonly string[], request: unknown): Problem[] {
  return names.flatMap((name) => {
    const value = memberAt(request, name)
    if (!isGiven(value) || (typeof value === 'string' && /^-?\d+$/.test(value))) return []
    return [problem(joined('', name), 'an integer as text', JSON.stringify(value) ?? typeof value)]
  })
}

function checkNeeds(at: string, names: readonly string[], request: unknown): Problem[] {
  return valuesAt(request, at).flatMap(({ path, value }) =>
    names
      .filter((name) => !isGiven(memberAt(value, name)))
      .map((name) => problem(joined(path, name), 'a value', 'nothing')),
  )
}

function checkSums(at: string, numbers: string, request: unknown): Problem[] {
  const sums = sumsAt(at, numbers, request)
  const [first] = sums
  return sums
    .filter(({ sum }) => sum !== first?.sum)
    .map(({ path, sum }) => problem(path, `the sum of ${first?.path}, ${first?.sum}`, `${sum}`))
}

function checkSent(
  at: string,
  numbers: string,
  request: unknown,
  sent: FoundValue | undefined,
): Problem[] {
  if (!isGiven(sent?.value)) return []
  const wanted = integerOf(sent?.value)
  return sumsAt(at, numbers, request)
    .filter(({ sum }) => sum !== wanted)
    .map(({ path, sum }) => problem(path, `the sum ${wanted}, as sent in ${sent?.path}`, `${sum}`))
}

function sumsAt(
  at: string,
  numbers: string,
  request: unknown,
): { readonly path: string; readonly sum: bigint }[] {
  return valuesAt(request, at).map(({ path, value }) => ({
    path,
    sum: valuesAt(value, numbers).reduce((sum, each) => sum + integerOf(each.value), 0n),
  }))
}

/** Only checks strings, of chains in the earlier response; the rest is up to the validators. */
function checkAddresses(
  at: string,
  { chains, ids }: AddressRule,
  request: unknown,
  answers: object,
): Problem[] {
  const known = valuesAt(memberAt(answers, chains.operation), `${chains.at}/*`)
  const byId = new Map(known.map(({ value }) => [memberAt(value, chains.id), value]))
  const list = ids && earlier(answers, ids)?.value
  return valuesAt(request, at).flatMap(({ path, value, stars: [star = ''] }) => {
    const id = ids ? memberAt(list, star) : star
    const chain = byId.get(id)
    const form = addressForm(memberAt(chain, chains.family), memberAt(chain, chains.prefix))
    if (!form || typeof value !== 'string' || form.fits(value)) return []
    return [problem(path, `${form.title}, an address on ${id}`, value)]
  })
}

function checkLength(at: string, request: unknown, other: string, model: unknown): Problem[] {
  const [own] = valuesAt(request, at)
  if (!Array.isArray(model)) return []
  const length = Array.isArray(own?.value) ? own.value.length : 0
  if (length === model.length) return []
  const path = own?.path ?? at.slice(1)
  return [problem(path, `${model.length} items, as in ${other}`, `${length}`)]
}

function problem(path: string, expected: string, received: string): Problem {
  return { path, message: `expected ${expected}, received ${received}`, expected, received }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** Text that is not an integer counts as 0; reporting it is up to the validators. */
function integerOf(value: unknown): bigint {
  return /^\d+$/.test(String(value)) ? BigInt(String(value)) : 0n
}

interface FoundValue {
  readonly path: string
  readonly value: unknown
  /** The key or index that each `*` of the pointer matched. */
  readonly stars: readonly string[]
}

function valuesAt(root: unknown, pointer: string): FoundValue[] {
  return pointer
    .split('/')
    .slice(1)
    .reduce<FoundValue[]>(
      (values, token) => values.flatMap((value) => below(value, token)),
      [{ path: '', value: root, stars: [] }],
    )
}

function below({ path, value, stars }: FoundValue, token: string): FoundValue[] {
  const isStar = token === '*'
  const names = isStar ? Object.keys(Object(value)) : [token]
  return names.flatMap((name) => {
    const found = memberAt(value, name)
    if (found === undefined) return []
    const own = Array.isArray(value) ? `${path}[${name}]` : joined(path, name)
    return [{ path: own, value: found, stars: isStar ? [...stars, name] : stars }]
  })
}

function joined(path: string, name: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `${path}[${JSON.stringify(name)}]`
  return path === '' ? name : `${path}.${name}`
}

import type { Problem } from '../core/errors.js'

/** Where a value stands in what holds it: a field's name or an index, or one of the places below. */
export type Key = string | number

/** The value that the walk began with. */
export const ROOT = -2

/** The value that is being looked at: several rules hold for it at once. */
export const HERE = -1

/**
 * One rule. `true` goes on: the value holds, or it does not and all problems are wanted. The key
 * says where the value stands, for the problem's path.
 */
export type Check = (value: unknown, at: Walk, key: Key) => boolean

/** A problem before its path is text. */
export interface Finding extends Omit<Problem, 'path'> {
  readonly path: readonly Key[]
}

/** Deeper values are refused: recursion would end the stack, and cycles would never end. */
export const DEEPEST = 1000

/** More problems than this say nothing new. */
const MOST = 1000

/**
 * After so many looks a walk remembers its answers. Rules that overlap look at the same values again
 * and again, twice as often with every level, and one object can stand in many places.
 */
const MANY = 50_000

type Known = Map<unknown, Map<object, boolean>>

/** What is known of values: checked strictly, tolerantly, and by a walk that collects problems. */
class Answers {
  readonly exact: Known = new Map()
  readonly loose: Known = new Map()
  readonly noted: Known = new Map()

  of({ collect, strict }: Walk): Known {
    return collect ? this.noted : strict ? this.exact : this.loose
  }
}

/** One walk through one value: what is asked, and what was found. */
export class Walk {
  /** All problems are wanted, not only whether there are any. */
  collect: boolean
  /** What this version does not know is wanted too. */
  watch: boolean
  /** The value is held to exactly what the document says. */
  strict: boolean
  formats: boolean
  /** Text in another form than it claims is a problem in a tolerant walk too. */
  exact: boolean
  readonly path: Key[] = []
  readonly problems: Finding[] = []
  readonly unknown: Finding[] = []
  depth = 0
  /** How often values were looked at where rules can overlap. */
  looks = 0
  answers: Answers | undefined
  /** The fields that this version knows of the current object; `undefined` allows any name. */
  known: (() => ReadonlySet<string>) | undefined
  /** How long the path of a union without a known kind is: its unknown fields are the unknown kind. */
  kindless = -1

  constructor(collect: boolean, watch: boolean, strict: boolean, formats?: boolean) {
    this.collect = collect
    this.watch = watch
    this.strict = strict
    this.formats = formats !== false
    this.exact = formats === true
  }
}

/** Goes into a value; `false` when that is too deep, and then the walk is over. */
export function enter(at: Walk, key: Key): boolean {
  if (++at.depth > DEEPEST) return tooDeep(at)
  if (at.collect && isSegment(key)) at.path.push(key)
  return true
}

export function leave(at: Walk, key: Key): void {
  at.depth--
  if (at.collect && isSegment(key)) at.path.pop()
}

/** The end of a walk that has gone too far down. */
export function tooDeep(at: Walk): false {
  if (at.collect) {
    const expected = `at most ${DEEPEST} levels`
    const problem = finding(at, HERE, expected, 'more', `nested too deeply: ${expected}`)
    at.problems.push({ ...problem, path: at.path.slice(0, 16) })
  }
  // Nothing else is looked at: a circle can have more than one way around it.
  at.collect = false
  at.watch = false
  return false
}

/** The value is not what it should be. Gives back whether to go on. */
export function fail(at: Walk, key: Key, expected: string, value: unknown): boolean {
  return at.collect ? failAs(at, key, expected, describe(value)) : false
}

export function failAs(
  at: Walk,
  key: Key,
  expected: string,
  received: string,
  message?: string,
): boolean {
  if (!at.collect) return false
  at.problems.push(finding(at, key, expected, received, message))
  if (at.problems.length >= MOST) {
    at.collect = false
    at.watch = false
  }
  return at.collect
}

/** Something that this version does not know. It never makes a value fail. */
export function drift(
  at: Walk,
  key: Key,
  expected: string,
  received: string,
  message: string,
): true {
  if (at.watch && at.unknown.length < MOST) {
    at.unknown.push(finding(at, key, expected, received, message))
  }
  return true
}

function finding(
  at: Walk,
  key: Key,
  expected: string,
  received: string,
  message = `expected ${expected}, received ${received}`,
): Finding {
  return { path: isSegment(key) ? [...at.path, key] : [...at.path], message, expected, received }
}

export function isSegment(key: Key): boolean {
  return typeof key === 'string' || key >= 0
}

/** Counts a look at a value, and says whether it is time to remember. */
export function hasLookedOften(at: Walk): boolean {
  return ++at.looks > MANY
}

/** The answer of a rule about a value: the known one, or one that is found out now. */
export function recall(at: Walk, rule: object, value: unknown, look: () => boolean): boolean {
  if (typeof value !== 'object' || value === null) return look()
  at.answers ??= new Answers()
  const known = at.answers.of(at)
  const rules = known.get(value) ?? new Map<object, boolean>()
  const before = rules.get(rule)
  if (before !== undefined) return before
  const found = at.problems.length + at.unknown.length
  const answer = look()
  // What was found is told at each place, until there is enough of it.
  const isClean = at.problems.length + at.unknown.length === found
  if (isClean) known.set(value, rules.set(rule, answer))
  return answer
}

/** Whether a rule holds, whatever the walk is for: nothing is noted down. */
export function holds(check: Check, value: unknown, at: Walk, strict: boolean): boolean {
  const { collect, watch, strict: outer, depth, known } = at
  at.collect = false
  at.watch = false
  at.strict = strict
  at.known = undefined
  try {
    return hasLookedOften(at)
      ? recall(at, check, value, () => check(value, at, HERE))
      : check(value, at, HERE)
  } finally {
    at.collect = collect
    at.watch = watch
    at.strict = outer
    at.depth = depth
    at.known = known
  }
}

let idle: Walk | undefined

/** The same for a whole value. Walks that note nothing down are used again. */
export function fits(check: Check, value: unknown, strict: boolean, formats?: boolean): boolean {
  const at = idle ?? new Walk(false, false, strict, formats)
  // While a value is read, its getters can ask about another one.
  idle = undefined
  at.strict = strict
  at.formats = formats !== false
  at.exact = formats === true
  at.depth = 0
  at.looks = 0
  at.known = undefined
  try {
    return check(value, at, ROOT)
  } catch {
    return false
  } finally {
    at.answers = undefined
    idle = at
  }
}

/** What a value is, in a few words that never hold a secret. */
export function describe(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  return typeof value
}

/** A short value as it stands in JSON, for messages about words and numbers. */
export function show(value: unknown): string {
  if (typeof value !== 'string') {
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : describe(value)
  }
  return JSON.stringify(cut(value))
}

/** As much of a text as a message has room for. */
export function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** `operations[2].swap["@type"]` */
export function pathText(path: readonly Key[]): string {
  let text = ''
  for (const key of path) {
    if (typeof key === 'number') text += `[${key}]`
    else if (!/^[A-Za-z_$][\w$]*$/.test(key)) text += `[${JSON.stringify(key)}]`
    else text += text === '' ? key : `.${key}`
  }
  return text
}

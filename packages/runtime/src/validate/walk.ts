import type { Problem } from '../core/errors.js'

/** The key of a value in its parent: a field's name, an index, or one of the constants below. */
export type Key = string | number

/** The root value. */
export const ROOT = -2

/** The current value itself, which several rules check. */
export const HERE = -1

/**
 * One rule. Returns `true` to continue: the value is valid, or it is not and all problems are collected. The
 * key is for the problem's path.
 */
export interface Check {
  (value: unknown, at: Walk, key: Key): boolean
  /** The check of the fields, if all that the rule does first is to look whether the value is an object. */
  readonly fields?: FieldsCheck
}

export type FieldsCheck = (value: object, at: Walk) => boolean

/** A problem whose path is not formatted yet. */
export interface Finding extends Omit<Problem, 'path'> {
  readonly path: readonly Key[]
}

/** Deeper values are rejected: recursion would overflow the stack, and cycles would never end. */
export const DEEPEST = 1000

/** The maximum number of problems. */
const MOST = 1000

/**
 * After this many checks a walk remembers its results. Overlapping rules check the same values again
 * and again, twice as often with every level, and one object can occur in many places.
 */
const MANY = 50_000

type Known = Map<unknown, Map<object, boolean>>

/** Remembered results: of strict checks, of tolerant checks, and of walks that collect problems. */
class Answers {
  readonly exact: Known = new Map()
  readonly loose: Known = new Map()
  readonly noted: Known = new Map()

  of({ collect, strict }: Walk): Known {
    return collect ? this.noted : strict ? this.exact : this.loose
  }
}

/** The state of validating one value: the mode, and what was found. */
export class Walk {
  /** Whether to collect all problems, and not only whether there are any. */
  collect: boolean
  /** Whether to collect drift too. */
  watch: boolean
  /** Whether to accept only what the document describes. */
  strict: boolean
  formats: boolean
  /** Whether text that is not in its format is a problem in tolerant mode too. */
  exact: boolean
  readonly path: Key[] = []
  readonly problems: Finding[] = []
  readonly unknown: Finding[] = []
  depth = 0
  /** The number of checks by rules that can overlap. */
  looks = 0
  answers: Answers | undefined
  /** The known fields of the current object; `undefined` allows any name. */
  known: (() => ReadonlySet<string>) | undefined
  /** The same for the member of a union that is looked at: without the fields of other members, and of what is around. */
  own: (() => ReadonlySet<string>) | undefined
  /** Whether the next rule is such a member. */
  alone = false
  /** The path length of a union value without a known kind: its unknown fields are the unknown kind. */
  kindless = -1

  constructor(collect: boolean, watch: boolean, strict: boolean, formats?: boolean) {
    this.collect = collect
    this.watch = watch
    this.strict = strict
    this.formats = formats !== false
    this.exact = formats === true
  }
}

/** Descends into a value; `false` if that is too deep, which ends the walk. */
export function enter(at: Walk, key: Key): boolean {
  if (++at.depth > DEEPEST) return tooDeep(at)
  if (at.collect && isSegment(key)) at.path.push(key)
  return true
}

export function leave(at: Walk, key: Key): void {
  at.depth--
  if (at.collect && isSegment(key)) at.path.pop()
}

/** Ends a walk that has descended too deep. */
export function tooDeep(at: Walk): false {
  if (at.collect) {
    const expected = `at most ${DEEPEST} levels`
    const found = finding(at, HERE, expected, 'more', `nested too deeply: ${expected}`)
    const problem = { ...found, path: at.path.slice(0, 16) }
    at.problems.push(problem)
    // No drift would look as if nothing were new in a value of which little was read.
    if (at.watch) at.unknown.push(problem)
  }
  // Nothing else is checked, because a cycle can have several paths.
  at.collect = false
  at.watch = false
  return false
}

/** Reports a problem. Returns whether to continue. */
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

/** Reports something that this version does not know, which never makes a value invalid. */
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

/** Counts a check, and returns whether to remember results from now on. */
export function hasLookedOften(at: Walk): boolean {
  return ++at.looks > MANY
}

/** The result of a rule for a value: remembered, or determined now. */
export function recall(at: Walk, rule: object, value: unknown, look: () => boolean): boolean {
  if (typeof value !== 'object' || value === null) return look()
  at.answers ??= new Answers()
  const known = at.answers.of(at)
  const rules = known.get(value) ?? new Map<object, boolean>()
  const before = rules.get(rule)
  if (before !== undefined) return before
  const found = at.problems.length + at.unknown.length
  const answer = look()
  // Findings are reported at each place, up to the maximum.
  const isClean = at.problems.length + at.unknown.length === found
  if (isClean) known.set(value, rules.set(rule, answer))
  return answer
}

/** Whether a rule matches, without collecting anything. */
export function holds(check: Check, value: unknown, at: Walk, strict: boolean): boolean {
  const { collect, watch, strict: outer, depth } = at
  at.collect = false
  at.watch = false
  at.strict = strict
  at.alone = true
  try {
    return hasLookedOften(at)
      ? recall(at, check, value, () => check(value, at, HERE))
      : check(value, at, HERE)
  } finally {
    at.collect = collect
    at.watch = watch
    at.strict = outer
    at.depth = depth
    at.alone = false
  }
}

let idle: Walk | undefined

/** The same for a whole value. Walks that collect nothing are reused. */
export function fits(check: Check, value: unknown, strict: boolean, formats?: boolean): boolean {
  const at = idle ?? new Walk(false, false, strict, formats)
  // While a value is read, its getters can validate another one.
  idle = undefined
  at.strict = strict
  at.formats = formats !== false
  at.exact = formats === true
  at.depth = 0
  at.looks = 0
  at.known = undefined
  at.alone = false
  try {
    return check(value, at, ROOT)
  } catch {
    return false
  } finally {
    at.answers = undefined
    idle = at
  }
}

/** Describes a value in a few words that never contain a secret. */
export function describe(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  return typeof value
}

/** A short value as JSON, for messages about strings and numbers. */
export function show(value: unknown): string {
  if (typeof value !== 'string') {
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : describe(value)
  }
  return JSON.stringify(cut(value))
}

/** Shortens a text for a message. */
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

import { type ImpliedKinds, impliedKind } from '../core/implied-kind.js'
import { isObject, type JsonObject, own } from './objects.js'
import {
  type Check,
  cut,
  describe,
  drift,
  enter,
  failAs,
  HERE,
  holds,
  type Key,
  leave,
  show,
  type Walk,
} from './walk.js'

/** Without a prototype, because `constructor` is not a kind unless a document says so. */
type Table = { readonly [kind: string]: Check | undefined }

/** The rule of each kind, resolved on first use, because unions can be recursive. */
export type Kinds = () => Table

export function kinds(rules: () => { readonly [kind: string]: Check }): Kinds {
  let table: Table | undefined
  return () => (table ??= Object.assign(Object.create(null), rules()))
}

export interface KeyedOptions {
  /** Unit kinds: a bare string on the wire. */
  readonly units?: readonly string[]
  /** Kinds whose payload may be `null`, so that `null` does not mean absent. */
  readonly nullable?: readonly string[]
  /** Kinds whose rule is for the whole object, not for the payload under the key. */
  readonly whole?: readonly string[]
  /** Several kinds at a time are allowed. */
  readonly several?: true
}

const NO_OPTIONS: KeyedOptions = {}

/** `{ <kind>: payload, … }`. The keys decide the kind, and only its rule is checked. */
export function keyed(
  value: unknown,
  at: Walk,
  rules: Kinds,
  options: KeyedOptions = NO_OPTIONS,
): boolean {
  const table = rules()
  if (!isObject(value)) return unit(value, at, table, options)
  let found: string | undefined
  let rule: Check | undefined
  let content: unknown
  for (const key in value) {
    const next = table[key]
    if (next === undefined || !Object.hasOwn(value, key)) continue
    const payload = value[key]
    if (payload === undefined || (payload === null && !options.nullable?.includes(key))) continue
    if (found !== undefined) {
      if (!options.several) return twoKinds(at, found, key)
      if (rule && !inKind(value, content, at, found, rule, options)) return false
    }
    found = key
    rule = next
    content = payload
  }
  if (found === undefined || rule === undefined) return noKind(value, at, table)
  return inKind(value, content, at, found, rule, options)
}

/** Checks the payload under the key, or the whole object. */
function inKind(
  value: JsonObject,
  content: unknown,
  at: Walk,
  key: string,
  rule: Check,
  { whole }: KeyedOptions,
): boolean {
  return whole?.includes(key) ? rule(value, at, HERE) : rule(content, at, key)
}

/** A bare string is a unit kind, or a new one: also where no kind is a unit yet. */
function unit(value: unknown, at: Walk, table: Table, { units }: KeyedOptions): boolean {
  if (typeof value !== 'string' || (at.strict && !units)) {
    return failAs(at, HERE, units ? 'object or string' : 'object', describe(value))
  }
  if (units?.includes(value)) return true
  return newKind(at, HERE, value, [...(units ?? []), ...Object.keys(table)])
}

function twoKinds(at: Walk, first: string, second: string): boolean {
  const both = `${show(first)} and ${show(second)}`
  return failAs(at, HERE, 'exactly one kind', both, `two kinds at once: ${both}`)
}

function noKind(value: object, at: Walk, table: Table): boolean {
  const known = Object.keys(table)
  const beside = at.own?.()
  const isNew = (key: string): boolean => table[key] === undefined && !beside?.has(key)
  const news = newKeys(value, isNew)
  if (at.strict || news.length === 0) {
    const received = news.length > 0 ? `the keys ${listed(news)}` : 'none of them'
    return failAs(at, HERE, oneKey(known), received, `no known kind: expected ${oneKey(known)}`)
  }
  if (at.watch) at.kindless = at.path.length
  return drift(at, HERE, oneKey(known), listed(news), `unknown kind: ${listed(news)}`)
}

/** The keys of a kind that is not known. Only where no other key is new, its payload can be `null`. */
function newKeys(value: object, isNew: (key: string) => boolean): readonly string[] {
  const keys = Object.keys(value).filter((key) => isNew(key) && own(value, key) !== undefined)
  const held = keys.filter((key) => own(value, key) !== null)
  return held.length > 0 ? held : keys
}

function oneKey(known: readonly string[]): string {
  return `one of the keys ${listed(known)}`
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 20).map(cut).join(', ')
  return names.length > 20 ? `${shown}, …` : shown
}

/**
 * `{ <property>: kind, … }`: the rule of the kind checks the whole value. `tags` are the kinds as they
 * are on the wire, if not all of them are strings; `implied` are kinds whose tag may be absent; `otherwise` is the kind
 * of objects with any other tag, or with none.
 */
export function tagged(
  value: unknown,
  at: Walk,
  key: Key,
  property: string,
  rules: Kinds,
  tags?: readonly unknown[],
  implied?: ImpliedKinds,
  otherwise?: string,
): boolean {
  if (!isObject(value)) return failAs(at, key, 'object', describe(value))
  const table = rules()
  const given = own(value, property)
  const kind = given === undefined && implied ? tagWithout(value, implied, tags) : given
  const isTag = tags ? tags.includes(kind) : typeof kind === 'string'
  const rule = isTag ? table[String(kind)] : undefined
  if (rule) {
    // Only strictly is a tag required that has a default.
    const whole = given === kind || at.strict ? value : { ...value, [property]: kind }
    if (whole !== value && at.watch) noteAbsent(at, key, property, rule, value, whole)
    return at.collect ? named(at, kind, rule, whole, key) : rule(whole, at, key)
  }
  const other = otherwise === undefined ? undefined : table[otherwise]
  if (other) return at.collect ? named(at, otherwise, other, value, key) : other(value, at, key)
  return unknownTag(at, key, property, kind, tags ?? Object.keys(table))
}

/** Without its tag, a value is drift if only the tag is missing for it to be valid. */
function noteAbsent(
  at: Walk,
  key: Key,
  property: string,
  rule: Check,
  value: unknown,
  whole: unknown,
): void {
  if (holds(rule, value, at, true) || !holds(rule, whole, at, true)) return
  if (!enter(at, key)) return
  drift(at, property, 'a value', 'undefined', 'left out, though required')
  leave(at, key)
}

/** The tag that a value without one stands for. */
function tagWithout(
  value: JsonObject,
  implied: ImpliedKinds,
  tags: readonly unknown[] | undefined,
): unknown {
  const kind = impliedKind(value, implied)
  return tags ? tags.find((tag) => String(tag) === kind) : kind
}

function unknownTag(
  at: Walk,
  key: Key,
  property: string,
  kind: unknown,
  known: readonly unknown[],
): boolean {
  if (!enter(at, key)) return false
  const expected = `one of ${known.slice(0, 20).map(show).join(', ')}`
  const fits = !at.strict && known.some((each) => typeof each === typeof kind)
  const goesOn = fits
    ? drift(at, property, expected, show(kind), `unknown kind ${show(kind)}`)
    : failAs(at, property, expected, show(kind))
  leave(at, key)
  return goesOn
}

/** The path does not contain the kind, so messages name it. */
function named(at: Walk, kind: unknown, rule: Check, value: unknown, key: Key): boolean {
  const before = at.problems.length
  const goesOn = rule(value, at, key)
  for (let index = before; index < at.problems.length; index++) {
    const problem = at.problems[index]
    if (!problem || problem.message.includes(' (kind ')) continue
    at.problems[index] = { ...problem, message: `${problem.message} (kind ${show(kind)})` }
  }
  return goesOn
}

function newKind(at: Walk, key: Key, kind: string, known: readonly string[]): boolean {
  const expected = `one of ${known.slice(0, 20).map(show).join(', ')}`
  if (at.strict) return failAs(at, key, expected, show(kind))
  return drift(at, key, expected, show(kind), `unknown kind ${show(kind)}`)
}

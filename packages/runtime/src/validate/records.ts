import { isObject } from './objects.js'
import {
  type Check,
  DEEPEST,
  describe,
  drift,
  fail,
  HERE,
  hasLookedOften,
  isSegment,
  type Key,
  recall,
  tooDeep,
  type Walk,
} from './walk.js'

/** An object by the names of its fields, whose values are not known yet. */
export type Fields<Name extends string> = { readonly [Each in Name]?: unknown }

function isFields<Name extends string>(value: unknown): value is Fields<Name> {
  return isObject(value)
}

type Rules<Value> = (value: Value, at: Walk) => boolean

/**
 * An object with fields. `names` are those that this version knows; without it, any name is allowed. Every
 * object is `Fields`, because the values are unknown.
 */
export function record<const Name extends string>(
  names: readonly Name[] | undefined,
  fields: Rules<Fields<Name>>,
): Check
export function record(names: readonly string[] | undefined, fields: Rules<object>): Check {
  const known = knownNames(names)
  // `isObject`, inlined: as a call it makes validation a tenth slower.
  const check: Check = (value, at, key) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? at.collect
        ? inside(value, at, key, known, fields)
        : fields(value, at)
      : fail(at, key, 'object', value)
  return Object.assign(check, { fields })
}

/** An object that can be recursive, or that several rules check: its results are remembered. */
export function tracked<const Name extends string>(
  names: readonly Name[] | undefined,
  fields: Rules<Fields<Name>>,
): Check {
  const known = knownNames(names)
  return (value, at, key) =>
    isFields<Name>(value) ? account(value, at, key, known, fields) : fail(at, key, 'object', value)
}

/** The same, only for values that are objects. */
export function ifRecord<const Name extends string>(
  names: readonly Name[] | undefined,
  fields: Rules<Fields<Name>>,
): Check {
  const known = knownNames(names)
  return (value, at, key) => !isFields<Name>(value) || account(value, at, key, known, fields)
}

/** Several rules for one value of any type. */
export function compose(
  names: readonly string[] | undefined,
  rules: (value: unknown, at: Walk) => boolean,
): Check {
  const known = knownNames(names)
  return (value, at, key) => account(value, at, key, known, rules)
}

function account<Value>(
  value: Value,
  at: Walk,
  key: Key,
  known: Known,
  rules: Rules<Value>,
): boolean {
  if (++at.depth > DEEPEST) return tooDeep(at)
  const goesOn = hasLookedOften(at)
    ? recalled(value, at, key, known, rules)
    : at.collect
      ? inside(value, at, key, known, rules)
      : knowing(value, at, key, known, rules)
  at.depth--
  return goesOn
}

function recalled<Value>(
  value: Value,
  at: Walk,
  key: Key,
  known: Known,
  rules: Rules<Value>,
): boolean {
  const look = at.collect ? inside : knowing
  // The result also depends on the outer rule, so it is not remembered by itself.
  if (key === HERE) return look(value, at, key, known, rules)
  return recall(at, rules, value, () => look(value, at, key, known, rules))
}

/** Rules for the same object share its known fields: the outermost has them all, and a member of a union its own. */
function knowing<Value>(
  value: Value,
  at: Walk,
  key: Key,
  known: Known,
  rules: Rules<Value>,
): boolean {
  const { known: outer, own } = at
  if (key !== HERE) at.known = known
  if (key !== HERE || at.alone) at.own = known
  at.alone = false
  const goesOn = rules(value, at)
  at.known = outer
  at.own = own
  return goesOn
}

/** The same with a path, for collecting problems. */
function inside<Value>(
  value: Value,
  at: Walk,
  key: Key,
  known: Known,
  rules: Rules<Value>,
): boolean {
  if (isSegment(key)) at.path.push(key)
  if (!knowing(value, at, key, known, rules)) return false
  if (at.watch && key !== HERE) noteUnknown(value, at, known)
  if (isSegment(key)) at.path.pop()
  return true
}

type Known = (() => ReadonlySet<string>) | undefined

function knownNames(names: readonly string[] | undefined): Known {
  let known: ReadonlySet<string> | undefined
  return names && (() => (known ??= new Set(names)))
}

function noteUnknown(value: unknown, at: Walk, known: Known): void {
  const kindless = at.kindless >= at.path.length
  at.kindless = -1
  if (kindless || !known || !isObject(value)) return
  const names = known()
  for (const name in value) {
    if (names.has(name) || !Object.hasOwn(value, name)) continue
    const received = describe(value[name])
    drift(at, name, 'no such field', received, `unknown field of type ${received}`)
  }
}

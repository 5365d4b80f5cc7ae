import {
  type Check,
  describe,
  drift,
  type Finding,
  failAs,
  hasLookedOften,
  holds,
  type Key,
  type Walk,
} from './walk.js'

/** At least one of the rules matches. What no member that fits knows is drift. */
export function anyOf(
  value: unknown,
  at: Walk,
  key: Key,
  expected: string,
  ...rules: readonly Check[]
): boolean {
  const fitting = fittingOf(rules, value, at, true)
  return fitting.length > 0
    ? accept(fitting, value, at, key)
    : tolerate(value, at, key, expected, rules)
}

/** Exactly one of the rules matches; in tolerant mode, more than one is the document's fault, not the value's. */
export function oneOf(
  value: unknown,
  at: Walk,
  key: Key,
  expected: string,
  ...rules: readonly Check[]
): boolean {
  const fitting = rules.filter((rule) => holds(rule, value, at, true))
  if (fitting.length === 0) return tolerate(value, at, key, expected, rules)
  if (fitting.length > 1) {
    const [one, received] = [`exactly one of: ${expected}`, `a value that fits ${fitting.length}`]
    if (at.strict) return failAs(at, key, one, received)
    drift(at, key, one, received, `fits ${fitting.length} members of which exactly one should`)
  }
  return accept(fitting, value, at, key)
}

/** The rules that match. One is enough where drift is not asked for. */
function fittingOf(
  rules: readonly Check[],
  value: unknown,
  at: Walk,
  strict: boolean,
): readonly Check[] {
  const fits = (rule: Check): boolean => holds(rule, value, at, strict)
  if (at.watch) return rules.filter(fits)
  const first = rules.find(fits)
  return first ? [first] : []
}

/** The field that one member does not know can be a field of another that fits, too. */
function accept(fitting: readonly Check[], value: unknown, at: Walk, key: Key): boolean {
  if (!at.watch) return true
  const before = at.unknown.length
  const { kindless } = at
  let least: Finding[] | undefined
  let isKindless = kindless
  for (const rule of fitting) {
    // Unions inside unions would be walked twice as often with every level.
    if (least && hasLookedOften(at)) break
    at.kindless = kindless
    at.alone = true
    rule(value, at, key)
    at.alone = false
    const found = at.unknown.splice(before)
    if (!least || found.length < least.length) {
      least = found
      isKindless = at.kindless
    }
    if (found.length === 0) break
  }
  at.kindless = isKindless
  at.unknown.push(...(least ?? []))
  return at.collect
}

/** If no rule matches strictly: in tolerant mode, those that match tolerantly. */
function tolerate(
  value: unknown,
  at: Walk,
  key: Key,
  expected: string,
  rules: readonly Check[],
): boolean {
  const fitting = at.strict ? [] : fittingOf(rules, value, at, false)
  return fitting.length > 0
    ? accept(fitting, value, at, key)
    : failAs(at, key, expected, describe(value))
}

export function not(value: unknown, at: Walk, key: Key, rule: Check): boolean {
  return !holds(rule, value, at, true) || failAs(at, key, 'something else', describe(value))
}

/** `if`, `then`, `else`. */
export function when(
  value: unknown,
  at: Walk,
  key: Key,
  condition: Check,
  met: Check | undefined,
  unmet?: Check,
): boolean {
  const rule = holds(condition, value, at, true) ? met : unmet
  return rule?.(value, at, key) ?? true
}

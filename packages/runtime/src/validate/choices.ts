import { type Check, describe, failAs, holds, type Key, type Walk } from './walk.js'

/** At least one of the rules matches. Unknown members of the first match are drift. */
export function anyOf(
  value: unknown,
  at: Walk,
  key: Key,
  expected: string,
  ...rules: readonly Check[]
): boolean {
  const fitting = rules.find((rule) => holds(rule, value, at, true))
  return fitting ? accept(fitting, value, at, key) : tolerate(value, at, key, expected, rules)
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
  const [first] = fitting
  if (!first) return tolerate(value, at, key, expected, rules)
  if (fitting.length > 1 && at.strict) {
    return failAs(at, key, `exactly one of: ${expected}`, `a value that fits ${fitting.length}`)
  }
  return accept(first, value, at, key)
}

function accept(rule: Check, value: unknown, at: Walk, key: Key): boolean {
  return at.watch ? rule(value, at, key) : true
}

/** If no rule matches strictly: in tolerant mode, the first rule that matches tolerantly. */
function tolerate(
  value: unknown,
  at: Walk,
  key: Key,
  expected: string,
  rules: readonly Check[],
): boolean {
  const fitting = at.strict ? undefined : rules.find((rule) => holds(rule, value, at, false))
  if (fitting) return accept(fitting, value, at, key)
  return failAs(at, key, expected, describe(value))
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

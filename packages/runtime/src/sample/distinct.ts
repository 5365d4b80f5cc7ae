import type { SampleChoice, SampleRule } from './rule.js'
import { disjoint, type TypesOf } from './types.js'

/** What is known of the objects that a rule allows. */
interface Described {
  readonly rules: Map<string, SampleRule[]>
  readonly required: Set<string>
  /** Whether it allows keys that it does not describe. */
  isOpen: boolean
  /** Whether nothing else is said of them. */
  isWhole: boolean
}

/**
 * The members of a `oneOf` whose values, with all their fields, no other member allows: a point in the plane is no point
 * in space, but the other way round it may be. Each choice is compared once.
 */
export function createDistinct(
  ruleOf: (name: string) => SampleRule | undefined,
  typesOf: TypesOf,
  leavesOut: 'read' | 'write',
): (choice: SampleChoice) => ReadonlySet<SampleRule> {
  const known = new WeakMap<SampleChoice, ReadonlySet<SampleRule>>()

  const objectOf = (rule: SampleRule, found: Described, depth = 0): Described => {
    const { reference, all = [], record, choices, when } = rule
    const target = reference === undefined ? undefined : ruleOf(reference)
    const inner = depth < DEEPEST ? [...(target ? [target] : []), ...all] : []
    for (const each of inner) objectOf(each, found, depth + 1)
    if (choices || when || depth === DEEPEST) found.isWhole = false
    for (const { name, rule, required, flow } of record?.fields ?? []) {
      if (flow === leavesOut) continue
      found.rules.set(name, [...(found.rules.get(name) ?? []), rule])
      if (required) found.required.add(name)
    }
    for (const name of record?.required ?? []) found.required.add(name)
    if (record?.rest?.never) found.isOpen = false
    return found
  }

  /** The values that a rule allows; `undefined` if it lists none. */
  const valuesOf = (rules: readonly SampleRule[]): readonly unknown[] | undefined => {
    for (const { values, reference } of rules) {
      const target = reference === undefined ? undefined : ruleOf(reference)
      const found = values ?? target?.values
      if (found) return found
    }
    return undefined
  }

  const exclude = (own: readonly SampleRule[], other: readonly SampleRule[]): boolean => {
    const [left, right] = [valuesOf(own), valuesOf(other)]
    if (left && right) return !left.some((each) => right.includes(each))
    return own.some((one) =>
      other.some((each) => {
        const [types, others] = [typesOf(one), typesOf(each)]
        return types !== undefined && others !== undefined && areApart(types, others)
      }),
    )
  }

  const isRefused = (own: SampleRule, other: SampleRule): boolean => {
    const [types, others] = [typesOf(own), typesOf(other)]
    if (types && others && disjoint(types, others)) return true
    if (types && !types.includes('object')) return false
    const made = objectOf(own, anyObject())
    const wanted = objectOf(other, anyObject())
    const isMade = (name: string): boolean => made.rules.has(name) || made.required.has(name)
    return (
      (made.isWhole && [...wanted.required].some((name) => !isMade(name))) ||
      (!wanted.isOpen &&
        wanted.isWhole &&
        [...made.required].some((name) => !wanted.rules.has(name))) ||
      [...made.required].some((name) =>
        exclude(made.rules.get(name) ?? [], wanted.rules.get(name) ?? []),
      )
    )
  }

  return (choice) => {
    const before = known.get(choice)
    if (before) return before
    const { members } = choice
    const found = new Set(
      members.filter((own) => members.every((other) => other === own || isRefused(own, other))),
    )
    known.set(choice, found)
    return found
  }
}

const DEEPEST = 8

function anyObject(): Described {
  return { rules: new Map(), required: new Set(), isOpen: true, isWhole: true }
}

function areApart(left: readonly string[], right: readonly string[]): boolean {
  return disjoint(left, right) && !(left.includes('null') && right.includes('null'))
}

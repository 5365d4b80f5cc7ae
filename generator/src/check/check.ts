import { isDictionary } from '../model/json.js'
import { knownNames } from '../model/rules/facts.js'
import { pureReference } from '../model/rules/pure-reference.js'
import type { Rule, RuleOf } from '../model/rules/rule.js'
import { add, type Checking, type Finding, isInexact, isWrong, type Path } from './finding.js'
import { listFindings } from './lists.js'
import { newFields, recordFindings } from './records.js'
import { scalarFindings } from './scalars.js'
import { unionFindings } from './unions.js'
import { receivedOf } from './values.js'

/** Values nested deeper are not checked: no document describes them, and the stack is limited. */
const DEEPEST = 500

/** How much work checks were, whatever the machine. */
export interface Meter {
  rules: number
}

/**
 * Validates values against rules without generating code: slower than a generated validator with the same
 * results, but each finding has its schema and the change that would fix that schema.
 */
export function createCheck(
  ruleOf: RuleOf,
  leavesOut: 'read' | 'write',
  /** Counts the rules that are looked at. */
  meter?: Meter,
): (rule: Rule, value: unknown) => Finding[] {
  const namesOf = createKnownNames(ruleOf)
  let known: readonly string[] | undefined
  /** Whether what is being found depends on the names that are known here. */
  let usesNames = false

  /**
   * Memoized per value: otherwise, members of a union that share fields would check the same values again,
   * twice as often with every level. A value of a payload is at one location, so its findings never change.
   */
  let seen = new WeakMap<object, Map<Rule, Finding[]>>()

  const whole = (rule: Rule, value: unknown, path: Path): Finding[] => {
    if (typeof value !== 'object' || value === null) return look(rule, value, path)
    const before = seen.get(value) ?? new Map<Rule, Finding[]>()
    seen.set(value, before)
    const found = before.get(rule) ?? look(rule, value, path)
    before.set(rule, found)
    return found
  }

  const look = (rule: Rule, value: unknown, path: Path): Finding[] => {
    if (path.length > DEEPEST) return [tooDeep(rule, path)]
    const found = alone(rule, value, path)
    if (value === null && !rule.never && found.some(isWrong))
      return [unexpectedNull(rule, found, path)]
    // The content of an unknown variant is not reported separately.
    if (found.some((each) => each.kind === 'unknown-variant' && isAt(each, path))) return found
    const reported = new Set(
      found.filter((each) => each.kind === 'unknown-field').map((each) => each.path.join('\0')),
    )
    const news = newFields(checking, rule, namesOf(rule), value, path)
    return [...found, ...news.filter((each) => !reported.has(each.path.join('\0')))]
  }

  /**
   * The same for the rules that references lead to, at one location: conditions and exclusions check them again, twice
   * as often with every level. The path of a location is one object.
   */
  let seenParts = new WeakMap<Path, Map<Rule, SeenPart[]>>()

  const partOf = (target: Rule, value: unknown, path: Path): readonly Finding[] => {
    const here = seenParts.get(path) ?? new Map<Rule, SeenPart[]>()
    seenParts.set(path, here)
    const looks = here.get(target) ?? []
    here.set(target, looks)
    const before = looks.find((each) => Object.is(each.value, value) && isFor(each, known))
    if (before) {
      if (before.names) usesNames = true
      return before.found
    }
    const outer = usesNames
    usesNames = false
    // What two parts refer to is found once.
    const found = [...new Set(part(target, value, path))]
    looks.push({ ...(usesNames ? { names: { known } } : {}), value, found })
    usesNames ||= outer
    return found
  }

  const alone = (rule: Rule, value: unknown, path: Path): Finding[] => {
    const [outer, uses] = [known, usesNames]
    known = namesOf(rule)
    const found = part(rule, value, path)
    known = outer
    usesNames = uses
    return found
  }

  const part = (rule: Rule, value: unknown, path: Path): Finding[] => {
    if (meter) meter.rules++
    if (rule.never) return [forbidden(rule, value, path)]
    if (rule.nullable && value === null) return []
    // Rules are looked at hundreds of thousands of times, and most of them find nothing.
    const found = scalarFindings(rule, value, path)
    if (Array.isArray(value)) add(found, listFindings(checking, rule, value, path))
    else if (isDictionary(value)) add(found, recordFindings(checking, rule, value, path))
    const target = rule.reference === undefined ? undefined : ruleOf(rule.reference)
    if (target) add(found, partOf(target, value, path))
    if (rule.all || rule.choices || rule.not || rule.when) addInside(found, rule, value, path)
    return found
  }

  /** Adds what the rules inside a rule find, in a function of its own: most have none, and the stack is limited. */
  const addInside = (found: Finding[], rule: Rule, value: unknown, path: Path): void => {
    const { all = [], choices = [], not, when } = rule
    for (const each of all) add(found, part(each, value, path))
    for (const each of choices) add(found, unionFindings(checking, rule, each, value, path))
    if (not && !part(not, value, path).some(isInexact)) found.push(excluded(rule, value, path))
    if (when) add(found, whenFindings(when, value, path))
  }

  const whenFindings = (
    { condition, met, unmet }: NonNullable<Rule['when']>,
    value: unknown,
    path: Path,
  ): Finding[] => {
    if (!met && !unmet) return []
    const branch = part(condition, value, path).some(isInexact) ? unmet : met
    return branch ? part(branch, value, path) : []
  }

  const knownHere = (): readonly string[] | undefined => {
    usesNames = true
    return known
  }
  const checking: Checking = { ruleOf, leavesOut, whole, part, alone, known: knownHere }
  return (rule, value) => {
    seen = new WeakMap()
    seenParts = new WeakMap()
    return whole(rule, value, [])
  }
}

/** The names that a rule knows, with what it refers to. */
function createKnownNames(ruleOf: RuleOf) {
  const names = new WeakMap<Rule, { readonly known: readonly string[] | undefined }>()

  return (rule: Rule): readonly string[] | undefined => {
    // All references to a rule share its names, by which `partOf` remembers what it found.
    const target = pureReference(rule)
    const named = (target !== undefined && ruleOf(target)) || rule
    const found = names.get(named) ?? { known: knownNames(named, ruleOf) }
    names.set(named, found)
    return found.known
  }
}

/** What was found for a value, with the names that were known then if it depends on them. */
interface SeenPart {
  readonly names?: { readonly known: readonly string[] | undefined }
  readonly value: unknown
  readonly found: readonly Finding[]
}

/** Members of a union look at the same, each with names of its own. */
function isFor({ names }: SeenPart, known: readonly string[] | undefined): boolean {
  return names === undefined || names.known === known
}

/** An unknown variant is reported at its tag: at this value, or at one of its properties. */
function isAt({ path, change }: Finding, here: Path): boolean {
  if (path.length === here.length) return true
  const property = change?.kind === 'variant' ? change.property : undefined
  return path.length === here.length + 1 && path.at(-1) === property
}

/** `null` can be allowed here, whichever nested rule rejects it. */
function unexpectedNull(rule: Rule, found: readonly Finding[], path: Path): Finding {
  const expected = [...new Set(found.filter(isWrong).map((each) => each.expected))].join(' or ')
  const change = { kind: 'null' } as const
  const received = 'null'
  return { kind: 'unexpected-null', degree: 'problem', path, rule, expected, received, change }
}

function forbidden(rule: Rule, value: unknown, path: Path): Finding {
  const change = { kind: 'allow' } as const
  const both = { expected: 'nothing', ...receivedOf(value) }
  return { kind: 'forbidden', degree: 'problem', path, rule, ...both, change }
}

function excluded(rule: Rule, value: unknown, path: Path): Finding {
  const change = { kind: 'drop', keyword: 'not' } as const
  const both = { expected: 'something else', ...receivedOf(value) }
  return { kind: 'forbidden', degree: 'problem', path, rule, ...both, change }
}

function tooDeep(rule: Rule, path: Path): Finding {
  const both = { expected: `at most ${DEEPEST} levels`, received: 'more' }
  return { kind: 'too-deep', degree: 'problem', path: path.slice(0, 16), rule, ...both }
}

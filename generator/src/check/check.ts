import { isDictionary } from '../model/json.js'
import { knownNames } from '../model/rules/facts.js'
import { pureReference } from '../model/rules/pure-reference.js'
import type { Rule, RuleOf } from '../model/rules/rule.js'
import { type Checking, type Finding, isInexact, isWrong, type Path } from './finding.js'
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
    // Members of a union look at it with names of their own, each again and again.
    const before = looks.find((each) => each.known === known && Object.is(each.value, value))
    if (before) return before.found
    // What two parts refer to is found once.
    const found = [...new Set(part(target, value, path))]
    looks.push({ known, value, found })
    return found
  }

  const alone = (rule: Rule, value: unknown, path: Path): Finding[] => {
    const outer = known
    known = namesOf(rule)
    const found = part(rule, value, path)
    known = outer
    return found
  }

  const part = (rule: Rule, value: unknown, path: Path): Finding[] => {
    if (meter) meter.rules++
    if (rule.never) return [forbidden(rule, value, path)]
    if (rule.nullable && value === null) return []
    const { reference, all = [], choices = [], not } = rule
    const target = reference === undefined ? undefined : ruleOf(reference)
    return [
      ...scalarFindings(rule, value, path),
      ...(Array.isArray(value) ? listFindings(checking, rule, value, path) : []),
      ...(isDictionary(value) ? recordFindings(checking, rule, value, path) : []),
      ...(target ? partOf(target, value, path) : []),
      ...all.flatMap((each) => part(each, value, path)),
      ...choices.flatMap((each) => unionFindings(checking, rule, each, value, path)),
      ...(not && !part(not, value, path).some(isInexact) ? [excluded(rule, value, path)] : []),
      ...whenFindings(rule, value, path),
    ]
  }

  const whenFindings = ({ when }: Rule, value: unknown, path: Path): Finding[] => {
    if (!when?.met && !when?.unmet) return []
    const holds = !part(when.condition, value, path).some(isInexact)
    const branch = holds ? when.met : when.unmet
    return branch ? part(branch, value, path) : []
  }

  const checking: Checking = { ruleOf, leavesOut, whole, part, alone, known: () => known }
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

/** What was found for a value, by the names that were known then. */
interface SeenPart {
  readonly known: readonly string[] | undefined
  readonly value: unknown
  readonly found: readonly Finding[]
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

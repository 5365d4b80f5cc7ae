import { pascalCase } from '../../model/names.js'
import type { Rule, RuleOf } from '../../model/rules/rule.js'
import { ImportedName, Name } from '../value.js'
import { type Argument, type At, type Call, type Constant, callAt, Member } from './calls.js'

const RUNTIME = '@tagwire/runtime/validate'

/** Turns rules into calls. Functions for the parts of a rule call back into this scope for nested rules. */
export interface RuleChecks {
  /** The name of a check for a rule. A rule that no single function covers gets a constant. */
  readonly checkFor: (scope: ValidateScope, rule: Rule, hint: string) => Name
  /** All parts of a rule; a value has to pass each of them. */
  readonly partsFor: (scope: ValidateScope, rule: Rule, at: At, hint: string) => Call[]
  /** A rule as one call, through a constant if it needs several. */
  readonly single: (scope: ValidateScope, rule: Rule, at: At, hint: string) => Call
}

/** The module that is being written: the names in use, and the constants that expressions need. */
export interface ValidateScope {
  readonly checks: RuleChecks
  readonly ruleOf: RuleOf
  /** The name of a declaration's check. */
  readonly checkOf: (name: string) => Name
  /** The exported array with the values of an enumeration. */
  readonly valuesOf: (name: string, values: readonly unknown[]) => Name | undefined
  /** A name that is not used in the module yet. */
  readonly free: (wanted: string) => string
  /** The name of a constant: the wanted one, or that of an equal constant that the module has already. */
  readonly constant: (wanted: string, constant: Omit<Constant, 'name'>) => Name
  /** Adds a constant. Their order does not matter, because checks only run later. */
  readonly hoist: (constant: Constant) => void
  readonly leavesOut: 'read' | 'write'
  /** Whether the rule that is being written can contain itself. */
  readonly canNest: boolean
  /** Whether the rule that is being written is for items of a list, and so is checked often. */
  readonly isItem: boolean
  /** Whether nothing is written, because only the number of parts of a rule is needed. */
  readonly isCounting: boolean
}

/** A scope that discards constants, for counting only. */
export function counting(scope: ValidateScope): ValidateScope {
  return {
    ...scope,
    free: (name) => name,
    constant: (name) => new Name(name),
    hoist: () => {},
    isCounting: true,
  }
}

/** `others` are names that the module imports. */
export function createScope(
  given: Pick<ValidateScope, 'checks' | 'ruleOf' | 'checkOf' | 'valuesOf'>,
  others: readonly string[],
): ValidateScope & { readonly drain: () => Constant[] } {
  const taken = new Set(others)
  const known = new Map<string, Name>()
  let hoisted: Constant[] = []
  const free = (wanted: string): string => {
    let name = wanted
    while (taken.has(name)) name = `${name}_`
    taken.add(name)
    return name
  }
  return {
    ...given,
    free,
    constant: (wanted, constant) => {
      const key = identity(constant)
      const name = known.get(key) ?? new Name(free(wanted))
      if (!known.has(key)) hoisted.push({ name: name.text, ...constant })
      known.set(key, name)
      return name
    },
    hoist: (constant) => {
      hoisted.push(constant)
    },
    drain: () => {
      const constants = hoisted
      hoisted = []
      return constants
    },
    leavesOut: 'write',
    canNest: false,
    isItem: false,
    isCounting: false,
  }
}

/** Only equal for what is printed alike: text of a document can look like a name. */
function identity(part: unknown): string {
  if (typeof part === 'string') return JSON.stringify(part)
  if (part instanceof Member) return `member ${part.name}`
  if (part instanceof Name) return `name ${part.text}`
  if (Array.isArray(part)) return `[${part.map(identity).join()}]`
  if (typeof part !== 'object' || part === null) return `${typeof part} ${part}`
  const own = Object.entries(part).map(([key, each]) => `${JSON.stringify(key)}:${identity(each)}`)
  return `{${own.join()}}`
}

export function checkName(hint: string): string {
  return `check${pascalCase(hint)}`
}

/** The name of a check for a rule nested in the one that is being written. */
export function checkFor(scope: ValidateScope, rule: Rule, hint: string): Name {
  return scope.checks.checkFor(scope, rule, hint)
}

/** A function or type of the runtime. */
export function runtime(name: string): ImportedName {
  return new ImportedName(name, RUNTIME)
}

/** A call of a function of the runtime. */
export function call(name: string, at: At, ...args: readonly Argument[]): Call {
  return callAt(runtime(name), at, ...args)
}

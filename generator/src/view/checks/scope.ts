import { pascalCase } from '../../model/names.js'
import type { RuleOf } from '../../model/rules/facts.js'
import type { Rule } from '../../model/rules/rule.js'
import { ImportedName, type Name } from '../value.js'
import { type Argument, type At, type Call, type Constant, callAt } from './calls.js'

const RUNTIME = '@tagwire/runtime/validate'

/** How a rule becomes calls. The parts of a rule ask here for what is inside of them. */
export interface RuleChecks {
  /** The name of a check for a rule; what no single function says gets a constant of its own. */
  readonly checkFor: (scope: ValidateScope, rule: Rule, hint: string) => Name
  /** Every part of a rule; all of them hold. */
  readonly partsFor: (scope: ValidateScope, rule: Rule, at: At, hint: string) => Call[]
  /** One call for a rule, with a constant where it takes more. */
  readonly single: (scope: ValidateScope, rule: Rule, at: At, hint: string) => Call
}

/** The module being written: names that are taken, and constants that expressions need. */
export interface ValidateScope {
  readonly checks: RuleChecks
  readonly ruleOf: RuleOf
  /** The name of the check of a declaration. */
  readonly checkOf: (name: string) => Name
  /** The array of an enumeration's values that the package has anyway. */
  readonly valuesOf: (name: string, values: readonly unknown[]) => Name | undefined
  /** A name that nothing else in the module has. */
  readonly free: (wanted: string) => string
  /** Adds a constant; the order does not matter, because checks only run later. */
  readonly hoist: (constant: Constant) => void
  readonly leavesOut: 'read' | 'write'
  /** Whether what is being written can be inside itself. */
  readonly canNest: boolean
  /** Whether what is being written is an item of a list: it is checked often. */
  readonly isItem: boolean
  /** Whether nothing is written: how many parts a rule has is all that is asked. */
  readonly isCounting: boolean
}

/** A scope to which nothing is added: what is only counted has no constants. */
export function counting(scope: ValidateScope): ValidateScope {
  return { ...scope, free: (name) => name, hoist: () => {}, isCounting: true }
}

export function createScope(
  given: Pick<ValidateScope, 'checks' | 'ruleOf' | 'checkOf' | 'valuesOf'>,
): ValidateScope & { readonly drain: () => Constant[] } {
  const taken = new Set<string>()
  let hoisted: Constant[] = []
  return {
    ...given,
    free: (wanted) => {
      let name = wanted
      while (taken.has(name)) name = `${name}_`
      taken.add(name)
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

export function checkName(hint: string): string {
  return `check${pascalCase(hint)}`
}

/** The name of a check for a rule inside the one that is being written. */
export function checkFor(scope: ValidateScope, rule: Rule, hint: string): Name {
  return scope.checks.checkFor(scope, rule, hint)
}

/** A function or a type of the runtime. */
export function runtime(name: string): ImportedName {
  return new ImportedName(name, RUNTIME)
}

/** A call of a function of the runtime. */
export function call(name: string, at: At, ...args: readonly Argument[]): Call {
  return callAt(runtime(name), at, ...args)
}

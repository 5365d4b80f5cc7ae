import { pascalCase } from '../../model/names.js'
import type { RuleOf } from '../../model/rules/facts.js'
import type { Rule } from '../../model/rules/rule.js'
import type { Imports } from '../typescript/imports.js'
import { type At, type Call, callAt } from './calls.js'

const RUNTIME = '@tagwire/runtime/validate'

/** How a rule becomes calls. The parts of a rule ask here for what is inside of them. */
export interface RuleChecks {
  /** The name of a check for a rule; what no single function says gets a constant of its own. */
  readonly checkFor: (scope: ValidateScope, rule: Rule, hint: string) => string
  /** Every part of a rule; all of them hold. */
  readonly partsFor: (scope: ValidateScope, rule: Rule, at: At, hint: string) => Call[]
  /** One call for a rule, with a constant where it takes more. */
  readonly single: (scope: ValidateScope, rule: Rule, at: At, hint: string) => Call
}

/** The module being written: names that are taken, and constants that expressions need. */
export interface ValidateScope {
  readonly checks: RuleChecks
  readonly ruleOf: RuleOf
  /** A function of the runtime. */
  readonly use: (name: string) => string
  readonly useType: (name: string) => string
  /** The name of the check of a declaration. */
  readonly checkOf: (name: string) => string
  /** The array of an enumeration's values that the package has anyway. */
  readonly valuesOf: (name: string, values: readonly unknown[]) => string | undefined
  /** A name that nothing else in the module has. */
  readonly free: (wanted: string) => string
  /** Adds a constant; the order does not matter, because checks only run later. */
  readonly hoist: (constant: string) => void
  readonly leavesOut: 'read' | 'write'
  /** Whether what is being written can be inside itself. */
  readonly canNest: boolean
  /** Whether nothing is written: how many parts a rule has is all that is asked. */
  readonly isCounting: boolean
}

/** A scope to which nothing is added: what is only counted has no constants and imports. */
export function counting(scope: ValidateScope): ValidateScope {
  const itself = (name: string): string => name
  return {
    ...scope,
    use: itself,
    useType: itself,
    free: itself,
    hoist: () => {},
    isCounting: true,
  }
}

export function createScope(
  imports: Imports,
  given: Pick<ValidateScope, 'checks' | 'ruleOf' | 'checkOf' | 'valuesOf'>,
): ValidateScope & { readonly taken: Set<string>; readonly drain: () => string[] } {
  const taken = new Set<string>()
  let hoisted: string[] = []
  return {
    ...given,
    taken,
    use: (name) => imports.value(name, RUNTIME),
    useType: (name) => imports.type(name, RUNTIME),
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
    isCounting: false,
  }
}

export function checkName(hint: string): string {
  return `check${pascalCase(hint)}`
}

/** The name of a check for a rule inside the one that is being written. */
export function checkFor(scope: ValidateScope, rule: Rule, hint: string): string {
  return scope.checks.checkFor(scope, rule, hint)
}

/** A call of a function of the runtime. */
export function call(scope: ValidateScope, name: string, at: At, ...args: string[]): Call {
  return callAt(scope.use(name), at, ...args)
}

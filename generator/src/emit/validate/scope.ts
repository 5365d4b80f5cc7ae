import { pascalCase } from '../../model/names.js'
import type { RuleOf } from '../../model/rule-facts.js'
import type { Imports } from '../typescript/imports.js'

const RUNTIME = '@tagwire/runtime/validate'

/** The module being written: names that are taken, and constants that expressions need. */
export interface ValidateScope {
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
  given: Pick<ValidateScope, 'ruleOf' | 'checkOf' | 'valuesOf'>,
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

import { enumNames, stringEnumsIn } from '../../model/exported-names.js'
import { itemNames, nestingNames } from '../../model/rules/nesting.js'
import type { Declaration } from '../../model/shapes/shape.js'
import { ImportedName, Name } from '../value.js'
import type { Constant } from './calls.js'
import { checkConstant, ruleChecks, scalarCheck } from './rule-checks.js'
import { checkName, createScope } from './scope.js'
import type { ValidatedType } from './validators.js'

/** The checks of all types, and the scope in which more can be created. */
export interface CheckProgram {
  readonly scope: ReturnType<typeof createScope>
  readonly constants: readonly Constant[]
}

/**
 * Rules as calls of the runtime: a constant for each type that no single function checks, under names that nothing
 * `exported` has.
 */
export function checkProgram(
  types: readonly ValidatedType[],
  declarations: readonly Declaration[],
  exported: readonly string[] = [],
): CheckProgram {
  const rules = new Map(types.map((each) => [each.name, each.rule]))
  const checks = new Map<string, Name>()
  const enums = new Map(stringEnumsIn(declarations).map((each) => [each.name, each]))
  const imported = [...declarations, ...types].map(({ name }) => name)
  const listed = [...enums.values()].map((each) => enumNames(each).values)
  const scope = createScope(
    {
      checks: ruleChecks,
      ruleOf: (name) => rules.get(name),
      checkOf: (name) => checks.get(name) ?? new Name(checkName(name)),
      valuesOf: (name, values) => {
        const known = enums.get(name)
        const isSame = known && sameValues(known.shape.values, values)
        return isSame ? new ImportedName(enumNames(known).values, './enums.js') : undefined
      },
    },
    // An enum `CheckRule` has the values `checkRules`. Validators keep their names: these are imported under others.
    [...[...imported, ...listed].filter((name) => name.startsWith('check')), ...exported],
  )
  for (const { name, rule } of types) {
    checks.set(name, scalarCheck(scope, rule) ?? new Name(scope.free(checkName(name))))
  }
  const nesting = nestingNames(rules)
  const items = itemNames(rules)
  const constants = types.flatMap(({ name, rule }) => {
    if (scalarCheck(scope, rule) !== undefined) return []
    const own = { ...scope, canNest: nesting.has(name), isItem: items.has(name) }
    const made = { name: scope.checkOf(name).text, ...checkConstant(own, rule, name) }
    return [made, ...scope.drain()]
  })
  return { scope, constants }
}

function sameValues(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((value, index) => value === right[index])
}

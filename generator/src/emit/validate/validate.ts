import { enumNames, stringEnumsIn } from '../../model/exported-names.js'
import { camelCase } from '../../model/names.js'
import { toInputRule } from '../../model/rules/input-rule.js'
import { nestingNames } from '../../model/rules/nesting.js'
import type { Declaration } from '../../model/shapes/shape.js'
import { useInstead } from '../aliases.js'
import { type ModuleScope, moduleOf, moduleScope, type PackageView } from '../package-view.js'
import { docs, linked } from '../typescript/doc.js'
import type { EmittedModule } from '../typescript/structures.js'
import { constantText } from '../typescript/structures.js'
import { checkConstant, ruleChecks, scalarCheck } from './checks.js'
import { requestValidators } from './requests.js'
import { responseValidators } from './responses.js'
import { checkName, createScope, type ValidateScope } from './scope.js'
import { type Entry, table, validatorConstant } from './tables.js'

/** A validator for every type and every response, in a module of its own. */
export function emitValidate(view: PackageView): EmittedModule | undefined {
  const { declarations } = view.model
  if (declarations.length === 0) return undefined
  const module = moduleScope(view, 'validate')
  const sides = declarations.flatMap((each) => sidesOf(view, module, each))
  const rules = new Map(sides.map((each) => [each.name, each.rule]))
  const checks = new Map<string, string>()
  const enums = new Map(stringEnumsIn(declarations).map((each) => [each.name, each]))
  const scope = createScope(module.imports, {
    checks: ruleChecks,
    ruleOf: (name) => rules.get(name),
    checkOf: (name) => checks.get(name) ?? checkName(name),
    valuesOf: (name, values) => {
      const known = enums.get(name)
      const same = known && sameValues(known.shape.values, values)
      return same ? module.imports.value(enumNames(known).values, './enums.js') : undefined
    },
  })
  for (const { name, rule } of sides) {
    checks.set(name, scalarCheck(scope, rule) ?? scope.free(checkName(name)))
  }
  const nesting = nestingNames(rules)
  const checkConstants = sides.flatMap((each) => {
    if (scalarCheck(scope, each.rule) !== undefined) return []
    const own = { ...scope, canNest: nesting.has(each.name) }
    const made = checkConstant(own, each.rule, scope.checkOf(each.name), each.name)
    return [made, ...scope.drain()]
  })
  const validators = validatorNames(view, scope, sides)
  const types = sides.map((each) => typeValidator(scope, each, validators))
  const byName = new Map(types.map((each) => [each.key, each]))
  const responses = responseValidators({ view, module, scope, types: byName })
  const aliases = earlierValidators(scope, declarations, byName)
  const constantsOf = (entries: readonly Entry[]): string[] =>
    entries.flatMap(({ constant }) => constant ?? [])
  const tables = [
    table(scope, 'validators', 'The validators of all types, by name.', [...types, ...aliases]),
  ]
  if (responses.length > 0) {
    const text = 'The validators of what calls resolve to.'
    tables.push(table(scope, 'responseValidators', text, responses))
  }
  tables.push(...requestValidators({ view, module, types: byName }))
  return moduleOf('src/validate.ts', module, [
    ...checkConstants,
    ...scope.drain(),
    ...constantsOf(types),
    ...constantsOf(aliases),
    ...constantsOf(responses),
    ...tables,
  ])
}

/** What a validator is made for: a type of the package, by its name. */
interface Side extends Pick<Declaration, 'name' | 'rule' | 'deprecated'> {
  /** The type as this module calls it. */
  readonly type: string
}

/** A declaration is one type, or two where what is sent differs from what is received. */
function sidesOf(view: PackageView, module: ModuleScope, declaration: Declaration): Side[] {
  const { name, rule, deprecated } = declaration
  const own = { ...(deprecated ? { deprecated } : {}) }
  const received = { ...own, name, rule, type: module.received.refer(name) }
  if (!view.twoSided.has(name)) return [received]
  const inputName = (each: string): string => view.twoSided.get(each) ?? each
  const type = module.sent.refer(name)
  return [received, { ...own, name: inputName(name), rule: toInputRule(rule, inputName), type }]
}

function sameValues(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((value, index) => value === right[index])
}

/** Names that the document gave come before those that were made for what is sent. */
function validatorNames(
  { twoSided }: PackageView,
  scope: ValidateScope,
  sides: readonly Side[],
): ReadonlyMap<string, string> {
  const made = new Set(twoSided.values())
  const ordered = [
    ...sides.filter(({ name }) => !made.has(name)),
    ...sides.filter(({ name }) => made.has(name)),
  ]
  return new Map(ordered.map(({ name }) => [name, scope.free(validatorName(name))]))
}

function typeValidator(
  scope: ValidateScope,
  { name, type, deprecated }: Side,
  names: ReadonlyMap<string, string>,
): Entry {
  const entry = { key: name, name: names.get(name) ?? validatorName(name), type }
  const text = docs(`Holds values to ${linked(type)}.`, deprecated ? '@deprecated' : undefined)
  return { ...entry, constant: validatorConstant(scope, entry, scope.checkOf(name), text) }
}

/** The validators of types that had another name before, under that name too. */
function earlierValidators(
  scope: ValidateScope,
  declarations: readonly Declaration[],
  types: ReadonlyMap<string, Entry>,
): Entry[] {
  return declarations.flatMap(({ name: present, aliases = [] }) => {
    if (aliases.length === 0) return []
    const now = types.get(present)
    return aliases.flatMap((key): Entry | [] => {
      if (!now) return []
      const entry = { key, type: now.type, docs: useInstead(present) }
      // `account_state` and `AccountState` have the same validator.
      if (validatorName(key) === validatorName(present)) return { ...entry, name: now.name }
      const name = scope.free(validatorName(key))
      const type = `typeof ${now.name}`
      const constant = constantText({
        name,
        type,
        value: now.name,
        docs: useInstead(now.name),
        isExported: true,
      })
      return { ...entry, name, constant }
    })
  })
}

/** `operationValidator` */
export function validatorName(type: string): string {
  return `${camelCase(type).replace(/_$/, '')}Validator`
}

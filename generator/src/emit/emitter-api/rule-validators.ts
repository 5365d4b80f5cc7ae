import { toInputRule } from '../../model/rules/input-rule.js'
import { pureReference } from '../../model/rules/pure-reference.js'
import type { Rule } from '../../model/rules/rule.js'
import type { PackageView } from '../../view/package-view.js'
import { callAt } from '../../view/validate/calls.js'
import { ruleChecks } from '../../view/validate/rule-checks.js'
import { checkFor, checkName, createScope, type RuleChecks } from '../../view/validate/scope.js'
import { sharedInputs } from '../../view/validate/shared-inputs.js'
import {
  type ValidatedType,
  validatedTypes,
  validatorNames,
} from '../../view/validate/validators.js'
import { Name } from '../../view/value.js'
import type { ModuleScope } from '../module-scope.js'
import { VALIDATE } from '../runtime-entries.js'
import { constantText } from '../typescript/structures.js'
import { stringLiteral } from '../typescript/text.js'
import { nameText, pureCall } from '../typescript/value-text.js'
import { checkText } from '../validate/check-text.js'

/** What a validator of an emitter's module validates. */
export interface ValidatedValue {
  /** The name of the value in messages, and the beginning of the constant's name. */
  readonly name: string
  readonly rule: Rule
  /** Its type in the module. */
  readonly type: string
  /** Whether the service receives the value or sends it: read-only properties need not be received. */
  readonly side: ValidatedType['side']
}

/** Validators of an emitter's module, for rules that have no type of their own. */
export interface RuleValidators {
  /**
   * The name of the validator, or a call that makes one of a check that other modules have too. A type's own validator is
   * imported from `./validate.js`.
   */
  readonly validator: (value: ValidatedValue) => string
  /** The constants of the module, in the order in which they need each other. */
  readonly constants: () => readonly string[]
}

export function ruleValidators(
  view: PackageView,
  module: ModuleScope,
  own: readonly string[],
): RuleValidators {
  const { imports } = module
  const types = new Map(validatedTypes(view).map((each) => [each.name, each]))
  const validators = validatorNames([...types.values()])
  const imported = (type: string): string =>
    imports.value(validators.get(type) ?? type, './validate.js')
  const shared = sharedInputs(view)
  const ofTypes = new Map<string, string>()
  const written: string[] = []
  const scope = createScope(
    {
      checks: withShared(shared.checkOf),
      ruleOf: (name) => types.get(name)?.rule,
      checkOf: (name) => {
        const known = ofTypes.get(name)
        if (known !== undefined) return new Name(known)
        const check = scope.free(checkName(name))
        ofTypes.set(name, check)
        const value = pureCall(imports.value('checkOf', VALIDATE), imported(name))
        const type = imports.type('Check', VALIDATE)
        written.push(constantText({ name: check, type, value }))
        return new Name(check)
      },
      valuesOf: () => undefined,
    },
    [...own, ...view.names, ...validators.values(), ...shared.names],
  )
  const inputName = (name: string): string => view.inputTypeNames.get(name) ?? name

  function validator({ name, rule: described, type, side }: ValidatedValue): string {
    const rule = side === 'sent' ? toInputRule(described, inputName) : described
    const target = pureReference(rule)
    if (target !== undefined && types.has(target)) return imported(target)
    const make = imports.value('validator', VALIDATE)
    const known = shared.checkOf(rule)
    if (known) return pureCall(make, stringLiteral(name), nameText(known, imports))
    const constant = scope.free(`${name}Validator`)
    const check = nameText(checkFor(scope, rule, name), imports)
    written.push(...scope.drain().map((each) => checkText(each, imports)))
    const value = pureCall(make, stringLiteral(name), check)
    const full = `${imports.type('Validator', VALIDATE)}<${type}>`
    written.push(constantText({ name: constant, type: full, value }))
    return constant
  }

  return { validator, constants: () => written }
}

/** Checks that another module of the package has are not written again. */
function withShared(known: (rule: Rule) => Name | undefined): RuleChecks {
  return {
    ...ruleChecks,
    checkFor: (scope, rule, hint) => known(rule) ?? ruleChecks.checkFor(scope, rule, hint),
    single: (scope, rule, at, hint) => {
      const check = known(rule)
      return check ? callAt(check, at) : ruleChecks.single(scope, rule, at, hint)
    },
  }
}

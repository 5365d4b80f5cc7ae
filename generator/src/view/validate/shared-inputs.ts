import { toInputRule } from '../../model/rules/input-rule.js'
import { mapRules } from '../../model/rules/map-rules.js'
import type { Rule } from '../../model/rules/rule.js'
import type { PackageView } from '../package-view.js'
import { ImportedName, Name } from '../value.js'
import type { Constant } from './calls.js'
import { placeRules, ruleKey } from './place-rules.js'
import { ruleChecks, scalarCheck } from './rule-checks.js'
import { checkFor, checkName, createScope } from './scope.js'
import { validatedRequests, validatedTypes } from './validators.js'

/** The checks of inputs that are the parameters of one place and nothing else: clients and servers check the same. */
export interface SharedInputs {
  /** The name of the check that a rule shares, to be imported. */
  readonly checkOf: (rule: Rule) => ImportedName | undefined
  /** The names of the checks, which the modules that import them give to nothing else. */
  readonly names: readonly string[]
  /** The checks, and what only they need. */
  readonly constants: readonly Constant[]
}

export const SHARED_INPUTS = 'request-checks'

const NOTHING: SharedInputs = { checkOf: () => undefined, names: [], constants: [] }

/** Each of three modules asks for them. */
const known = new WeakMap<PackageView, SharedInputs>()

export function sharedInputs(view: PackageView): SharedInputs {
  const made = known.get(view) ?? (isShared(view) ? gathered(view) : NOTHING)
  known.set(view, made)
  return made
}

/** Only where the mock asks how requests are read is there a second module with these checks. */
function isShared({ model, parts }: PackageView): boolean {
  const { declarations, document } = model
  const hasBoth = parts.has('validate') && parts.has('client') && parts.has('mock')
  return hasBoth && document.language === 'openapi' && declarations.length > 0
}

function gathered(view: PackageView): SharedInputs {
  const types = new Map(validatedTypes(view).map((each) => [each.name, each.rule]))
  const ofTypes = [...view.names, ...types.keys()]
  const scope = createScope(
    {
      checks: ruleChecks,
      ruleOf: (name) => types.get(name),
      // Not reached: rules that need the check of a type are not shared.
      checkOf: (name) => scalarOf(name) ?? new Name(checkName(name)),
      valuesOf: () => undefined,
    },
    // The checks of types keep their names.
    [...view.names, ...ofTypes.map(checkName)],
  )
  const scalarOf = (name: string): Name | undefined => {
    const rule = types.get(name)
    return rule && scalarCheck(scope, rule)
  }
  const isOwn = (rule: Rule): boolean => {
    let holds = rule.reference === undefined || scalarOf(rule.reference) !== undefined
    mapRules(rule, (each) => {
      holds &&= isOwn(each)
      return each
    })
    return holds
  }
  const inputName = (name: string): string => view.inputTypeNames.get(name) ?? name
  const keys = new Set(
    view.model.operations.flatMap((operation) =>
      placeRules(operation).map(({ rule }) => ruleKey(toInputRule(rule, inputName))),
    ),
  )
  const checks = new Map<string, ImportedName>()
  for (const { operation, rule } of validatedRequests(view)) {
    if (!rule || rule.reference !== undefined || !isOwn(rule)) continue
    const key = ruleKey(rule)
    if (checks.has(key) || !keys.has(key)) continue
    const check = checkFor(scope, rule, `${operation.name}Input`)
    // One of the runtime needs no module.
    if (check instanceof ImportedName) continue
    checks.set(key, new ImportedName(check.text, `./${SHARED_INPUTS}.js`))
  }
  const names = [...new Set([...checks.values()].map(({ text }) => text))]
  return {
    checkOf: (rule) => (isRecord(rule) ? checks.get(ruleKey(rule)) : undefined),
    names,
    constants: scope.drain(),
  }
}

/** Whether a rule can be that of parameters: to compare all others takes time. */
function isRecord({ record, types }: Rule): boolean {
  return record !== undefined && types?.length === 1 && types[0] === 'object'
}

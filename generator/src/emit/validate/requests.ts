import type { Operation } from '../../model/operations/operation.js'
import type { Rule } from '../../model/rules/rule.js'
import { checkFor, type ValidateScope } from '../../view/checks/scope.js'
import type { PackageView } from '../../view/package-view.js'
import { validatedRequests } from '../../view/validators.js'
import type { Name } from '../../view/value.js'
import type { ModuleScope } from '../module-scope.js'
import { CORE, HTTP, VALIDATE } from '../runtime-entries.js'
import { docs } from '../typescript/doc.js'
import { constantText } from '../typescript/structures.js'
import { type Row, tableOf } from '../typescript/table.js'
import { propertyAccess, stringLiteral } from '../typescript/text.js'
import { nameText, pureCall } from '../typescript/value-text.js'
import type { Entry } from './tables.js'

interface At {
  readonly view: PackageView
  readonly module: ModuleScope
  readonly scope: ValidateScope
  /** The validators of types, by name. */
  readonly types: ReadonlyMap<string, Entry>
}

/** The validator of the type that an input is, or one of its own. */
function inputValidator(
  { module, scope, types }: At,
  { name }: Operation,
  rule: Rule,
  checks: Map<string, Name>,
): string {
  const same = Object.keys(rule).every((key) => key === 'reference' || key === 'source')
  const known = same && rule.reference !== undefined ? types.get(rule.reference) : undefined
  if (known) return known.name
  // Several methods can call one operation.
  const check = checks.get(name) ?? checkFor(scope, rule, `${name}Input`)
  checks.set(name, check)
  const make = module.imports.value('validator', VALIDATE)
  return pureCall(make, stringLiteral(`input of ${name}`), nameText(check, module.imports))
}

/** Validators of requests, for operations whose input is described, or has rules. */
export function requestValidators(at: At): string[] {
  const { view, module } = at
  const checks = new Map<string, Name>()
  const rows = validatedRequests(view).map((each): Row => {
    const { method, operation, rule, isOptional, hasRules } = each
    const validator = module.imports.type('RequestValidator', CORE)
    const make = module.imports.value('requestValidator', HTTP)
    const table = hasRules
      ? `${module.imports.value('requestRules', './rules.js')}${propertyAccess(operation.name)}`
      : '[]'
    const schema = rule && inputValidator(at, operation, rule, checks)
    const args = [
      `() => ${table}`,
      ...(schema === undefined ? [] : [schema]),
      ...(schema !== undefined && isOptional ? ['true'] : []),
    ]
    return { key: method, type: validator, value: pureCall(make, ...args) }
  })
  if (rows.length === 0) return []
  const text =
    'Validates requests before they are sent: `validate: { requests: requestValidators }`. An invalid\nrequest is not sent. Kinds and properties that this version does not know are valid.'
  const name = 'requestValidators'
  return [constantText({ name, isExported: true, docs: docs(text), ...tableOf(rows) })]
}

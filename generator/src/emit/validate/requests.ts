import { pascalCase } from '../../model/names.js'
import type { Operation } from '../../model/operations/operation.js'
import { pureReference } from '../../model/rules/pure-reference.js'
import type { Rule } from '../../model/rules/rule.js'
import type { PackageView } from '../../view/package-view.js'
import { checkFor, type ValidateScope } from '../../view/validate/scope.js'
import { sharedInputs } from '../../view/validate/shared-inputs.js'
import { type ValidatedRequest, validatedRequests } from '../../view/validate/validators.js'
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

/** What a validator of its own is called after. */
interface Validated {
  readonly name: string
  readonly what?: 'input' | 'item'
}

/** The validator of the type that an input is, or one of its own. */
function inputValidator(
  { view, module, scope, types }: At,
  { name, what = 'input' }: Validated,
  rule: Rule,
  checks: Map<string, Name>,
): string {
  const known = types.get(pureReference(rule) ?? '')
  if (known) return known.name
  // Several methods can call one operation.
  const key = `${what} ${name}`
  const check =
    checks.get(key) ??
    sharedInputs(view).checkOf(rule) ??
    checkFor(scope, rule, name + pascalCase(what))
  checks.set(key, check)
  const make = module.imports.value('validator', VALIDATE)
  return pureCall(make, stringLiteral(`${what} of ${name}`), nameText(check, module.imports))
}

/** With the validator of each item of the body, if the body has many. */
function withItems(
  at: At,
  operation: Operation,
  items: ValidatedRequest['items'],
  checks: Map<string, Name>,
  whole = 'undefined',
): string {
  if (!items) return whole
  const item = { name: operation.name, what: 'item' } as const
  const { at: pointer } = items
  return pureCall(
    at.module.imports.value('itemsValidator', HTTP),
    inputValidator(at, item, items.rule, checks),
    ...(whole === 'undefined' && pointer === undefined ? [] : [whole]),
    ...(pointer === undefined ? [] : [stringLiteral(pointer)]),
  )
}

/** Validators of requests, for operations whose input is described, or has rules. */
export function requestValidators(at: At): string[] {
  const { view, module } = at
  const checks = new Map<string, Name>()
  const rows = validatedRequests(view).map((each): Row => {
    const { method, operation, rule, isOptional, hasRules, items } = each
    const validator = module.imports.type('RequestValidator', CORE)
    const make = rule || hasRules ? module.imports.value('requestValidator', HTTP) : ''
    const table = hasRules
      ? `${module.imports.value('requestRules', './rules.js')}${propertyAccess(operation.name)}`
      : '[]'
    const schema = rule && inputValidator(at, operation, rule, checks)
    const args = [
      `() => ${table}`,
      ...(schema === undefined ? [] : [schema]),
      ...(schema !== undefined && isOptional ? ['true'] : []),
    ]
    const whole = rule || hasRules ? pureCall(make, ...args) : undefined
    return { key: method, type: validator, value: withItems(at, operation, items, checks, whole) }
  })
  if (rows.length === 0) return []
  const text =
    'Validates requests before they are sent: `validate: { requests: requestValidators }`. An invalid\nrequest is not sent. Kinds and properties that this version does not know are valid.'
  const name = 'requestValidators'
  return [constantText({ name, isExported: true, docs: docs(text), ...tableOf(rows) })]
}

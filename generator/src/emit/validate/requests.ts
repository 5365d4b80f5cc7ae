import type { PackageView } from '../../view/package-view.js'
import { validatedRequests } from '../../view/validators.js'
import type { ModuleScope } from '../module-scope.js'
import { CORE, HTTP } from '../runtime-entries.js'
import { docs } from '../typescript/doc.js'
import { constantText } from '../typescript/structures.js'
import { type Row, tableOf } from '../typescript/table.js'
import { propertyAccess } from '../typescript/text.js'
import { pureCall } from '../typescript/value-text.js'
import type { Entry } from './tables.js'

interface At {
  readonly view: PackageView
  readonly module: ModuleScope
  /** The validators of types, by name. */
  readonly types: ReadonlyMap<string, Entry>
}

/** Validators of requests, for operations with a schema or a rule. */
export function requestValidators({ view, module, types }: At): string[] {
  const rows = validatedRequests(view).map(({ method, operation, type, hasRules }): Row => {
    const validator = module.imports.type('RequestValidator', CORE)
    const make = module.imports.value('requestValidator', HTTP)
    const table = hasRules
      ? `${module.imports.value('requestRules', './rules.js')}${propertyAccess(operation.name)}`
      : '[]'
    const schema = type === undefined ? undefined : types.get(type)?.name
    const args = [`() => ${table}`, ...(schema === undefined ? [] : [schema])]
    return { key: method, type: validator, value: pureCall(make, ...args) }
  })
  if (rows.length === 0) return []
  const text =
    'Validates requests before they are sent: `validate: { requests: requestValidators }`. An invalid\nrequest is not sent. Kinds and properties that this version does not know are valid.'
  const name = 'requestValidators'
  return [constantText({ name, isExported: true, docs: docs(text), ...tableOf(rows) })]
}

import { httpMethods } from '../http/methods.js'
import { bodyName, ruledNames } from '../http/request-rules.js'
import type { ModuleScope, PackageView } from '../package-view.js'
import { docs } from '../typescript/doc.js'
import { exportedConstant, objectType, property, type Statement } from '../typescript/structures.js'
import { propertyAccess, propertyKey } from '../typescript/text.js'
import { memberText, objectText } from '../typescript/value-text.js'
import { pureCall } from './calls.js'
import type { Entry } from './tables.js'

interface At {
  readonly view: PackageView
  readonly module: ModuleScope
  /** The validators of types, by name. */
  readonly types: ReadonlyMap<string, Entry>
}

/** Validators of what is sent, of those operations of which a schema or a rule says something. */
export function requestValidators({ view, module, types: known }: At): Statement[] {
  const { model, parts, twoSided } = view
  if (model.document.language !== 'openapi' || !parts.has('client')) return []
  const ruled = ruledNames(view)
  const entries = httpMethods(model.operations).flatMap(({ name, operation }) => {
    const body = bodyName(operation)
    const key = body === undefined ? undefined : (twoSided.get(body) ?? body)
    const schema = key === undefined ? undefined : known.get(key)?.name
    const rules = ruled.has(operation.name)
    if (schema === undefined && !rules) return []
    const make = module.imports.value('requestValidator', '@tagwire/runtime/http')
    const table = rules
      ? `${module.imports.value('requestRules', './rules.js')}${propertyAccess(operation.name)}`
      : '[]'
    const value = pureCall(make, ...[`() => ${table}`, schema].filter((each) => each !== undefined))
    return [{ key: name, value }]
  })
  if (entries.length === 0) return []
  const type = module.imports.type('RequestValidator', '@tagwire/runtime/core')
  const text =
    'What requests are held to before they are sent: `validate: { requests: requestValidators }`. A\nrequest that does not hold is not sent; kinds and members that this version does not know are.'
  return [
    exportedConstant({
      name: 'requestValidators',
      docs: docs(text),
      type: objectType(
        entries.map(({ key }) => property({ name: propertyKey(key), type, isReadonly: true })),
      ),
      value: objectText(entries.map(({ key, value }) => memberText(key, value))),
    }),
  ]
}

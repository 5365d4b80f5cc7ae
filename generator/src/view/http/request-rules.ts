import type { RequestRule } from '../../model/extensions.js'
import { declarationNamed } from '../../model/find.js'
import type { Model } from '../../model/model.js'
import { bodyName, inputForm } from '../../model/operations/inputs.js'
import type { Operation } from '../../model/operations/operation.js'
import type { Field, Shape } from '../../model/shapes/shape.js'
import type { PackageView } from '../package-view.js'

/**
 * Whether the document has `x-tagwire` rules for requests; constraints from schemas are only added to those.
 */
export function hasRequestRules({ operations }: Model): boolean {
  return operations.some(({ extensions }) => (extensions.rules ?? []).length > 0)
}

/** The operations with constraints on their requests. */
export function ruledOperations(view: PackageView): RuledOperation[] {
  if (!hasRequestRules(view.model)) return []
  return view.model.operations.flatMap((operation) => {
    const rules = rulesOf(view, operation)
    return rules.length > 0 ? [{ operation, rules }] : []
  })
}

export interface RuledOperation {
  readonly operation: Operation
  readonly rules: readonly StatedRule[]
}

/** A rule of the document, or a constraint of the request's schema. */
type StatedRule =
  | RequestRule
  | { readonly someOf: readonly string[] }
  | { readonly integers: readonly string[] }

/** The constraints of the request's schema first, then the rules of the document. */
function rulesOf({ model, atLeastOne }: PackageView, operation: Operation): StatedRule[] {
  const rules = operation.extensions.rules ?? []
  const fields = requestFields(model, operation)
  const needs = fields.filter((field) => field.required).map(({ name }) => name)
  const integers = fields.filter((field) => isIntegerText(field.shape)).map(({ name }) => name)
  const ruled = rules.flatMap((rule) => ('oneOf' in rule ? [rule.oneOf.join()] : []))
  const asked = atLeastOne.get(bodyName(operation) ?? '') ?? []
  const either = asked.filter((names) => !ruled.includes(names.join()))
  return [
    ...(needs.length > 0 ? [{ at: '', needs }] : []),
    ...either.map((someOf) => ({ someOf })),
    ...(integers.length > 0 ? [{ integers }] : []),
    ...rules,
  ]
}

function requestFields(model: Model, operation: Operation): readonly Field[] {
  const input = inputForm(operation)
  if (input.form === 'none') return []
  if (input.form !== 'body') return input.fields
  const body = declarationNamed(model.declarations, bodyName(operation))
  const shape = body?.shape ?? input.shape
  return shape.kind === 'record' ? shape.fields : []
}

function isIntegerText(shape: Shape): boolean {
  if (shape.kind === 'nullable') return isIntegerText(shape.shape)
  return shape.kind === 'scalar' && shape.type === 'string' && shape.format === 'integer'
}

/** The operations whose earlier requests and responses the rules depend on. */
export function earlierOperations(ruled: readonly RuledOperation[]): {
  readonly answers: ReadonlySet<string>
  readonly requests: ReadonlySet<string>
} {
  const rules = ruled.flatMap((each) => each.rules)
  const answers = rules.flatMap((rule) => {
    if ('sameLength' in rule) return [rule.sameLength.operation]
    if (!('addressOf' in rule)) return []
    const { chains, ids } = rule.addressOf
    return [chains.operation, ...(ids ? [ids.operation] : [])]
  })
  const requests = rules.flatMap((rule) => ('asSent' in rule ? [rule.asSent.operation] : []))
  return { answers: new Set(answers), requests: new Set(requests) }
}

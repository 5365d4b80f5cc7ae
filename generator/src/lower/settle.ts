import { asTagged } from '../model/exports.js'
import { inputName } from '../model/inputs.js'
import type { Model } from '../model/model.js'
import type { Operation } from '../model/operation.js'
import type { Declaration, Shape } from '../model/shape.js'
import { withoutSelf } from './self.js'

/**
 * Names that are made, not written, give way to those that the document has: a schema keeps its name
 * whatever else would be called the same.
 */
export function settleNames(model: Model): Model {
  const taken = new Set(model.declarations.map((each) => each.name))
  return {
    ...model,
    declarations: model.declarations.map((each) => withoutSelf(settleCases(each, taken))),
    operations: model.operations.map((each) => settleInput(each, taken)),
  }
}

function settleCases(declaration: Declaration, taken: ReadonlySet<string>): Declaration {
  const tagged = asTagged(declaration)
  if (!tagged) return declaration
  const cases = tagged.shape.cases.map((member) =>
    taken.has(declaration.name + member.name)
      ? { ...member, name: `${member.name}Variant` }
      : member,
  )
  const shape: Shape = { ...tagged.shape, cases }
  return { ...declaration, shape: tagged.nullable ? { kind: 'nullable', shape } : shape }
}

function settleInput(operation: Operation, taken: ReadonlySet<string>): Operation {
  const name = inputName(operation)
  if (name === undefined || !taken.has(name)) return operation
  return { ...operation, input: { ...operation.input, name: `${name}Input` } }
}

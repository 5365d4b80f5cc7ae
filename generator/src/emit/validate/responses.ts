import type { PackageView } from '../../view/package-view.js'
import { checkFor, type ValidateScope } from '../../view/validate/scope.js'
import { type ValidatedResponse, validatedResponses } from '../../view/validate/validators.js'
import type { ModuleScope } from '../module-scope.js'
import { itemType, outputType } from '../types/outputs.js'
import { docs, inCode } from '../typescript/doc.js'
import { type Entry, validatorConstant } from './tables.js'

interface At {
  readonly view: PackageView
  readonly module: ModuleScope
  readonly scope: ValidateScope
  /** The validators of types, by name, which are reused. */
  readonly types: ReadonlyMap<string, Entry>
}

/** Validators of results: responses, items of streams, events. */
export function responseValidators(at: At): Entry[] {
  return validatedResponses(at.view).flatMap((each) => entriesOf(at, each))
}

function entriesOf({ module, scope, types }: At, response: ValidatedResponse): Entry[] {
  const { keys, rule } = response
  const { stem, type, text } = described(module, response)
  const same = Object.keys(rule).every((key) => key === 'reference' || key === 'source')
  const known = same && rule.reference !== undefined ? types.get(rule.reference) : undefined
  if (known) return keys.map((key) => ({ key, name: known.name, type: known.type }))
  const [key] = keys
  const name = scope.free(`${stem}Validator`)
  const check = checkFor(scope, rule, stem)
  const constant = validatorConstant(module, { key, name, type }, check, docs(text))
  return keys.map((each) => ({ key: each, name, type, ...(each === key ? { constant } : {}) }))
}

/** `stem` is the base of the constant's name, if it needs its own. */
function described(
  module: ModuleScope,
  { operation, keys: [key], rule, gives }: ValidatedResponse,
): { readonly stem: string; readonly type: string; readonly text: string } {
  const { name } = operation
  if (gives === 'answer') {
    const text = `Validates the result of \`${inCode(name)}\`.`
    return { stem: `${name}Response`, type: outputType(module, operation), text }
  }
  if (gives === 'event') {
    const text = `Validates the events of \`${inCode(name)}\`.`
    return { stem: `${name}Event`, type: module.received.refer(rule.reference ?? ''), text }
  }
  const text = `Validates each item that \`${inCode(key)}\` yields.`
  return { stem: `${key}Item`, type: itemType(module, gives.itemsOf), text }
}

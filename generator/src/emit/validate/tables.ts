import { docs } from '../typescript/doc.js'
import {
  constantText,
  exportedConstant,
  objectType,
  property,
  type Statement,
} from '../typescript/structures.js'
import { propertyKey, stringLiteral } from '../typescript/text.js'
import { memberText, objectText } from '../typescript/value-text.js'
import { pureCall } from './calls.js'
import type { ValidateScope } from './scope.js'

/** A validator in a table of them. */
export interface Entry {
  /** The key in the table. */
  readonly key: string
  readonly name: string
  readonly type: string
  /** Its constant, unless another entry has it. */
  readonly constant?: string
  /** Comment of its member of the table. */
  readonly docs?: string[]
}

/** The constant that a validator is. */
export function validatorConstant(
  scope: ValidateScope,
  { key, name, type }: Omit<Entry, 'constant'>,
  check: string,
  docs: string[],
): string {
  return constantText({
    name,
    docs,
    isExported: true,
    type: `${scope.useType('Validator')}<${type}>`,
    value: pureCall(scope.use('validator'), stringLiteral(key), check),
  })
}

/** All validators of a kind, by their keys. */
export function table(
  scope: ValidateScope,
  name: string,
  text: string,
  entries: readonly Entry[],
): Statement {
  const validator = scope.useType('Validator')
  return exportedConstant({
    name,
    docs: docs(text),
    type: objectType(
      entries.map(({ key, type, docs: comment = [] }) =>
        property({
          name: propertyKey(key),
          type: `${validator}<${type}>`,
          isReadonly: true,
          docs: comment,
        }),
      ),
    ),
    value: objectText(entries.map(({ key, name }) => memberText(key, name))),
  })
}

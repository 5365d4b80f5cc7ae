import { canonical } from '../../model/json.js'
import { typeText } from '../rules/type-text.js'
import type { FieldValues } from './field-values.js'
import { isNamed } from './member-tags.js'
import type { TagField } from './object-fields.js'

/** Whether two fields mean the same to whoever reads values. */
export function isSameField(left: TagField, right: TagField): boolean {
  return left.name === right.name && left.required === right.required && hasSameType(left, right)
}

export function hasSameType(left: TagField, right: TagField): boolean {
  return left === right || textOf(left) === textOf(right)
}

const texts = new WeakMap<TagField, string>()

/** Text that is equal for fields of equal types. */
function textOf(field: TagField): string {
  const known = texts.get(field)
  if (known !== undefined) return known
  const listed = isNamed(field) ? undefined : listedValues(field)
  const text = listed ? canonical(listed) : typeText({ all: field.rules() })
  texts.set(field, text)
  return text
}

/** Values beside which the document says that there are others: a keyword can list them that no rule has. */
function listedValues({ values }: TagField): FieldValues | undefined {
  const held = values()
  return held.kind === 'enumeration' && held.open === 'always' ? held : undefined
}

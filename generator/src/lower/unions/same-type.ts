import { canonical } from '../../model/json.js'
import type { RecordRule, Rule } from '../../model/rules/rule.js'
import type { TagField } from './object-fields.js'

/**
 * Whether two fields mean the same to whoever reads values: limits and documentation do not count, as they are no part of
 * a type.
 */
export function isSameField(left: TagField, right: TagField): boolean {
  return left.name === right.name && left.required === right.required && hasSameType(left, right)
}

export function hasSameType(left: TagField, right: TagField): boolean {
  return left === right || typeText(left) === typeText(right)
}

const texts = new WeakMap<TagField, string>()

/** Text that is equal for fields of equal types. */
function typeText(field: TagField): string {
  const known = texts.get(field)
  if (known !== undefined) return known
  const all = field.rules().map((rule) => canonical(typeOf(rule)))
  const text = [...new Set(all)].sort().join('\n')
  texts.set(field, text)
  return text
}

/** What of a rule is said by a type. */
function typeOf(rule: Rule): unknown {
  const { never, nullable, types, values, open, text, reference, list, record, all, choices } = rule
  return {
    never,
    nullable,
    types,
    values,
    open,
    format: text?.format,
    bytes: text?.bytes,
    reference,
    first: list?.first?.map(typeOf),
    items: list?.items && typeOf(list.items),
    record: record && typeOfRecord(record),
    all: all?.map(typeOf),
    choices: choices?.map(({ members }) => members.map(typeOf)),
  }
}

function typeOfRecord({ fields, required, patterns, rest }: RecordRule): unknown {
  return {
    fields: fields.map(({ rule, ...field }) => ({ ...field, rule: typeOf(rule) })),
    required: [...required].sort(),
    patterns: patterns.map(({ rule }) => typeOf(rule)),
    rest: rest && typeOf(rest),
  }
}

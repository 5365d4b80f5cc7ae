import { mapRules } from './map-rules.js'
import type { FieldRule, RecordRule, Rule } from './rule.js'

/**
 * The rule for sent values. Rules of declarations describe received values; if a declaration
 * has two types (`X` and `XInput`), this creates the rule of the other one.
 */
export function toInputRule(rule: Rule, inputName: (name: string) => string): Rule {
  const { reference, record, ...others } = mapRules(rule, (each) => toInputRule(each, inputName))
  return {
    ...others,
    ...(reference === undefined ? {} : { reference: inputName(reference) }),
    ...(record ? { record: sentRecord(record) } : {}),
  }
}

function sentRecord(record: RecordRule): RecordRule {
  return { ...record, fields: record.fields.map(sentField) }
}

/** A read-only field need not be sent, and a write-only field has to be. */
function sentField({ flow, ...field }: FieldRule): FieldRule {
  return { ...field, required: field.required && flow !== 'read' }
}

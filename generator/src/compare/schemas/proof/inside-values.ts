import { matches } from '../../../check/texts.js'
import { isRequired, isTrivial } from '../../../model/rules/facts.js'
import type { RecordRule, Rule } from '../../../model/rules/rule.js'
import type { Form } from '../form.js'

// What a form says of the values inside its values.

type Direction = 'read' | 'write'

/** The rules of the value under a key; `undefined` if nothing describes it. */
export function keyRules({ records }: Form, key: string): readonly Rule[] | undefined {
  const found = records.flatMap((each) => ownKeyRules(each, key) ?? [])
  return found.length > 0 ? found : undefined
}

/** What one record says of the value under a key. */
export function ownKeyRules(
  { fields, patterns, rest }: RecordRule,
  key: string,
): Rule[] | undefined {
  const own = [
    ...fields.filter((each) => each.name === key).map((each) => each.rule),
    ...patterns.filter((each) => matches(each.name, key)).map((each) => each.rule),
  ]
  if (own.length > 0) return own
  return rest && !isTrivial(rest) ? [rest] : undefined
}

/** Whether a key is only in values of the other direction. */
function isLeftOut({ records }: Form, key: string, leavesOut: Direction): boolean {
  return records.some(({ fields }) =>
    fields.some((each) => each.name === key && each.flow === leavesOut),
  )
}

/** The rules of all keys that have none of their own. */
export function restRules({ records }: Form): readonly Rule[] {
  return records.flatMap(({ rest }) => (rest && !isTrivial(rest) ? [rest] : []))
}

export function requiredKeys({ records }: Form, leavesOut: Direction): ReadonlySet<string> {
  return new Set(
    records.flatMap((each) => [
      ...each.fields.filter((field) => isRequired(field, leavesOut)).map((field) => field.name),
      ...each.required,
    ]),
  )
}

/** The rules of an item; none if any value may be there. */
export function itemRules({ lists }: Form, index: number): readonly Rule[] {
  return lists.flatMap(({ first = [], items }) => first[index] ?? items ?? [])
}

/** How many items have rules of their own. */
export function prefixLength({ lists }: Form): number {
  return Math.max(0, ...lists.map(({ first = [] }) => first.length))
}

export interface Count {
  readonly least: number
  readonly most: number
}

export function countOf(
  limits: readonly { readonly least?: number; readonly most?: number }[],
): Count {
  return {
    least: Math.max(0, ...limits.map((each) => each.least ?? 0)),
    most: Math.min(Infinity, ...limits.map((each) => each.most ?? Infinity)),
  }
}

/** The keys that values have at most, beyond which the document describes none. */
export function possibleKeys(form: Form, leavesOut: Direction): string[] {
  const required = requiredKeys(form, leavesOut)
  return [...form.names().names].filter((key) => {
    if (!required.has(key) && isLeftOut(form, key, leavesOut)) return false
    return !(keyRules(form, key) ?? []).some((each) => each.never)
  })
}

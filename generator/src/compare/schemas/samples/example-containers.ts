import type { Rule } from '../../../model/rules/rule.js'
import type { Proof } from '../contain.js'
import { type Form, formOf } from '../form.js'
import { countOf, itemRules, keyRules, possibleKeys, requiredKeys } from '../proof/inside-values.js'
import { boundaryValues } from './boundary-values.js'

/** A small value that all these rules allow; `undefined` if none was found. */
type OneValue = (rules: readonly Rule[]) => unknown

const LONGEST = 40

/** An object with all fields of a form, or only the required ones. */
export function exampleObject(
  { leavesOut }: Pick<Proof, 'leavesOut'>,
  one: OneValue,
  form: Form,
  keys: 'required' | 'all',
): Record<string, unknown> | undefined {
  const required = requiredKeys(form, leavesOut)
  const made = new Map<string, unknown>()
  const add = (key: string): boolean => {
    const value = one(keyRules(form, key) ?? [])
    if (value !== undefined) made.set(key, value)
    return value !== undefined
  }
  for (const key of required) if (!add(key)) return undefined
  const possible = possibleKeys(form, leavesOut)
  if (keys === 'all') possible.forEach(add)
  for (const { dependents } of form.records) {
    for (const { name, others } of dependents) if (made.has(name)) others.forEach(add)
  }
  const { least } = countOf(form.records)
  const more = [...possible, ...(form.names().open ? ['k1', 'k2', 'k3', 'k4', 'k5'] : [])]
  for (const key of more) if (made.size < least && !made.has(key)) add(key)
  return Object.fromEntries(made)
}

export function exampleList(
  { from }: Pick<Proof, 'from'>,
  one: OneValue,
  form: Form,
  length: number,
): unknown[] | undefined {
  if (length > LONGEST) return undefined
  const wanted = form.lists.flatMap(({ contains }) => (contains ? [contains.rule] : []))
  const items = Array.from({ length: Math.max(length, wanted.length > 0 ? 1 : 0) }, (_, index) =>
    one([...itemRules(form, index), ...(index === 0 ? wanted : [])]),
  )
  if (items.includes(undefined)) return undefined
  return form.lists.some((each) => each.unique) ? distinctItems(from, form, items) : items
}

function distinctItems(
  from: Proof['from'],
  form: Form,
  items: readonly unknown[],
): unknown[] | undefined {
  const found: unknown[] = []
  const texts = new Set<string>()
  for (const [index, item] of items.entries()) {
    const rules = itemRules(form, index)
    const others = boundaryValues([formOf(rules, from.ruleOf)])
    const free = [item, ...others].find(
      (each) => !texts.has(JSON.stringify(each)) && from.accepts(rules, each),
    )
    if (free === undefined) return undefined
    texts.add(JSON.stringify(free))
    found.push(free)
  }
  return found
}

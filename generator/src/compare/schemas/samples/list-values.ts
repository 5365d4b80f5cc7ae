import type { Form } from '../form.js'
import { countOf, itemRules, prefixLength } from '../proof/inside-values.js'
import type { Search } from '../witness.js'
import { refusedInside } from './values-inside.js'

const LONGEST = 60

/** Arrays at the limits of both documents, with items at theirs. */
export function* listValues(
  search: Search,
  form: Form,
  others: readonly Form[],
): Generator<unknown> {
  const { proof, examples, inside } = search
  const lengths = lengthsNear([form, ...others])
  for (const length of lengths) {
    const made = examples.list(form, length)
    if (made) yield made
  }
  const positions = Math.max(prefixLength(form), ...others.map(prefixLength))
  const { least } = countOf(form.lists)
  for (let index = 0; index <= positions; index++) {
    const rules = itemRules(form, index)
    const there = others.map((each) => itemRules(each, index))
    const wanted = others.flatMap((each) =>
      each.lists.flatMap((list) => (list.contains ? [list.contains.rule] : [])),
    )
    const isSame = there.some((each) => proof.contains(rules, each))
    const values = [
      ...(isSame ? [] : refusedInside(search, rules, there)),
      ...(wanted.length > 0 ? inside(rules, wanted) : []),
    ]
    const base = examples.list(form, Math.max(least, index + 1))
    for (const value of values) {
      if (base) yield base.with(index, value)
      yield Array.from({ length: Math.max(least, index + 1, 2) }, () => value)
    }
    if (index === 0 && new Set(values).size > 1) yield [...new Set(values)]
  }
}

function lengthsNear(forms: readonly Form[]): number[] {
  const limits = forms.flatMap((form) => {
    const { least, most } = countOf(form.lists)
    const counts = form.lists.flatMap(({ contains }) => [contains?.least ?? 1, contains?.most ?? 0])
    return [least, most, prefixLength(form), ...counts]
  })
  const near = limits.filter(Number.isFinite).flatMap((each) => [each, each + 1, each - 1])
  return [...new Set([1, 2, 0, ...near])].filter((each) => each >= 0 && each <= LONGEST)
}

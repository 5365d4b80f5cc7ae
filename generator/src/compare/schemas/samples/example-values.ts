import type { Rule } from '../../../model/rules/rule.js'
import type { Proof } from '../contain.js'
import { type Form, formOf, type Kind } from '../form.js'
import { branchesOf } from '../proof/branches.js'
import { countOf } from '../proof/inside-values.js'
import { boundaryValues } from './boundary-values.js'
import { exampleList, exampleObject } from './example-containers.js'

/** Small values that a document describes. */
export interface Examples {
  /** The smallest value of a form, for each of its types. */
  readonly minimal: (form: Form) => unknown[]
  /** A small value of a schema; `undefined` if none was found. */
  readonly one: (rules: readonly Rule[]) => unknown
  /** An object with all fields of a form, or only the required ones. */
  readonly object: (form: Form, keys: 'required' | 'all') => Record<string, unknown> | undefined
  readonly list: (form: Form, length: number) => unknown[] | undefined
}

const DEEPEST = 8
const MOST_TRIES = 40

export function createExamples(proof: Pick<Proof, 'from' | 'leavesOut'> & Proof): Examples {
  const { from } = proof
  const known = new Map<string, { readonly value: unknown }>()
  let depth = 0

  const one = (rules: readonly Rule[]): unknown => {
    const key = rules.map((each) => from.text(each)).join()
    const before = known.get(key)
    if (before) return before.value
    // A type that has to contain itself has no values.
    known.set(key, { value: undefined })
    if (depth > DEEPEST) return undefined
    depth++
    const value = firstValid(rules)
    depth--
    known.set(key, { value })
    return value
  }

  const firstValid = (rules: readonly Rule[]): unknown => {
    const form = formOf(rules, from.ruleOf)
    let tries = 0
    for (const branch of smallBranches(form)) {
      for (const value of [...minimal(branch), ...scalars(branch)]) {
        if (tries++ > MOST_TRIES) return undefined
        if (from.accepts(rules, value)) return value
      }
    }
    return from.accepts(rules, null) ? null : undefined
  }

  const smallBranches = (form: Form, splits = 0): Form[] => {
    const branches = splits < 3 ? branchesOf(proof, form) : undefined
    if (!branches) return [form]
    const possible = branches.filter((each) => !each.never).slice(0, 6)
    return possible.flatMap((each) => smallBranches(each, splits + 1))
  }

  const scalars = (form: Form): unknown[] =>
    boundaryValues([form]).filter((each) => fits(form.kinds, each))

  const minimal = (form: Form): unknown[] =>
    form.never
      ? []
      : (form.values?.slice(0, 3) ?? form.kinds.flatMap((kind) => minimalOf(form, kind) ?? []))

  /** In a list, because a value may be an array. */
  const minimalOf = (form: Form, kind: Kind): unknown[] => {
    if (kind === 'object') {
      const made = object(form, 'required')
      return made ? [made] : []
    }
    if (kind === 'array') {
      const { least } = countOf(form.lists)
      const made = list(form, least)
      return made ? [made] : []
    }
    return scalars({ ...form, kinds: [kind] })
      .filter((each) => from.accepts(form.parts, each))
      .slice(0, 1)
  }

  const object: Examples['object'] = (form, keys) => exampleObject(proof, one, form, keys)
  const list: Examples['list'] = (form, length) => exampleList(proof, one, form, length)

  return { minimal, one, object, list }
}

function fits(kinds: readonly Kind[], value: unknown): boolean {
  const kind = Array.isArray(value) ? 'array' : typeof value
  return kinds.some((each) => each === kind)
}

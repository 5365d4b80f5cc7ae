import type { Rule, RuleOf } from '../../model/rules/rule.js'
import { type DocumentSide, type Documents, ruleOfSide } from '../documents.js'
import type { RulePair } from './classify.js'
import { type Form, formOf } from './form.js'
import type { Flow } from './rules.js'

/** What both documents say of one value: its rules, found when somebody asks. */
export interface SchemaPair {
  /** The type, parameter, body or response that it belongs to. */
  readonly root: Root
  /** How deep inside it is. */
  readonly depth: number
  /** Absent for a value that no rule is for. */
  readonly rules: () => RulePair | undefined
}

/** The rules of values that are sent or received as a whole, or as a type of their own. */
export interface Root extends SchemaPair {
  readonly flow: Flow
  /**
   * The roots whose values its rules are for: itself, or the types that are derived from it. `undefined` if others are,
   * too.
   */
  readonly wholes: () => readonly Root[] | undefined
}

export function createRoot(pair: RulePair, flow: Flow, wholes?: Root['wholes']): Root {
  const root: Root = {
    flow,
    depth: 0,
    rules: () => pair,
    wholes: wholes ?? (() => [root]),
    get root() {
      return root
    },
  }
  return root
}

/** Finds the rules of a value inside. */
export type Pick = (form: Form, ruleOf: RuleOf, side: DocumentSide) => readonly Rule[] | undefined

/** A value inside another: what each document says of it there. */
export function schemasInside(
  documents: Documents,
  schemas: SchemaPair | undefined,
  pick: Pick,
): SchemaPair | undefined {
  if (!schemas) return undefined
  let known: { readonly pair: RulePair | undefined } | undefined
  const find = (): RulePair | undefined => {
    const [old, now] = schemas.rules() ?? []
    const picked = (side: DocumentSide, rules: RulePair[0]): RulePair[0] => {
      const ruleOf = ruleOfSide(documents, side)
      return rules && pick(formOf(rules, ruleOf), ruleOf, side)
    }
    const pair = [picked('before', old), picked('after', now)] as const
    return pair[0] || pair[1] ? pair : undefined
  }
  return {
    root: schemas.root,
    depth: schemas.depth + 1,
    rules: () => {
      known ??= { pair: find() }
      return known.pair
    },
  }
}

/** The same value with rules that were already found. */
export function schemasWithRules(
  schemas: SchemaPair | undefined,
  pair: RulePair,
): SchemaPair | undefined {
  return schemas && { root: schemas.root, depth: schemas.depth + 1, rules: () => pair }
}

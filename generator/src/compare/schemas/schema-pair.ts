import type { Rule, RuleOf } from '../../model/rules/rule.js'
import type { Declaration } from '../../model/shapes/shape.js'
import type { RulePair } from './classify.js'
import { type Form, formOf } from './flattened-rules.js'
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

interface Documents {
  readonly before: ReadonlyMap<string, Declaration>
  readonly after: ReadonlyMap<string, Declaration>
}

/** Finds the rules of a value inside. */
export type Pick = (
  form: Form,
  ruleOf: RuleOf,
  side: 'before' | 'after',
) => readonly Rule[] | undefined

function pickFrom(
  rules: readonly Rule[] | undefined,
  declared: ReadonlyMap<string, Declaration>,
  side: 'before' | 'after',
  pick: Pick,
): readonly Rule[] | undefined {
  const ruleOf: RuleOf = (name) => declared.get(name)?.rule
  return rules && pick(formOf(rules, ruleOf), ruleOf, side)
}

/** A value inside another: what each document says of it there. */
export function schemasInside(
  { before, after }: Documents,
  schemas: SchemaPair | undefined,
  pick: Pick,
): SchemaPair | undefined {
  if (!schemas) return undefined
  let known: { readonly pair: RulePair | undefined } | undefined
  const find = (): RulePair | undefined => {
    const [old, now] = schemas.rules() ?? []
    const pair = [
      pickFrom(old, before, 'before', pick),
      pickFrom(now, after, 'after', pick),
    ] as const
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

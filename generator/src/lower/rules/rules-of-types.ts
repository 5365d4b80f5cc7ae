import { isNullPayload } from '../../model/rules/null.js'
import { type Rule, rulesHere } from '../../model/rules/rule.js'
import type { Shape } from '../../model/shapes/shape.js'
import { tagsAreKeys } from '../../model/shapes/tagging.js'
import { isTagged } from '../../model/shapes/union.js'
import { member, type Node } from '../../source/node.js'

/** A declaration whose shape is known; its rule is read on demand. */
export interface Unruled {
  readonly node: Node
  readonly shape: Shape | undefined
  readonly rule: () => Rule
}

/**
 * The rules that affect types and guards, for packages without validators. Reading all rules takes time, so
 * only these are read: those of unions in the `key` style, whose guards have to know whether `null` is a
 * payload (`isNullPayload`); those of records with alternatives, one of which may be required (`atLeastOne`);
 * and those that these depend on.
 */
export function rulesOfTypes(declared: ReadonlyMap<string, Unruled>): ReadonlyMap<string, Rule> {
  const rules = new Map<string, Rule>()
  const ruleOf = (name: string): Rule | undefined => {
    const known = rules.get(name) ?? declared.get(name)?.rule()
    if (known) rules.set(name, known)
    return known
  }
  for (const [name, { node, shape }] of declared) {
    const rule = isAsked(node, shape) && ruleOf(name)
    if (!rule) continue
    for (const key of keysOf(shape)) isNullPayload(rule, key, ruleOf)
  }
  // The map grows meanwhile. `withoutRecursiveRules` has to see the cycles among the rules that were read.
  for (const [, rule] of rules) readReferences(rule, ruleOf)
  return rules
}

function isAsked(node: Node, shape: Shape | undefined): boolean {
  if (shape?.kind !== 'record') return keysOf(shape).length > 0
  return member(node, 'oneOf') !== undefined || member(node, 'anyOf') !== undefined
}

/** The keys of a union whose variants are distinguished by key. */
function keysOf(shape: Shape | undefined): string[] {
  const bare = shape?.kind === 'nullable' ? shape.shape : shape
  if (!bare || !isTagged(bare) || !tagsAreKeys(bare.tagging)) return []
  return bare.cases.map(({ tag }) => tag)
}

function readReferences(rule: Rule, ruleOf: (name: string) => Rule | undefined): void {
  if (rule.reference !== undefined) ruleOf(rule.reference)
  for (const part of rulesHere(rule)) readReferences(part, ruleOf)
}

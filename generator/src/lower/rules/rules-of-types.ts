import { isNullPayload } from '../../model/rules/null.js'
import { type Rule, rulesHere } from '../../model/rules/rule.js'
import type { Shape } from '../../model/shapes/shape.js'
import { tagsAreKeys } from '../../model/shapes/tagging.js'
import { isTagged } from '../../model/shapes/union.js'
import { member, type Node } from '../../source/node.js'

/** A declaration whose shape is known, and its rule, which is read when it is asked for. */
export interface Unruled {
  readonly node: Node
  readonly shape: Shape | undefined
  readonly rule: () => Rule
}

/**
 * The rules that decide about types and guards, for packages without validators. Reading all of them takes time, so
 * only these are read: of unions by key, whose guards have to know whether `null` is a payload (`isNullPayload`); of
 * records with alternatives, of which one may be required (`atLeastOne`); and of what these questions lead to.
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
  // The map grows meanwhile. `withoutRecursiveRules` has to see the circles of what was read.
  for (const [, rule] of rules) readReferences(rule, ruleOf)
  return rules
}

function isAsked(node: Node, shape: Shape | undefined): boolean {
  if (shape?.kind !== 'record') return keysOf(shape).length > 0
  return member(node, 'oneOf') !== undefined || member(node, 'anyOf') !== undefined
}

/** The keys of a union whose variants are distinguished by them. */
function keysOf(shape: Shape | undefined): string[] {
  const bare = shape?.kind === 'nullable' ? shape.shape : shape
  if (!bare || !isTagged(bare) || !tagsAreKeys(bare.tagging)) return []
  return bare.cases.map(({ tag }) => tag)
}

function readReferences(rule: Rule, ruleOf: (name: string) => Rule | undefined): void {
  if (rule.reference !== undefined) ruleOf(rule.reference)
  for (const part of rulesHere(rule)) readReferences(part, ruleOf)
}

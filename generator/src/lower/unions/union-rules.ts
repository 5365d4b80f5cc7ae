import type { JsonType } from '../../model/json.js'
import { isDecidedByTag, isNull } from '../../model/rules/null.js'
import type { Rule, UnionRule } from '../../model/rules/rule.js'
import { items, member, type Node } from '../../source/node.js'
import { leadsTo, type Registry } from '../names/registry.js'
import { isOfObjects, unionLists } from '../schemas/merge/is-object-like.js'
import { isNullInMembers } from '../schemas/null-schemas.js'
import { excludedMembers } from '../schemas/stated-types.js'
import { isNullMember } from './alias.js'
import type { Recognition } from './recognise.js'

// What rules say of `oneOf` and `anyOf`. The types of the same lists are read in `read-union.ts`.

interface UnionRuleReader {
  readonly registry: Registry
  readonly tags: Pick<Recognition, 'tagging'>
  readonly read: (schema: Node) => Rule
}

const KEYWORDS = ['oneOf', 'anyOf'] as const

/**
 * The choices of a schema, which is a part of `owner` or `owner` itself, and whether a member of one allows null although a tag
 * decides what other values are.
 */
export function readUnionRules(
  reader: UnionRuleReader,
  schema: Node,
  owner: Node,
): Pick<Rule, 'choices' | 'nullable'> {
  const read = KEYWORDS.flatMap((keyword) => {
    const choice = readUnionRule(reader, schema, keyword, owner)
    return choice ? [{ keyword, choice }] : []
  })
  const isNullable = read.some(
    ({ keyword, choice }) => isDecidedByTag(choice) && isNullInMembers(reader, schema, keyword),
  )
  return {
    ...(read.length > 0 ? { choices: read.map(({ choice }) => choice) } : {}),
    ...(isNullable ? { nullable: true } : {}),
  }
}

/**
 * The types of members that `type: object` beside their list excludes: tools write it beside any list, so their values are
 * accepted, with a warning where the type is read.
 */
export function typesOfExcluded(
  registered: Pick<UnionRuleReader, 'registry'>,
  schema: Node,
): readonly JsonType[] {
  if (!isOfObjects(schema)) return []
  return unionLists(schema).flatMap((list) =>
    excludedMembers(registered, schema, items(list)).flatMap(({ types }) => [...types]),
  )
}

/** Whoever reads the rules of a union finds its null, however it is written. */
function withPlainNull(registry: Registry, schema: Node, rule: Rule): Rule {
  if (isNull(rule) || !isNullMember(registry, schema)) return rule
  return { types: ['null'], ...(rule.source ? { source: rule.source } : {}) }
}

function readUnionRule(
  { registry, tags, read }: UnionRuleReader,
  schema: Node,
  keyword: 'oneOf' | 'anyOf',
  owner: Node,
): UnionRule | undefined {
  const list = member(schema, keyword)
  const all = items(list).filter((each) => !leadsTo(registry, each, schema))
  if (!list || all.length === 0) return undefined
  const members = all.map((each) => withPlainNull(registry, each, read(each)))
  const tagging = tags.tagging({ schema, list }, owner, all)
  return { holds: keyword === 'oneOf' ? 'one' : 'any', members, ...(tagging ? { tagging } : {}) }
}

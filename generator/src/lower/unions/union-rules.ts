import { isDecidedByTag } from '../../model/rules/null.js'
import type { Rule, UnionRule } from '../../model/rules/rule.js'
import { items, member, type Node } from '../../source/node.js'
import { leadsTo, type Registry } from '../names/registry.js'
import { isNullInMembers } from '../schemas/null-schemas.js'
import type { TagTable } from './tag-table.js'

// What rules say of `oneOf` and `anyOf`. The types of the same lists are read in `unions.ts`.

interface ChoiceReader {
  readonly registry: Registry
  readonly tags: TagTable
  readonly read: (schema: Node) => Rule
}

const KEYWORDS = ['oneOf', 'anyOf'] as const

/** The choices of a schema, and whether a member of one allows null although a tag decides what other values are. */
export function readChoices(
  reader: ChoiceReader,
  schema: Node,
): Pick<Rule, 'choices' | 'nullable'> {
  const read = KEYWORDS.flatMap((keyword) => {
    const choice = readChoice(reader, schema, keyword)
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

function readChoice(
  { registry, tags, read }: ChoiceReader,
  schema: Node,
  keyword: 'oneOf' | 'anyOf',
): UnionRule | undefined {
  const all = items(member(schema, keyword))
  const list = all.filter((each) => !leadsTo(registry, each, schema))
  if (list.length === 0) return undefined
  const members = list.map(read)
  const tagging = tags.of(list)
  return { holds: keyword === 'oneOf' ? 'one' : 'any', members, ...(tagging ? { tagging } : {}) }
}

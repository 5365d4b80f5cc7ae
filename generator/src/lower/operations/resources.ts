import type { Report } from '../../diagnostics/diagnostic.js'
import { clientNamesOf } from '../../model/client-members.js'
import type { Model } from '../../model/model.js'
import { freeName, memberName } from '../../model/names.js'
import type { ResourceNaming } from '../../model/naming.js'
import type { Operation } from '../../model/operations/operation.js'
import { fromRule, once } from '../../normalize/from-rule.js'

/** Puts operations into groups, by a rule of the configuration. */
export function withResources(
  model: Model,
  rule: ResourceNaming | undefined,
  report: Report,
): Model {
  if (rule === undefined) return model
  const refuse = once(report)
  const taken = new Set(clientNamesOf(model))
  const groups = new Map<string, { readonly name: string; readonly methods: Set<string> }>()
  const operations = model.operations.map((operation): Operation => {
    const [given, ...own] = proposed(rule, operation, refuse)?.split('.') ?? []
    if (given === undefined || operation.binding.kind !== 'http') return operation
    const group = groups.get(given) ?? {
      name: freeName(memberName(given), taken),
      methods: new Set<string>(),
    }
    groups.set(given, group)
    taken.add(group.name)
    const short = own.length === 0 ? withoutWords(operation.name, given) : memberName(own.join(' '))
    const name = group.methods.has(short) ? freeName(operation.name, group.methods) : short
    group.methods.add(name)
    return { ...operation, resource: { group: group.name, name } }
  })
  return { ...model, operations }
}

function proposed(
  rule: ResourceNaming,
  { id, name, binding, tags, source }: Operation,
  report: Report,
): string | undefined {
  if (rule === 'tags') return tags.find((each) => /\p{L}/u.test(each))?.replaceAll('.', ' ')
  const { method } = binding
  const path = binding.kind === 'http' ? binding.path : ''
  const reporting = { report, at: source }
  const [found] = fromRule(
    `names.resource, for ${name},`,
    () =>
      [rule({ operationId: id, name, method, path, tags })].filter((each) => each !== undefined),
    reporting,
  )
  return found
}

/** `list` for `listOrders` of `orders`; the whole name if nothing else is left. */
function withoutWords(name: string, group: string): string {
  const words = wordsOf(name)
  const other = wordsOf(group).map(singular)
  const at = words.findIndex((_, index) =>
    other.every((each, offset) => singular(words[index + offset] ?? '') === each),
  )
  const left = at < 0 ? words : words.toSpliced(at, other.length)
  return left.length === 0 ? name : memberName(left.join(' '))
}

function wordsOf(text: string): string[] {
  return text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []
}

function singular(word: string): string {
  return word
    .toLowerCase()
    .replace(/ies$/, 'y')
    .replace(/(?<=[^s])s$/, '')
}

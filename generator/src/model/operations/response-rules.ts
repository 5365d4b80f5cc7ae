import { recordRule } from '../rules/record-rule.js'
import type { Rule } from '../rules/rule.js'
import { answerOf, contentKind, isHead, isReadAsSent, type StreamContent } from './contents.js'
import type { Content, EventItem, Operation } from './operation.js'

/** The rule of the value that a call resolves to; none if it is never JSON. */
export function responseRule(operation: Operation): Rule | undefined {
  const { contents, kinds, mayBeEmpty } = answerOf(operation)
  if (!kinds.has('json') || isHead(operation)) return undefined
  const rules = distinct(contents.map((each) => contentRule(operation, each)))
  const [only, ...more] = rules
  if (more.length === 0 && !mayBeEmpty) return only
  const empty = mayBeEmpty ? [{ never: true } as const] : []
  return { choices: [{ holds: 'any', members: [...rules, ...empty] }] }
}

/** Several statuses often have the same type. */
function distinct(rules: readonly Rule[]): Rule[] {
  const types = new Set<string>()
  return rules.filter(({ reference, source: _, ...others }) => {
    if (reference === undefined || Object.keys(others).length > 0) return true
    return !types.has(reference) && types.add(reference)
  })
}

function contentRule(operation: Operation, content: Content): Rule {
  const kind = contentKind(content)
  // Bytes instead of a described string are a Blob, which has no rule.
  if (isReadAsSent(operation, content) && content.shape.kind !== 'json') {
    return { choices: [{ holds: 'any', members: [content.rule, { types: ['object'] }] }] }
  }
  if (kind === 'json') return content.rule
  return kind === 'binary' ? {} : { types: ['string'] }
}

/** The rule of each item of a stream, if it can be validated. */
export function itemRule({ stream }: StreamContent): Rule | undefined {
  // Text is delivered as text, whatever the document says.
  if (stream.form === 'text-events') return undefined
  if (stream.form !== 'json-events') return stream.rule
  const names = [...new Set(stream.events.map(({ event }) => event))]
  const members = names.map((name) =>
    eventRule(
      name,
      stream.events.filter(({ event }) => event === name),
    ),
  )
  const tags = names.flatMap((tag, member) => (tag === undefined ? [] : [{ tag, member }]))
  const [only, ...more] = members
  if (more.length === 0 && tags.length === 0) return only
  // By its name, an event that the document does not know is told from a wrong one.
  const tagging = { style: 'property', property: 'event', tags } as const
  const areNamed = tags.length === names.length
  return { choices: [{ holds: 'any', members, ...(areNamed ? { tagging } : {}) }] }
}

/** An event as the runtime delivers it. */
function eventRule(event: string | undefined, described: readonly EventItem[]): Rule {
  const named = event !== undefined
  const [first, ...more] = described.map(({ rule }) => rule)
  const rule: Rule =
    first && more.length > 0
      ? { choices: [{ holds: 'any', members: [first, ...more] }] }
      : (first ?? {})
  return recordRule([
    { name: 'event', rule: named ? { values: [event] } : {}, required: named },
    { name: 'data', rule, required: true },
    { name: 'id', rule: {}, required: false },
    { name: 'retry', rule: {}, required: false },
  ])
}

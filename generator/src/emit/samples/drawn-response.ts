import {
  answerOf,
  contentKind,
  isHead,
  type StreamContent,
} from '../../model/operations/contents.js'
import type { Stream } from '../../model/operations/operation.js'
import { itemRule } from '../../model/operations/response-rules.js'
import { recordRule } from '../../model/rules/record-rule.js'
import type { Rule } from '../../model/rules/rule.js'
import type { HttpMethod } from '../../view/http/methods.js'

export interface SampledAnswer {
  readonly rule: Rule
  /** The try whose values are valid. */
  readonly attempt: number
  /** The content type, if the response is not one JSON value. */
  readonly type?: string
  /** The only value is the example of the document. */
  readonly shown?: true
  /** Bytes of that content type; the rule is that of a text. */
  readonly bytes?: true
  /** How the items of a stream are written. */
  readonly stream?: Stream['form']
  /** The events with JSON, if others have text. */
  readonly json?: readonly string[]
}

/** What a response is drawn from. */
export function drawnResponse({
  operation,
  stream,
}: HttpMethod): Omit<SampledAnswer, 'attempt'> | undefined {
  if (isHead(operation)) return undefined
  if (stream) return drawnItem(stream)
  const [content] = answerOf(operation).contents
  if (!content || content.stream) return undefined
  const { mediaType } = content
  const kind = contentKind(content)
  if (kind === 'json') return content.rule && { rule: content.rule }
  if (operation.binding.kind !== 'http') return undefined
  if (kind === 'binary') return { rule: TEXT, type: mediaType, bytes: true }
  if (kind !== 'text' || mediaType.includes('*')) return undefined
  const { example } = content
  return example === undefined
    ? { rule: content.rule ?? TEXT, type: mediaType }
    : { rule: { values: [example] }, type: mediaType, shown: true }
}

const TEXT: Rule = { types: ['string'] }

/** An item of a stream: of an event, its name and its data. */
function drawnItem(content: StreamContent): Omit<SampledAnswer, 'attempt'> {
  const { mediaType, stream } = content
  const { form } = stream
  const rule = itemRule(content) ?? recordRule([{ name: 'data', rule: TEXT, required: true }])
  if (form !== 'json-events') return { rule, type: mediaType, stream: form }
  const isMixed = stream.events.some(({ plain }) => plain)
  const named = stream.events.flatMap(({ event, plain }) => (plain || !event ? [] : [event]))
  const json = isMixed ? { json: [...new Set(named)] } : {}
  return { rule: withoutIds(rule), type: mediaType, stream: form, ...json }
}

/** Only what the document says of an event: clients take anything as `id` and `retry`. */
function withoutIds({ choices, record, ...others }: Rule): Rule {
  const fields = record?.fields.filter(({ name, rule }) => name === 'data' || rule.values)
  return {
    ...others,
    ...(record && fields ? { record: { ...record, fields } } : {}),
    ...(choices && {
      choices: choices.map((each) => ({ ...each, members: each.members.map(withoutIds) })),
    }),
  }
}

import {
  answerOf,
  contentKind,
  isHead,
  isReadAsSent,
  type StreamContent,
} from '../../model/operations/contents.js'
import type { Content, EventItem, Operation } from '../../model/operations/operation.js'
import type { Rule } from '../../model/rules/rule.js'
import { httpMethods, itemType } from '../http/methods.js'
import type { ModuleScope, PackageView } from '../package-view.js'
import { outputType } from '../types/outputs.js'
import { docs, inCode } from '../typescript/doc.js'
import { freeName } from '../typescript/imports.js'
import { checkFor, type ValidateScope } from './scope.js'
import { type Entry, validatorConstant } from './tables.js'

interface At {
  readonly view: PackageView
  readonly module: ModuleScope
  readonly scope: ValidateScope
  /** The validators of types, by name: what is one of them needs no other. */
  readonly types: ReadonlyMap<string, Entry>
}

/** Validators of what methods give: answers, items of streams, events. */
export function responseValidators(at: At): Entry[] {
  const { document, operations } = at.view.model
  if (document.language !== 'openapi') {
    return operations.flatMap((each) => [
      ...answerValidator(at, each, [each.name]),
      ...eventValidator(at, each),
    ])
  }
  return httpMethods(operations).flatMap(({ name, operation, stream }) => {
    const isAll = name === operation.name
    const keys = isAll ? [...new Set([name, operation.id])] : [name]
    if (!stream) return answerValidator(at, operation, keys)
    return itemValidator(at, keys, stream)
  })
}

interface Given {
  readonly keys: readonly string[]
  /** What the constant is called, where it is one of its own. */
  readonly stem: string
  readonly type: string
  readonly rule: Rule
  readonly text: string
}

function entriesOf({ scope, types }: At, { keys, stem, type, rule, text }: Given): Entry[] {
  const same = Object.keys(rule).every((key) => key === 'reference' || key === 'source')
  const known = same && rule.reference !== undefined ? types.get(rule.reference) : undefined
  if (known) return keys.map((key) => ({ key, name: known.name, type: known.type }))
  const [label = ''] = keys
  const name = scope.free(`${stem}Validator`)
  const check = checkFor(scope, rule, stem)
  const constant = validatorConstant(scope, { key: label, name, type }, check, docs(text))
  return keys.map((key, index) => ({ key, name, type, ...(index === 0 ? { constant } : {}) }))
}

function answerValidator(at: At, operation: Operation, keys: readonly string[]): Entry[] {
  const rule = answerRule(operation)
  if (!rule) return []
  return entriesOf(at, {
    keys,
    stem: `${operation.name}Response`,
    type: outputType(at.module, operation),
    rule,
    text: `Holds values to what \`${inCode(operation.name)}\` resolves to.`,
  })
}

/** What a call resolves to, or nothing where none of it is JSON. */
function answerRule(operation: Operation): Rule | undefined {
  const { contents, kinds, mayBeEmpty } = answerOf(operation)
  if (!kinds.has('json') || isHead(operation)) return undefined
  const rules = contents.map((each) => contentRule(operation, each))
  const [only, ...more] = rules
  if (more.length === 0 && !mayBeEmpty) return only
  const empty = mayBeEmpty ? [{ never: true } as const] : []
  return { choices: [{ holds: 'any', members: [...rules, ...empty] }] }
}

function contentRule(operation: Operation, content: Content): Rule {
  const kind = contentKind(content)
  // Bytes that come where a text is described are a Blob, of which no rule speaks.
  if (isReadAsSent(operation, content) && content.shape.kind !== 'json') {
    return { choices: [{ holds: 'any', members: [content.rule, { types: ['object'] }] }] }
  }
  if (kind === 'json') return content.rule
  return kind === 'binary' ? {} : { types: ['string'] }
}

function itemValidator(at: At, keys: readonly string[], stream: StreamContent): Entry[] {
  const rule = itemRule(stream)
  const [name = ''] = keys
  if (!rule) return []
  return entriesOf(at, {
    keys,
    stem: `${name}Item`,
    type: itemType(at.module, stream),
    rule,
    text: `Holds values to what \`${inCode(name)}\` gives, one after the other.`,
  })
}

function itemRule({ stream }: StreamContent): Rule | undefined {
  // Text is text, whatever the document says of it.
  if (stream.form === 'text-events') return undefined
  if (stream.form !== 'json-events') return stream.rule
  const { events } = stream
  const members = events.map(eventRule)
  const [only, ...more] = members
  if (more.length === 0) return only
  const tags = events.flatMap(({ event }, member) =>
    event === undefined ? [] : [{ tag: event, member }],
  )
  const told = new Set(tags.map((each) => each.tag)).size === events.length
  const tagging = { style: 'property', property: 'event', tags } as const
  return { choices: [{ holds: 'any', members, ...(told ? { tagging } : {}) }] }
}

/** An event as the runtime hands it out. */
function eventRule({ event, rule }: EventItem): Rule {
  const named = event !== undefined
  return {
    types: ['object'],
    record: {
      fields: [
        { name: 'event', rule: named ? { values: [event] } : {}, required: named },
        { name: 'data', rule, required: true },
        { name: 'id', rule: {}, required: false },
        { name: 'retry', rule: {}, required: false },
      ],
      required: [],
      patterns: [],
      dependents: [],
      dependentRules: [],
    },
  }
}

function eventValidator(at: At, operation: Operation): Entry[] {
  const { events } = operation.extensions
  if (!events) return []
  return entriesOf(at, {
    keys: [eventKey(at.view, operation)],
    stem: `${operation.name}Event`,
    type: at.module.received.refer(events.notification),
    rule: { reference: events.notification },
    text: `Holds values to what \`${inCode(operation.name)}\` delivers.`,
  })
}

/** Beside the validator of what the server answers to subscribing. */
export function eventKey({ model }: PackageView, { name }: Operation): string {
  return freeName(`${name}Event`, new Set(model.operations.map((each) => each.name)))
}

import { type StreamContent, streamContent, streamsOnly } from '../../model/contents.js'
import type { Operation } from '../../model/operation.js'
import type { ModuleScope } from '../package-view.js'
import { shapeText } from '../types/outputs.js'
import { freeName } from '../typescript/imports.js'
import { callOf, print, word } from '../typescript/layout.js'
import { LINE_WIDTH, literal } from '../typescript/text.js'

const RUNTIME = '@tagwire/runtime/http'

/** A method of the client: an operation, or the stream that it can answer with. */
export interface HttpMethod {
  readonly name: string
  readonly operation: Operation
  readonly stream?: StreamContent
}

/** An operation that answers with a value or with a stream is two methods: `chat`, `chatStream`. */
export function httpMethods(operations: readonly Operation[]): HttpMethod[] {
  const taken = new Set(operations.map((each) => each.name))
  return operations.flatMap((operation): HttpMethod[] => {
    const { name } = operation
    const stream = streamContent(operation)
    if (!stream) return [{ name, operation }]
    if (streamsOnly(operation)) return [{ name, operation, stream }]
    return [
      { name, operation },
      { name: freeName(`${name}Stream`, taken), operation, stream },
    ]
  })
}

/** The type of what a stream gives, one after the other; a line a member where it is too long. */
export function itemText(scope: ModuleScope, content: StreamContent, indent: number): string {
  const members = itemMembers(scope, content)
  const flat = members.join(' | ')
  if (indent + flat.length < LINE_WIDTH || members.length === 1) return flat
  return members.map((each) => `| ${each}`).join(`\n${' '.repeat(indent)}`)
}

function itemMembers({ imports, received }: ModuleScope, { stream }: StreamContent): string[] {
  if (stream.form === 'text-events') return [imports.type('ServerSentEvent', RUNTIME)]
  if (stream.form !== 'json-events') return [shapeText(stream.item, received)]
  const texts = stream.events.map(({ event, data }) => {
    const name = event === undefined ? '' : `, ${literal(event)}`
    return `${imports.type('ServerSentEvent', RUNTIME)}<${shapeText(data, received)}${name}>`
  })
  return [...new Set(texts)]
}

/** The function of the runtime that cuts a stream into its items, as an expression behind `used`. */
export function itemReader(
  { stream }: StreamContent,
  { imports }: ModuleScope,
  indent: number,
  used: number,
): string {
  if (stream.form !== 'json-events' || !stream.events.some((each) => each.plain)) {
    return imports.value(ITEM_READERS[stream.form], RUNTIME)
  }
  const names = stream.events.flatMap(({ event, plain }) => (plain || !event ? [] : [event]))
  const reader = `/*@__PURE__*/ ${imports.value('jsonEventsOf', RUNTIME)}`
  return print(callOf(reader, [...new Set(names)].map(literal).map(word)), indent, used + 1)
}

const ITEM_READERS = {
  'text-events': 'textEvents',
  'json-events': 'jsonEvents',
  'event-data': 'jsonEventData',
  lines: 'jsonLines',
  sequence: 'jsonSequence',
} as const

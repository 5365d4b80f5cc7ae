import { type StreamContent, streamContent, streamsOnly } from '../../model/operations/contents.js'
import type { Operation } from '../../model/operations/operation.js'
import type { ModuleScope } from '../package-view.js'
import { freeName } from '../typescript/imports.js'
import { literal } from '../typescript/text.js'
import { typeText, unionOf } from '../typescript/type-text.js'

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

/** The type of what a stream gives, one after the other. */
export function itemType({ imports, received }: ModuleScope, { stream }: StreamContent): string {
  if (stream.form === 'text-events') return imports.type('ServerSentEvent', RUNTIME)
  if (stream.form !== 'json-events') return typeText(stream.item, received)
  const types = stream.events.map(({ event, data }) => {
    const name = event === undefined ? '' : `, ${literal(event)}`
    return `${imports.type('ServerSentEvent', RUNTIME)}<${typeText(data, received)}${name}>`
  })
  return unionOf([...new Set(types)])
}

/** The function of the runtime that cuts a stream into its items, as an expression. */
export function itemReader({ stream }: StreamContent, { imports }: ModuleScope): string {
  if (stream.form !== 'json-events' || !stream.events.some((each) => each.plain)) {
    return imports.value(ITEM_READERS[stream.form], RUNTIME)
  }
  const names = stream.events.flatMap(({ event, plain }) => (plain || !event ? [] : [event]))
  const args = [...new Set(names)].map(literal)
  return `/*@__PURE__*/ ${imports.value('jsonEventsOf', RUNTIME)}(${args.join(', ')})`
}

const ITEM_READERS = {
  'text-events': 'textEvents',
  'json-events': 'jsonEvents',
  'event-data': 'jsonEventData',
  lines: 'jsonLines',
  sequence: 'jsonSequence',
} as const

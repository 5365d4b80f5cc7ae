import { argumentNames } from '../../model/operations/arguments.js'
import type { StreamContent } from '../../model/operations/contents.js'
import { inputForm } from '../../model/operations/inputs.js'
import type { StreamEnds } from '../../model/operations/operation.js'
import { switchField } from '../../model/operations/stream-switch.js'
import type { Declaration } from '../../model/shapes/shape.js'
import { Made, type Name } from '../value.js'
import { runtime } from './descriptor-members.js'
import type { HttpMethod } from './methods.js'

/** The function of the runtime that splits a stream into items. */
export function itemReader({ stream }: StreamContent): Name | Made {
  if (stream.form !== 'json-events') return runtime(ITEM_READERS[stream.form])
  const { events } = stream
  const isMixed = events.some((each) => each.plain)
  // Where any name may be that of a described event, no other can be told from it.
  if (!isMixed && events.some((each) => each.event === undefined)) return runtime('jsonEvents')
  const names = events.flatMap(({ event, plain }) => (plain || event === undefined ? [] : [event]))
  return new Made(runtime(isMixed ? 'jsonEventsOf' : 'knownEvents'), [...new Set(names)])
}

const ITEM_READERS = {
  'text-events': 'textEvents',
  'event-data': 'jsonEventData',
  lines: 'jsonLines',
  sequence: 'jsonSequence',
  parts: 'jsonParts',
} as const

export function streamEnds({ stream }: StreamContent): StreamEnds | undefined {
  return 'ends' in stream ? stream.ends : undefined
}

/** The request field that requests a stream, or a single response. */
export interface StreamSwitch {
  readonly name: string
  readonly value: string | number | boolean
  /** If there are other arguments, the field is nested in the body. */
  readonly inside: boolean
}

/** The request field that a method sets: to the value that requests a stream, or to the opposite. */
export function streamSwitch({
  operation,
  stream,
}: Pick<HttpMethod, 'operation' | 'stream'>): StreamSwitch | undefined {
  const { streamSwitch: stated, input } = operation
  if (!stated) return undefined
  const { member, value, inBody } = stated
  if (!stream && typeof value !== 'boolean') return undefined
  const parameter = input.parameters.find((each) => each.name === member)
  const name = inBody || !parameter ? member : (argumentNames(input).get(parameter) ?? member)
  const inside = inBody && inputForm(operation).form !== 'body'
  return { name, value: stream ? value : !value, inside }
}

/**
 * The value that a method adds to its input: `true` for the streaming method, `false` if streaming is the
 * default.
 */
export function addedMembers(
  method: HttpMethod,
  declarations: ReadonlyMap<string, Declaration>,
): StreamSwitch | undefined {
  const found = streamSwitch(method)
  if (!found || method.stream) return found
  const field = switchField(method.operation, declarations)
  const isUsual = typeof field === 'object' && field.default === !found.value
  return isUsual ? found : undefined
}

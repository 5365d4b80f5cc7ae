import { isObject } from './step.js'

type Kinds = Readonly<Record<string, { decode(value: never): unknown }>>

/** Decodes what a subscription delivers, by the kind of the event. */
export interface EventDecoders<Table> {
  readonly byKind: Table
  decode(event: unknown): unknown
}

/** The decoders of the payloads, by kind of event; other kinds stay as they are. */
export function eventDecoders<const Table extends Kinds>(byKind: Table): EventDecoders<Table> {
  return {
    byKind,
    decode(event) {
      if (!isObject(event)) return event
      const { kind, data } = event
      const known = typeof kind === 'string' && Object.hasOwn(byKind, kind) && byKind[kind]
      // The compiler cannot know that the payload is of this kind.
      return known ? { ...event, data: known.decode(data as never) } : event
    },
  }
}

import { type Defaults, ofObjects, record, type Steps } from './records.js'
import { isObject, type JsonObject, type Step } from './step.js'

/** `{ <kind>: payload, …shared }`: a kind that this version does not know stays as it came. */
export function keyed(fields: Steps, defaults?: Defaults): Step {
  const members = record(fields, defaults)
  return {
    // A kind without payload is nothing but its name.
    decode: (value, keep) => (typeof value === 'string' ? value : members.decode(value, keep)),
    encode: (value) => members.encode(value),
  }
}

/** `{ <property>: kind, … }`: the value of one property is the kind. */
export function tagged(property: string, kinds: Steps): Step {
  const stepFor = (value: JsonObject): Step | undefined => {
    const kind = String(value[property])
    return Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  }
  return ofObjects(
    (value, keep) => stepFor(value)?.decode(value, keep) ?? value,
    (value) => stepFor(value)?.encode(value) ?? value,
  )
}

/** All of the steps, one after the other, on the same value. */
export function all(...steps: readonly Step[]): Step {
  return {
    decode: (value, keep) => steps.reduce((each, step) => step.decode(each, keep), value),
    encode: (value) => steps.reduce((each, step) => step.encode(each), value),
  }
}

/** Asked for when it is first needed, because types contain each other. */
export function lazy(step: () => Step): Step {
  return {
    decode: (value, keep) => step().decode(value, keep),
    encode: (value) => step().encode(value),
  }
}

/** One of several objects or something else altogether: only objects are decoded. */
export function ifObject(step: Step): Step {
  return {
    decode: (value, keep) => (isObject(value) ? step.decode(value, keep) : value),
    encode: (value) => (isObject(value) ? step.encode(value) : value),
  }
}

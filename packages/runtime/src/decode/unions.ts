import { type ImpliedKinds, impliedKind } from '../core/implied-kind.js'
import { type Defaults, ofObjects, record, type Steps } from './records.js'
import { isObject, type JsonObject, type Step } from './step.js'

/** `{ <kind>: payload, …shared }`: an unknown kind is kept as received. */
export function keyed(fields: Steps, defaults?: Defaults): Step {
  const members = record(fields, defaults)
  return {
    // A unit kind is a bare string.
    decode: (value, keep) => (typeof value === 'string' ? value : members.decode(value, keep)),
    encode: (value) => members.encode(value),
  }
}

/** The kind of values with any other tag than the others have, or with none. */
export interface Otherwise {
  readonly kind: string
  readonly others: readonly unknown[]
}

/** `{ <property>: kind, … }`: the value of one property is the kind. `implied` are kinds without it. */
export function tagged(
  property: string,
  kinds: Steps,
  implied?: ImpliedKinds,
  otherwise?: Otherwise,
): Step {
  const stepFor = (value: JsonObject): Step | undefined => {
    const isAbsent = implied && value[property] === undefined
    const given = isAbsent ? impliedKind(value, implied) : value[property]
    const isOther = otherwise && !otherwise.others.includes(given)
    const kind = isOther ? otherwise.kind : String(given)
    return Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  }
  return ofObjects(
    (value, keep) => stepFor(value)?.decode(value, keep) ?? value,
    (value) => stepFor(value)?.encode(value) ?? value,
  )
}

/** Applies all steps to the same value, one after another. */
export function all(...steps: readonly Step[]): Step {
  return {
    decode: (value, keep) => steps.reduce((each, step) => step.decode(each, keep), value),
    encode: (value) => steps.reduce((each, step) => step.encode(each), value),
  }
}

/** A step that is resolved on first use, because types can be recursive. */
export function lazy(step: () => Step): Step {
  return {
    decode: (value, keep) => step().decode(value, keep),
    encode: (value) => step().encode(value),
  }
}

/** Decodes objects only, for unions of objects and other types. */
export function ifObject(step: Step): Step {
  return {
    decode: (value, keep) => (isObject(value) ? step.decode(value, keep) : value),
    encode: (value) => (isObject(value) ? step.encode(value) : value),
  }
}
